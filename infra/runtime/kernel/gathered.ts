import { setImmediate as nextTurn } from 'node:timers/promises';
import { isLasting } from './lasting.ts';
import { beginRound } from './rest.ts';

/**
 * Gathers single calls into calls for many: those of one turn of the event loop, and those made while earlier ones are being worked on, go
 * together, so the cost of each falls as the load rises. `work` gets the items in the order of the calls and returns as many results in that
 * order; if it rejects, all of these calls do, but for an error that lies in one of them: then each is worked on alone. One `work` runs at a time, with `atMost` items. A call waits until the input that arrived with it
 * was read. If it `rests`, the calls of the time after a `work` go together as well.
 */
export const gathered = <Item, Result>(
  work: (items: Item[]) => Promise<readonly Result[]>,
  { atMost = 200, rests = false }: { atMost?: number; rests?: boolean } = {},
): ((item: Item) => Promise<Result>) => {
  type Call = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void };
  let waiting: Call[] = [];
  let isRunning = false;

  /** Works on calls together. Returns why that cannot be done. */
  const attempt = async (calls: Call[]): Promise<{ error: unknown } | null> => {
    try {
      const results = await work(calls.map(({ item }) => item));
      for (const [nth, { resolve }] of calls.entries()) resolve(results[nth]!);
      return null;
    } catch (error) {
      return { error };
    }
  };
  const settle = async (calls: Call[]): Promise<void> => {
    const failed = await attempt(calls);
    if (!failed) return;
    if (calls.length > 1 && isLasting(failed.error)) for (const call of calls) await settle([call]);
    else for (const { reject } of calls) reject(failed.error);
  };

  const run = async (): Promise<void> => {
    while (waiting.length > 0) {
      await nextTurn();
      const calls = waiting.slice(0, atMost);
      waiting = waiting.slice(calls.length);
      const rest = beginRound();
      await settle(calls);
      if (rests) await rest();
    }
    isRunning = false;
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (isRunning) return;
      isRunning = true;
      void run();
    });
};
