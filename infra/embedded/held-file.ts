import { DatabaseSync } from 'node:sqlite';

/**
 * Holds the file at `path` (made where missing) for this process alone. The kernel lets go of it however the process ends, so no
 * stale one can be in the way. Waits `timeoutMs` for another holder. Gives the release; null while another process holds it.
 */
export const holdFile = (path: string, timeoutMs = 0): (() => void) | null => {
  const file = new DatabaseSync(path, { timeout: timeoutMs });
  try {
    file.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE;');
    return () => file.close();
  } catch (error) {
    file.close();
    if (/locked|busy/.test((error as Error).message)) return null;
    throw error;
  }
};
