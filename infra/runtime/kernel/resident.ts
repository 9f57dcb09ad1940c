import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';

const LOOK_MS = 100;
const PAGE = 4_096;

/** The memory that a process holds, in bytes; 0 where the system does not tell. */
const residentBytes = async (pid: number | undefined): Promise<number> => {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  return Number(text.split(' ')[1] ?? 0) * PAGE;
};

/**
 * Looks ten times a second how much memory a process holds, outside of its heap too, and calls `exceeded` once it is over `mostBytes`. To be
 * stopped by what is returned.
 */
export const watchMemory = (child: Pick<ChildProcess, 'pid'>, mostBytes: number, exceeded: () => void): (() => void) => {
  const watch = setInterval(async () => {
    if ((await residentBytes(child.pid)) > mostBytes) exceeded();
  }, LOOK_MS);
  return () => clearInterval(watch);
};
