import { randomUUID } from 'node:crypto';
import { createReadStream, type Dirent } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { assertName, type MediaStore, MediaStoreFailed } from './store.port.ts';

const COMING = 'coming';
/** Pieces are collected up to this many bytes before they are written. */
const WRITE_BYTES = 512 * 1024;
/** Eight encrypted chunks, which then need not be concatenated. */
const READ_BYTES = 8 * (64 * 1024 + 16);

/** Files in a folder, spread over 256 subfolders by their names. A file exists completely and durably, or not at all. */
export const fileStore = (folder: string): MediaStore => {
  const pathOf = (name: string): string => {
    assertName(name);
    // The last digits of an id are random; the first ones often contain its time.
    return join(folder, name.slice(-2), name);
  };
  const made = new Set<string>();
  const makeFolder = async (path: string): Promise<void> => {
    if (made.has(path)) return;
    await mkdir(path, { recursive: true, mode: 0o700 });
    await syncFolder(dirname(path));
    made.add(path);
  };

  const write = async (path: string, bytes: AsyncIterable<Uint8Array>): Promise<number> => {
    const file = await failing(() => open(path, 'wx', 0o600));
    try {
      let size = 0;
      let pieces: Uint8Array[] = [];
      let waiting = 0;
      for await (const piece of bytes) {
        pieces.push(piece);
        waiting += piece.length;
        if (waiting < WRITE_BYTES) continue;
        await failing(() => writeAll(file, pieces));
        size += waiting;
        pieces = [];
        waiting = 0;
      }
      await failing(async () => {
        await writeAll(file, pieces);
        await file.sync();
      });
      return size + waiting;
    } finally {
      await file.close();
    }
  };

  return {
    put: async (name, bytes) => {
      const path = pathOf(name);
      const coming = join(folder, COMING, `${name}.${randomUUID()}`);
      await failing(async () => {
        await makeFolder(join(folder, COMING));
        await makeFolder(dirname(path));
      });
      try {
        const size = await write(coming, bytes);
        await failing(async () => {
          await rename(coming, path);
          await syncFolder(dirname(path));
        });
        return size;
      } catch (error) {
        await rm(coming, { force: true }).catch(() => undefined);
        throw error;
      }
    },
    get: async (name, range) => {
      const file = await failing(() => open(pathOf(name), 'r')).catch(absent);
      if (!file) return null;
      return createReadStream('', {
        fd: file,
        highWaterMark: READ_BYTES,
        ...(range && { start: range.from, end: range.to - 1 }),
      });
    },
    size: async (name) => (await failing(() => stat(pathOf(name))).catch(absent))?.size ?? null,
    delete: (name) => failing(() => rm(pathOf(name), { force: true })),
    tidy: async (olderThanMs) => {
      const entries = await readdir(join(folder, COMING), { withFileTypes: true }).catch((): Dirent[] => []);
      for (const { name } of entries) {
        const path = join(folder, COMING, name);
        const found = await stat(path).catch(() => null);
        if (found && found.mtimeMs < Date.now() - olderThanMs) await rm(path, { force: true });
      }
    },
  };
};

const writeAll = async (file: FileHandle, pieces: Uint8Array[]): Promise<void> => {
  let left = pieces;
  while (left.length > 0) {
    let { bytesWritten } = await file.writev(left);
    // A write may be partial, as on a disk that is nearly full: the rest is written again, which then fails with the reason.
    const at = left.findIndex((piece) => {
      if (bytesWritten < piece.length) return true;
      bytesWritten -= piece.length;
      return false;
    });
    left = at < 0 ? [] : [left[at]!.subarray(bytesWritten), ...left.slice(at + 1)];
  }
};

/** Syncing the folder makes the name durable too. */
const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
};

const failing = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof TypeError) throw cause;
    throw new MediaStoreFailed(`The folder of files: ${(cause as NodeJS.ErrnoException).code ?? 'unknown'}.`, { cause });
  }
};

const absent = (error: unknown): null => {
  if (((error as Error).cause as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') return null;
  throw error;
};
