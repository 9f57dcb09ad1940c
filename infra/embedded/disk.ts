import { accessSync, constants, existsSync, mkdirSync, statfsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { LOCK_FILE } from './lock.ts';
import { CannotStart } from './processes/cannot-start.ts';

/** The disk space of an empty installation plus room to write: with less Postgres would not even start. */
const LEAST_TO_START = 200 * 1024 * 1024;
/** Postgres allocates its log in segments of 16 MB. */
const LEAST_TO_WRITE = 48 * 1024 * 1024;
const WATCH_MS = 5_000;

const reasons: Record<string, string> = {
  EROFS: 'it is on a read-only file system',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  ENOTDIR: 'it is not a folder',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
};

/** Creates the data folder if it is missing. Throws CannotStart if it is not writable, or if the disk is almost full. */
export const prepareFolder = (folder: string): void => {
  try {
    makeFolder(folder);
    if (!statSync(folder).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' });
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = reasons[code ?? ''] ?? message;
    throw new CannotStart(`${folder} cannot hold the data: ${reason}. Name another folder in PROSA_DATA.`);
  }
  const free = freeBytes(folder);
  if (free < LEAST_TO_START)
    throw new CannotStart(
      `The disk of ${folder} is full: ${megabytes(free)} MB are free, and Prosa needs ${megabytes(LEAST_TO_START)} to start. Make room, or name another folder in PROSA_DATA.`,
    );
};

/** Not `recursive`: on a file system that allows no folders (/proc), Node 24's version never returns. */
const makeFolder = (folder: string): void => {
  if (existsSync(folder)) return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
};

/**
 * Reports when the disk fills up while Prosa runs, and when there is room again. Calls `gone` once if the folder or what is in it was deleted,
 * which its lock file shows: servers that restart may create the folder again. Returns a function that stops watching.
 */
export const watchDisk = (folder: string, say: (line: string) => void, gone: () => void): (() => void) => {
  const lockFile = () => statSync(join(folder, LOCK_FILE), { throwIfNoEntry: false })?.ino;
  const held = lockFile();
  let isFull = false;
  const look = () => {
    if (lockFile() !== held) {
      clearInterval(watch);
      return gone();
    }
    const free = freeBytes(folder);
    if (free < LEAST_TO_WRITE === isFull) return;
    isFull = !isFull;
    say(
      isFull
        ? `The disk of ${folder} is full (${megabytes(free)} MB are free): what comes in is refused until there is room again.`
        : `There is room again on the disk of ${folder}.`,
    );
  };
  const watch = setInterval(look, WATCH_MS).unref();
  return () => clearInterval(watch);
};

const freeBytes = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};

const megabytes = (bytes: number) => Math.floor(bytes / 1024 / 1024);
