import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../embedded/processes/ports.ts';
import type { Demo } from '../simulate/simulate.ts';
import { benchMemory, memoryOf } from './memory.bench.ts';
import type { Finding } from './report.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Runs `npm start` as a person types it, on a folder of this bench; resolves when it is ready. */
const npmStart = async (data: string) => {
  const begin = performance.now();
  const port = await freePort();
  const child: ChildProcess = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), PROSA_DATA: data },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout!.on('data', (text) => String(text).includes('Prosa is ready') && resolve());
    child.once('exit', (code) => reject(new Error(`npm start ended with ${code}`)));
  });
  return {
    readyMs: performance.now() - begin,
    pid: child.pid!,
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill('SIGTERM');
      // npm ends before the processes it started: the folder is free once its lock is gone.
      while (existsSync(join(data, 'launcher.lock'))) await new Promise((resolve) => setTimeout(resolve, 50));
    },
  };
};

/** The second start on an empty folder: when it is ready, and how much memory it uses, idle and after ten minutes of traffic. */
export const benchStart = async (): Promise<Finding[]> => {
  const data = mkdtempSync(join(tmpdir(), 'prosa-bench-'));
  try {
    await (await npmStart(data)).stop();
    const { readyMs, pid, url, stop } = await npmStart(data);
    try {
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      const idle = memoryOf(pid);
      const demo = JSON.parse(readFileSync(join(data, 'demo.json'), 'utf8')) as Demo;
      const loaded = await benchMemory({ pid, url, demo });
      return [
        {
          what: 'ready after npm start, installed and built',
          measured: Math.round(readyMs),
          unit: 'ms',
          target: { under: 6_000 },
          detail: { readyMs },
        },
        {
          what: 'all processes together, idle',
          measured: idle.megabytes,
          unit: 'MB',
          target: { under: 600 },
          detail: { processes: idle.processes, ...idle.parts },
        },
        loaded,
      ];
    } finally {
      await stop();
    }
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
};
