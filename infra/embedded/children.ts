import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A service that the launcher keeps alive. `url` is its own address on the loopback. */
export type Child = {
  name: string;
  url: string;
  /** The process as it is now; undefined between a death and the next start. */
  pid: () => number | undefined;
  /** Whether it answered /readyz since its last start. */
  ready: () => boolean;
  /** Resolves when it is ready; rejects when it was stopped first. */
  whenReady: () => Promise<void>;
  stop: () => Promise<void>;
};

type Options = {
  name: string;
  entry: string;
  url: string;
  env: Record<string, string | undefined>;
  logs: string;
  root: string;
  isReady: () => Promise<boolean>;
  onExit?: (reason: string) => void;
};

/** A young generation that stays small: under load V8 would let it grow to twice the size of all that lives. */
const SMALL = ['--max-semi-space-size=8'];
const KEPT_LOG_BYTES = 16 * 1024 * 1024;

/** Starts a service and starts it again whenever it dies, at once at first, then with growing pauses (up to 5 s). */
export const keepAlive = (options: Options): Child => {
  const { name, entry, url, logs, root } = options;
  mkdirSync(logs, { recursive: true });
  const log = openLog(join(logs, `${name}.log`));
  let child: ChildProcess | undefined;
  let isReady = false;
  let stopping = false;
  let deaths = 0;
  let waiting: { resolve: () => void; reject: (error: Error) => void }[] = [];
  let restart: NodeJS.Timeout | undefined;

  const start = () => {
    const started = Date.now();
    const current = spawn(process.execPath, [...SMALL, '--disable-warning=ExperimentalWarning', entry], {
      cwd: root,
      // Fewer malloc arenas: on a small machine they would hold more than the heaps do.
      env: { MALLOC_ARENA_MAX: '2', ...process.env, ...options.env, PROSA_PARENT_PIPE: '1' },
      // Its stdin is our life line: when the launcher dies in whatever way, the pipe closes and the child ends.
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    child = current;
    current.stdin?.on('error', () => undefined);
    current.stdout?.pipe(log, { end: false });
    current.stderr?.pipe(log, { end: false });
    current.once('exit', (code, signal) => {
      isReady = false;
      child = undefined;
      if (stopping) return;
      deaths = Date.now() - started > 30_000 ? 1 : deaths + 1;
      options.onExit?.(`${name} ended (${signal ?? `code ${code}`}); starting it again. Its log: ${join(logs, `${name}.log`)}`);
      restart = setTimeout(start, deaths === 1 ? 50 : Math.min(5_000, 250 * 2 ** deaths));
    });
    void poll(current);
  };

  const poll = async (current: ChildProcess) => {
    while (child === current && !stopping) {
      if (await options.isReady().catch(() => false)) {
        if (child !== current) return;
        isReady = true;
        for (const { resolve } of waiting.splice(0)) resolve();
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };

  start();
  return {
    name,
    url,
    pid: () => child?.pid,
    ready: () => isReady,
    whenReady: () => (isReady ? Promise.resolve() : new Promise((resolve, reject) => waiting.push({ resolve, reject }))),
    stop: async () => {
      stopping = true;
      clearTimeout(restart);
      for (const { reject } of waiting) reject(new Error(`${name} was stopped`));
      waiting = [];
      const current = child;
      if (current && current.exitCode === null && current.signalCode === null) {
        const gone = new Promise((resolve) => current.once('exit', resolve));
        current.kill('SIGTERM');
        const hard = setTimeout(() => current.kill('SIGKILL'), 8_000);
        await gone;
        clearTimeout(hard);
      }
      await new Promise((resolve) => log.end(resolve));
    },
  };
};

/** Appends to a log, keeping one older file once it has grown. */
const openLog = (path: string) => {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > KEPT_LOG_BYTES) renameSync(path, `${path}.1`);
  return createWriteStream(path, { flags: 'a', mode: 0o600 });
};
