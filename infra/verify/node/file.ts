import { type FileHandle, open } from 'node:fs/promises';
import type { Source } from '../format/zip.ts';

/** Opens a package that is a file. Throws if it cannot be read. */
export const openFile = async (path: string): Promise<Source & { close: () => Promise<void> }> => {
  const file = await open(path);
  const { size } = await file.stat();
  return { size, read: (from, to) => readAll(file, from, to), close: () => file.close() };
};

const readAll = async (file: FileHandle, from: number, to: number): Promise<Uint8Array> => {
  const bytes = new Uint8Array(to - from);
  let at = 0;
  while (at < bytes.length) {
    const { bytesRead } = await file.read(bytes, at, bytes.length - at, from + at);
    if (bytesRead === 0) throw new Error('The file became shorter while it was read.');
    at += bytesRead;
  }
  return bytes;
};
