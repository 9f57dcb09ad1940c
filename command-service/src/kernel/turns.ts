import { type Scheduler, scheduler } from '@prosa/infra/runtime';

/**
 * How much of each class the command side does at a time: calls of people (`person`), what customers sent and what was promised to them
 * (`customer`), and imports, mass changes and what is overdue (`bulk`). People's calls always begin: their number is limited for each
 * company before. Of the rest so much runs that a command of a person finds the process, its connections and the store at work
 * on a few others at most.
 */
export const places = {
  atOnce: 16,
  bounds: {
    person: { atOnce: 1_000, least: 1_000 },
    customer: { atOnce: 12, least: 2 },
    bulk: { atOnce: 4, each: 2, least: 1 },
  },
} as const;

/**
 * One projector serves all companies, so what bulk work writes delays every screen: it pauses while the projector is behind by more than
 * this. It is the same time that a reader waits for its own write (decision 32).
 */
export const BEHIND_MS = 2_000;

/** The turns of a command service. `behindMs`: how far the projector is behind, in milliseconds. */
export const commandTurns = (behindMs: () => number): Scheduler =>
  scheduler({ ...places, mayBegin: (of) => of !== 'bulk' || behindMs() <= BEHIND_MS });

/**
 * Does the same bulk work with each of many items of a company. Only as many wait for their turn as may run. The first failure ends it.
 */
export const inBulk = async <Item>(
  turns: Scheduler,
  companyId: string,
  items: Iterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> => {
  const next = Iterator.from(items);
  let failed = false;
  const worker = async (): Promise<void> => {
    for (const item of next) {
      if (failed) return;
      await turns.run('bulk', companyId, () => work(item));
    }
  };
  const workers = Array.from({ length: places.bounds.bulk.each }, () =>
    worker().catch((error: unknown) => {
      failed = true;
      throw error;
    }),
  );
  await Promise.allSettled(workers);
  await Promise.all(workers);
};
