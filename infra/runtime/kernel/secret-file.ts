import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export const SECRET_BYTES = 32;

/** Returns the content of a secret file; null if there is none. Throws if everybody may read the file. */
export const readSecret = (path: string): string | null => {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (!stat) return null;
  if (stat.mode & 0o007) throw new Error(`Everybody may read the secret in ${path}: chmod 600 it.`);
  return readFileSync(path, 'utf8').trim();
};

/**
 * Creates a file of 32 random bytes in base64, mode 0600, and returns its content. Several processes may do so at once: each writes a
 * draft, the first to link it wins, and all read the winner's content.
 */
export const makeSecret = (path: string): string => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(SECRET_BYTES).toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(path, 'utf8').trim();
};
