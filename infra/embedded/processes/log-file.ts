import { createWriteStream, openSync, renameSync, statSync, type WriteStream } from 'node:fs';

export type LogFile = { write: (text: string | Uint8Array) => void; end: () => Promise<void> };

const KEPT_BYTES = 16 * 1024 * 1024;
const REST_MS = 1_000;

/**
 * Appends to a log (mode 0600), keeping one older file, `{path}.1`, once it has grown to `keptBytes`. Lines that cannot be written, for
 * example on a full disk, are dropped, and writing is tried again after a second: a log error must not end the process.
 */
export const openLog = (path: string, keptBytes = KEPT_BYTES): LogFile => {
  const writing = new Set<WriteStream>();
  let stream: WriteStream | undefined;
  let size = 0;
  let restsUntil = 0;

  const open = (): WriteStream => {
    const opened = createWriteStream(path, { fd: openSync(path, 'a', 0o600) });
    writing.add(opened);
    opened.once('close', () => writing.delete(opened));
    opened.on('error', () => rest(opened));
    return opened;
  };
  const rest = (failed: WriteStream | undefined) => {
    if (stream === failed) stream = undefined;
    restsUntil = Date.now() + REST_MS;
  };
  const beginAnew = () => {
    stream?.end();
    stream = undefined;
    renameSync(path, `${path}.1`);
    size = 0;
  };

  return {
    write: (text) => {
      if (Date.now() < restsUntil) return;
      try {
        if (!stream) size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
        if (size >= keptBytes) beginAnew();
        stream ??= open();
        stream.write(text);
        size += text.length;
      } catch {
        rest(stream);
      }
    },
    end: async () => {
      stream?.end();
      stream = undefined;
      await Promise.all([...writing].map((one) => new Promise<void>((closed) => one.once('close', () => closed()))));
    },
  };
};
