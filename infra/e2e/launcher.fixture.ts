import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually, START } from './people.fixture.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export type Started = {
  process: ChildProcess;
  /** All its output. */
  said: () => string;
  ended: Promise<{ code: number | null; signal: string | null }>;
};

/** Starts a program in the project's folder, or in another one, as the leader of a process group of its own, as a terminal does. */
export const startProgram = (program: string, args: string[], env: Record<string, string>, cwd = root): Started => {
  // Removes npm's variables, with which a start would believe that npm started it.
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'));
  const child = spawn(program, args, {
    cwd,
    env: { ...Object.fromEntries(own), HOST: '127.0.0.1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const ended = once(child, 'exit').then(([code, signal]) => ({ code, signal }) as Awaited<Started['ended']>);
  return { process: child, said: () => text, ended };
};

/** The command line of the launcher: the pinned Node and its arguments. */
export const launcher = [process.execPath, '--disable-warning=ExperimentalWarning', 'infra/embedded/launcher.main.ts'] as const;

export const startLauncher = (env: Record<string, string>): Started => startProgram(launcher[0], launcher.slice(1), env);

/** Resolves when it reports that it is ready; throws if it ended before. */
export const ready = (one: Started): Promise<true> =>
  eventually(
    'the ready line',
    () => {
      if (one.process.exitCode !== null) throw new Error(`The launcher ended: ${one.said()}`);
      return one.said().includes('Prosa is ready');
    },
    START,
  );

/** Stops what a test left running. */
export const endAll = async (started: Started[]): Promise<void> => {
  for (const { process: child, ended } of started) {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
    await ended;
  }
};

/** Reads a file of a process in /proc; empty for a process that has ended, even if it ends during the read. */
export const told = (pid: number, what: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8');
  } catch {
    return '';
  }
};

/** All descendants of a process; empty if it has ended. */
export const family = (pid: number): number[] => {
  const children = told(pid, `task/${pid}/children`).trim().split(' ').filter(Boolean).map(Number);
  return [...children, ...children.flatMap(family)];
};

/** Kills processes as by kill -9; those that have ended meanwhile, as one whose parent is gone does, need no more. */
export const killAll = (pids: readonly number[]): void => {
  for (const pid of pids)
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
};

/** A zombie has already ended; it only waits to be reaped. */
export const lives = (pid: number): boolean => /^\d+ \(.*\) [^ZX]/.test(told(pid, 'stat'));

/** Whether no process holds the data folder any more, and its Postgres was stopped cleanly. */
export const isAtRest = (data: string): boolean =>
  !existsSync(join(data, 'launcher.lock')) && !existsSync(join(data, 'postgres', 'postmaster.pid'));
