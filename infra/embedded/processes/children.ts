import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { lean } from './lean.mjs';
import type { LogFile } from './log-file.ts';

/** A part of the product that the launcher keeps running. `url` is its own address on the loopback. */
export type Child = {
  name: string;
  url: string;
  /** The current process; undefined between a death and the next start. */
  pid: () => number | undefined;
  /** Whether it was ready at the last check. */
  ready: () => boolean;
  /** Resolves when it is ready; rejects if it was stopped first. */
  whenReady: () => Promise<void>;
  stop: () => Promise<void>;
};

/** One run of a child. `ended` resolves to how it ended, for example "ended (SIGKILL)". */
export type Life = {
  pid: number | undefined;
  isReady: () => Promise<boolean>;
  ended: Promise<string>;
  end: () => Promise<unknown>;
};

type Kept = { name: string; url: string; logPath: string; start: () => Life | Promise<Life>; say: (line: string) => void };

const WATCH_MS = 2_000;

/** Starts something and restarts it whenever it dies: at once the first time, then with exponential back-off (up to 5 s). */
export const keepAlive = ({ name, url, logPath, start, say }: Kept): Child => {
  let life: Life | undefined;
  let isReady = false;
  const stopping = new AbortController();
  let waiting: { resolve: () => void; reject: (error: Error) => void }[] = [];

  const live = async (): Promise<string> => {
    const mine = await start();
    life = mine;
    if (stopping.signal.aborted) await mine.end();
    else void watch(mine);
    try {
      return await mine.ended;
    } finally {
      life = undefined;
      isReady = false;
    }
  };
  /** Checks readiness while it lives: a child that hangs is not ready until it answers again. */
  const watch = async (mine: Life) => {
    while (life === mine && !stopping.signal.aborted) {
      const answered = await mine.isReady().catch(() => false);
      if (life !== mine) return;
      isReady = answered;
      if (answered) for (const { resolve } of waiting.splice(0)) resolve();
      await sleep(answered ? WATCH_MS : 50, undefined, { ref: false });
    }
  };
  const keep = async () => {
    for (let deaths = 0; !stopping.signal.aborted; ) {
      const begun = Date.now();
      const how = await live().catch((error: Error) => `could not start: ${error.message}`);
      if (stopping.signal.aborted) return;
      deaths = Date.now() - begun > 30_000 ? 1 : deaths + 1;
      say(`${name} ${how}; starting it again. Its log: ${logPath}`);
      // A stop ends the wait early.
      await sleep(deaths === 1 ? 50 : Math.min(5_000, 250 * 2 ** deaths), undefined, { signal: stopping.signal }).catch(
        () => undefined,
      );
    }
  };

  const kept = keep();
  return {
    name,
    url,
    pid: () => life?.pid,
    ready: () => isReady,
    whenReady: () => (isReady ? Promise.resolve() : new Promise((resolve, reject) => waiting.push({ resolve, reject }))),
    stop: async () => {
      stopping.abort();
      for (const { reject } of waiting) reject(new Error(`${name} was stopped`));
      waiting = [];
      await life?.end();
      await kept;
    },
  };
};

type Program = {
  root: string;
  entry: string;
  env: Record<string, string | undefined>;
  log: LogFile;
  isReady: () => Promise<boolean>;
};

/** Starts one of the project's own programs on the pinned Node. */
export const startProgram = ({ root, entry, env, log, isReady }: Program): Life => {
  const child = spawn(process.execPath, lean.argv(entry), {
    cwd: root,
    env: { ...lean.env, ...process.env, ...env, PROSA_PARENT_PIPE: '1' },
    // Its stdin is a lifeline: when the launcher dies in any way, the pipe closes and the child ends.
    stdio: ['pipe', 'pipe', 'pipe'],
    // Ctrl-C in the terminal must reach only the launcher, which stops everything in order.
    detached: process.platform !== 'win32',
  });
  child.stdin.on('error', () => undefined);
  for (const stream of [child.stdout, child.stderr]) stream.on('data', log.write);
  const ended = once(child, 'exit').then(([code, signal]) => `ended (${signal ?? `code ${code}`})`);
  const end = async () => {
    child.kill('SIGTERM');
    const hard = setTimeout(() => child.kill('SIGKILL'), 8_000);
    await ended;
    clearTimeout(hard);
  };
  return { pid: child.pid, isReady, ended, end };
};
