import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { localCertificate } from './certificate.ts';

/** Faults of the media server on demand. */
export type MediaFaults = {
  /** Answers downloads with this status. */
  status: number | null;
  /** Refuses uploads. */
  refusesUploads: boolean;
  /** Ends downloads after so many bytes. */
  cutAfter: number | null;
  /** Changes a byte of what is downloaded. */
  spoils: boolean;
};

/**
 * The server that keeps the encrypted files: what is uploaded can be downloaded under the path that the answer names. It sees ciphertext
 * only.
 */
export const mediaServer = async (port: number) => {
  const { certificate, key } = localCertificate();
  const files = new Map<string, Buffer>();
  const expired = new Set<string>();
  const faults: MediaFaults = { status: null, refusesUploads: false, cutAfter: null, spoils: false };
  const counts = { uploads: 0, downloads: 0 };

  const keep = (bytes: Buffer): string => {
    const path = `/v/t62.7118-24/${createHash('sha256').update(bytes).digest('hex')}.enc`;
    files.set(path, bytes);
    expired.delete(path);
    return path;
  };
  const server = createServer({ cert: certificate, key }, async (request, response) => {
    const { pathname } = new URL(request.url!, origin());
    if (request.method === 'POST') {
      const pieces: Buffer[] = [];
      for await (const piece of request) pieces.push(piece as Buffer);
      if (faults.refusesUploads) return void response.writeHead(500).end();
      counts.uploads += 1;
      const path = keep(Buffer.concat(pieces));
      return void response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ url: `${origin()}${path}`, direct_path: path }));
    }
    const bytes = files.get(pathname);
    if (!bytes || expired.has(pathname) || faults.status !== null) return void response.writeHead(faults.status ?? 404).end();
    counts.downloads += 1;
    const sent = Buffer.from(bytes);
    if (faults.spoils) sent[sent.length >> 1]! ^= 1;
    response.setHeader('content-length', sent.length);
    if (faults.cutAfter === null) return void response.end(sent);
    response.write(sent.subarray(0, faults.cutAfter), () => response.destroy());
  });
  const origin = () => `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');

  return {
    origin: origin(),
    host: new URL(origin()).host,
    certificate,
    faults,
    counts,
    keep,
    /** The file can be downloaded no longer; phones still have it. */
    expire: (path: string): void => void expired.add(path),
    read: (path: string): Buffer | undefined => files.get(path),
    close: async (): Promise<void> => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
export type MediaServer = Awaited<ReturnType<typeof mediaServer>>;
