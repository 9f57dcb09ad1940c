import { readFileSync } from 'node:fs';

const LOOK_MS = 500;

/**
 * Calls `gone` once npm, or one of the processes between this one and npm, has ended: npm ends on a signal without passing it on, and the
 * processes that it started must end too. If npm did not start this process, none is watched. Needs /proc; on other systems only the parent
 * is watched.
 */
export const watchAncestors = (gone: () => void): void => {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const above = lineOf(parent);
  const isWhole = () => process.ppid === parent && above.every((pid, nth) => nth === 0 || parentOf(above[nth - 1]!) === pid);
  const looking = setInterval(() => {
    if (isWhole()) return;
    clearInterval(looking);
    gone();
  }, LOOK_MS);
  looking.unref();
};

/** The chain of processes from `pid` up to npm: includes the shell in which npm starts a script, and the script. */
const lineOf = (pid: number): number[] => {
  const parent = isBetween(pid) ? parentOf(pid) : undefined;
  return parent === undefined ? [pid] : [pid, ...lineOf(parent)];
};

const isBetween = (pid: number): boolean => {
  const command = told(pid, 'cmdline') ?? '';
  return /^\S*sh\0-c\0/.test(command) || command.includes('infra/embedded/start.mjs');
};

const parentOf = (pid: number): number | undefined => {
  const stat = told(pid, 'stat');
  return stat === undefined ? undefined : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
};

const told = (pid: number, what: 'cmdline' | 'stat'): string | undefined => {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8');
  } catch {
    return undefined;
  }
};
