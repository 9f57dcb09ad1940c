import { realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** The user and group `nobody` of Linux. */
const NOBODY = 65_534;

/** Whether everybody may read a file, and enter every folder on the path to it. */
const isOpenToAll = (path: string): boolean => {
  const real = realpathSync(path);
  if ((statSync(real).mode & 0o004) === 0) return false;
  for (let folder = dirname(real); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
};

/**
 * For `spawn`: as whom a process runs that decodes strangers' files. A process of root's is `nobody`, so that a fault of a decoder gives
 * nobody the machine; where `nobody` cannot reach the program (a checkout in root's home), and for any other user, it is this process's user.
 */
export const unprivileged = (program: string): { uid?: number; gid?: number } => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return {};
  return [process.execPath, program].every(isOpenToAll) ? { uid: NOBODY, gid: NOBODY } : {};
};
