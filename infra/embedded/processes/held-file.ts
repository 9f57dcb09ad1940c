import { DatabaseSync } from 'node:sqlite';

/** What this process holds: a database that nobody refers to is closed when memory is tidied, and its lock with it. */
const held = new Set<DatabaseSync>();

/**
 * Holds the file at `path` (made where missing) for this process alone. The kernel lets go of it however the process ends, so no
 * stale one can be in the way. Waits `timeoutMs` for another holder. Gives the release; null while another process holds it.
 */
export const holdFile = (path: string, timeoutMs = 0): (() => void) | null => {
  const file = new DatabaseSync(path, { timeout: timeoutMs });
  try {
    file.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE;');
    held.add(file);
    return () => {
      held.delete(file);
      file.close();
    };
  } catch (error) {
    file.close();
    if (/locked|busy/.test((error as Error).message)) return null;
    throw error;
  }
};
