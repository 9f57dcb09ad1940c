import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A push as a browser's push service receives it, with the decrypted content. */
export type Pushed = {
  /** The device, by the last part of its endpoint. */
  device: string;
  headers: Record<string, string | string[] | undefined>;
  /** The claims of the token (RFC 8292); its signature was verified with the key that it was sent with. */
  claims: { aud: string; exp: number; sub: string };
  key: string;
  notice: Record<string, unknown> & { ticketId: string; text: string | null };
};
type Answer =
  | { status: number; headers?: Record<string, string> }
  | Promise<{ status: number; headers?: Record<string, string> }>;

/**
 * A push service on this machine with any number of devices, which decrypts the pushes as a browser would (RFC 8291). `answers` may be
 * replaced at any time.
 */
export const startPushService = async () => {
  const devices = new Map<string, { pair: ECDH; auth: Buffer }>();
  const pushed: Pushed[] = [];
  let answers: (device: string) => Answer = () => ({ status: 201 });

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const device = request.url!.split('/').at(-1)!;
    const known = devices.get(device);
    const { status, headers = {} } = known ? await answers(device) : { status: 404 };
    if (known && status === 201)
      pushed.push({
        device,
        headers: request.headers,
        ...claimsOf(request.headers.authorization!),
        notice: decrypted(known, Buffer.concat(chunks)),
      });
    response.writeHead(status, headers).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    origin,
    /** All accepted pushes so far. */
    pushed,
    /** The pushes that a device finally shows: the newest of each topic. */
    shown: (device: string): Pushed[] => [
      ...new Map(pushed.filter((one) => one.device === device).map((one) => [one.headers.topic, one])).values(),
    ],
    answer: (how: typeof answers) => {
      answers = how;
    },
    /** A new device's subscription, as its browser would give it. */
    device: (name = randomBytes(8).toString('hex')) => {
      const pair = createECDH('prime256v1');
      const auth = randomBytes(16);
      devices.set(name, { pair, auth });
      return {
        name,
        endpoint: `${origin}/push/${name}`,
        keys: { p256dh: pair.generateKeys('base64url'), auth: auth.toString('base64url') },
      };
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
export type PushService = Awaited<ReturnType<typeof startPushService>>;

const decrypted = ({ pair, auth }: { pair: ECDH; auth: Buffer }, body: Buffer): Pushed['notice'] => {
  const salt = body.subarray(0, 16);
  const length = body[20]!;
  const sender = body.subarray(21, 21 + length);
  const sealed = body.subarray(21 + length);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender]);
  const secret = Buffer.from(hkdfSync('sha256', pair.computeSecret(sender), auth, info, 32));
  const part = (name: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, bytes));
  const decipher = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12));
  decipher.setAuthTag(sealed.subarray(-16));
  const clear = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return JSON.parse(clear.subarray(0, clear.lastIndexOf(2)).toString());
};

const claimsOf = (authorization: string): Pick<Pushed, 'claims' | 'key'> => {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? [];
  const [head, claims, signature] = token.split('.') as [string, string, string];
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) throw new Error('The token of a push is not signed by its key.');
  return { claims: JSON.parse(Buffer.from(claims, 'base64url').toString()), key };
};
