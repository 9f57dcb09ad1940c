import { randomUUID } from 'node:crypto';

/** A body that is sent while it is read, so that a large file is never in memory. `bytes`: its length. */
export type StreamedBody = { type: string; bytes: number; read: () => AsyncIterable<Uint8Array> };

/** A multipart form of some fields and a file, which comes last. */
export const multipart = (
  fields: Record<string, string>,
  file: { name: string; mime: string; size: number; read: () => AsyncIterable<Uint8Array> },
): StreamedBody => {
  const boundary = `prosa-${randomUUID()}`;
  const part = (head: string) => `--${boundary}\r\nContent-Disposition: form-data; ${head}`;
  const head = Buffer.from(
    [
      ...Object.entries(fields).map(([name, value]) => part(`name="${name}"\r\n\r\n${value}\r\n`)),
      part(`name="file"; filename="${quoted(file.name)}"\r\nContent-Type: ${file.mime.replaceAll(/[\r\n]/g, '')}\r\n\r\n`),
    ].join(''),
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    bytes: head.length + file.size + tail.length,
    read: async function* () {
      yield head;
      yield* file.read();
      yield tail;
    },
  };
};

/** As browsers write names of files. */
const quoted = (name: string): string => name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
