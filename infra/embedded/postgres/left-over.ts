import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Whether the process is a PostgreSQL on this folder: the pid in an old file may belong to any process by now. */
const isPostgresOf = (pid: number, dataDir: string): boolean => {
  try {
    if (process.platform !== 'linux') {
      return execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).includes(dataDir);
    }
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return command[0]?.endsWith('postgres') === true && readlinkSync(`/proc/${pid}/cwd`) === realpathSync(dataDir);
  } catch {
    return false; // it ended in between
  }
};

/** The time within which a killed process is reaped. */
const REAPED_MS = 8000;
/** Whether the process has ended, but is not reaped yet: for PostgreSQL it is alive. */
const isEnded = (pid: number): boolean => {
  try {
    return /\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

/** Waits until the process has ended; returns true if it did so in time. */
export const ended = async (pid: number, ms: number): Promise<boolean> => {
  for (const until = Date.now() + ms; Date.now() < until; await sleep(25)) if (!isAlive(pid)) return true;
  return !isAlive(pid);
};

/** Stops a PostgreSQL that an earlier start left in the folder (its launcher was killed). Resolves at once if there is none. */
export const stopLeftOver = async (dataDir: string, log: (line: string) => void): Promise<void> => {
  let pid: number;
  try {
    pid = Number(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n')[0]);
  } catch {
    return;
  }
  if (!Number.isInteger(pid) || pid <= 1) return;
  if (isEnded(pid)) await ended(pid, REAPED_MS);
  if (!isPostgresOf(pid, dataDir)) return;
  log(`stopping the PostgreSQL left over in the folder (pid ${pid})`);
  // Fast, then immediate (recovers at the next start), then SIGKILL.
  for (const [signal, ms] of [
    ['SIGINT', 8000],
    ['SIGQUIT', 4000],
    ['SIGKILL', 2000],
  ] as const) {
    if (isPostgresOf(pid, dataDir)) process.kill(pid, signal);
    if (await ended(pid, ms)) return;
  }
  throw new Error(`The PostgreSQL with pid ${pid} does not end.`);
};
