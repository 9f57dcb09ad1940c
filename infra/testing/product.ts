import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LauncherOptions, launch, type Prosa } from '../embedded/launcher.ts';
import type { Demo } from '../simulate/simulate.ts';
import { testDatabase } from './postgres/postgres.ts';

export type Product = Prosa & {
  data: string;
  demo: Demo & { other: Demo; copies: Demo[] };
  /** Kills a process at once, like a crash; the launcher restarts it. */
  kill: (name: string) => void;
};

/** Starts the whole product as `npm start` does, on a folder of its own and a free port, with its demo. */
export const startProduct = async (options: Partial<LauncherOptions> = {}): Promise<Product> => {
  const data = options.data ?? mkdtempSync(join(tmpdir(), 'prosa-'));
  const prosa = await launch({ data, host: '127.0.0.1', port: 0, demo: 1, instances: 1, ...options });
  return {
    ...prosa,
    data,
    demo: JSON.parse(readFileSync(join(data, 'demo.json'), 'utf8')),
    kill: (name) => {
      const pid = prosa.children.find((child) => child.name === name)?.pid();
      if (pid === undefined) throw new Error(`${name} is not running`);
      process.kill(pid, 'SIGKILL');
    },
    stop: async () => {
      await prosa.stop();
      if (!options.data) rmSync(data, { recursive: true, force: true });
    },
  };
};

/**
 * The same on a database of the tests' shared Postgres, which saves creating, starting and stopping one: for tests that neither stop
 * Postgres nor check its port, password or log.
 */
export const startProductOnSharedPostgres = async (options: Partial<LauncherOptions> = {}): Promise<Product> => {
  const database = await testDatabase();
  try {
    const product = await startProduct({ ...options, databaseUrl: database.url });
    return {
      ...product,
      stop: async () => {
        await product.stop();
        await database.drop();
      },
    };
  } catch (error) {
    await database.drop();
    throw error;
  }
};
