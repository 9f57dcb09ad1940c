import { DatabaseSync } from 'node:sqlite';

/** The files held by this process: a database object without references is closed by the garbage collector, and its lock with it. */
const held = new Set<DatabaseSync>();

/**
 * Locks the file at `path` (created if missing) for this process. The kernel releases the lock however the process ends, so there are no
 * stale locks. Waits up to `timeoutMs` for another holder. Returns a function that releases it; null if another process holds it.
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
