import { createLogger } from '@prosa/infra/runtime';
import { sharedByFiles } from '../../../infra/testing/once-a-worker.ts';
import type { CommandService } from '../app.ts';
import { reactors } from '../features.ts';
import { startWorld } from './start-world.fixture.ts';

type Pair = { world: Awaited<ReturnType<typeof startWorld>>; c1: CommandService; c2: CommandService; lines: string[] };

/** A reactor that is behind its events for longer is stuck, or has so much to do that a later file would wait for it. */
const BEHIND_SECONDS = 5;

/** They answer calls, and no reactor is stuck. */
const isWhole = async ({ c1, c2 }: Pair): Promise<boolean> => {
  const inject = (url: string) => Promise.all([c1, c2].map(({ app }) => app.inject(url)));
  if ((await inject('/readyz')).some(({ statusCode }) => statusCode !== 200)) return false;
  const metrics = (await inject('/metrics')).map(({ payload }) => payload).join('\n');
  const lags = [...metrics.matchAll(/^command_reactor_lag_seconds\{.*\} (\S+)$/gm)].map(([, seconds]) => Number(seconds));
  return lags.length === reactors.length && lags.every((seconds) => seconds < BEHIND_SECONDS);
};

const shared = sharedByFiles<Pair>({
  start: async () => {
    const lines: string[] = [];
    const log = createLogger('test', 'trace', { write: (line) => lines.push(line) });
    // Leases as the product has them: nobody waits here for those of a process that has died.
    const world = await startWorld({ log, leases: {} });
    const [c1, c2] = await Promise.all([world.instance(), world.instance()]);
    return { world, c1, c2, lines };
  },
  isWhole,
  close: ({ world }) => world.close(),
});

/** Ends what the last file has added, if it could not do so itself. */
let leave: (() => Promise<void>) | undefined;

/**
 * The world of two instances that test files of a worker use one after another, each for companies of its own. `instance` adds one for
 * this file; `logged` returns what was logged since it joined; `close` ends what it added. A file that restarts, breaks or slows down
 * anything, sets options of the service, or looks at what all companies have, starts a world of its own.
 */
export const joinWorld = async () => {
  await leave?.();
  const { world, c1, c2, lines } = await shared.join();
  // Wrong passwords of earlier files would count for this one, which calls from the same address.
  await c1.deps.pool.query('delete from command.login_attempt');
  lines.length = 0;
  const added: CommandService[] = [];
  const instance: typeof world.instance = async (options) => {
    const service = await world.instance(options);
    added.push(service);
    return service;
  };
  leave = async () => {
    leave = undefined;
    await Promise.all(added.map((service) => service.close()));
    shared.leave();
  };
  return { ...world, c1, c2, instance, logged: () => lines.join(''), close: leave };
};
