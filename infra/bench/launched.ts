import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lean } from '../embedded/processes/lean.mjs';
import type { Product } from '../testing/product.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const PROGRAM = 'infra/bench/launched.main.ts';

/** The report of the program once the product is ready. */
export type Ready = Pick<Product, 'url' | 'data' | 'demo'> & { children: { name: string; url: string; pid: number }[] };
export type Launched = Ready & { stop: () => Promise<void> };

/**
 * Starts the whole product with its launcher in a process of its own, with the settings that `npm start` gives it: what the launcher and its
 * origin need is measured apart from the bench. It is listed among the children as `origin`.
 */
export const startLaunched = async (): Promise<Launched> => {
  const child = fork(join(root, PROGRAM), {
    cwd: root,
    execArgv: lean.argv(PROGRAM).slice(0, -1),
    env: { ...process.env, ...lean.env },
  });
  const [ready] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`The launcher ended with ${code}.`))),
  ])) as [Ready];
  return {
    ...ready,
    children: [...ready.children, { name: 'origin', url: ready.url, pid: child.pid! }],
    stop: async () => {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
};
