import { Refused } from '@prosa/contracts';

/** `first`: before all others. Otherwise in turn with the other origins. */
export type Turn = 'first' | { from: string };

export type FairTurns = {
  /** Runs `work` when its turn comes. Throws ERR_BUSY if too many are waiting already. */
  run: <Result>(turn: Turn, work: () => Promise<Result>) => Promise<Result>;
  waiting: () => number;
};

/**
 * Runs at most `atOnce` pieces of work at a time. Of those waiting, the `first` ones go before all others, in order of arrival; the others
 * take turns by origin, so that a hundred from one address delay no other address. At most `each` per origin wait, and `all` in total.
 */
export const fairTurns = ({ atOnce, each = 50, all = 500 }: { atOnce: number; each?: number; all?: number }): FairTurns => {
  const first: (() => void)[] = [];
  const others = new Map<string, (() => void)[]>();
  let running = 0;
  let waiting = 0;

  const next = (): (() => void) | undefined => {
    const known = first.shift();
    if (known) return known;
    const [origin, line] = others.entries().next().value ?? [];
    if (origin === undefined || line === undefined) return undefined;
    const taken = line.shift();
    // The origin moves to the end: it is the others' turn.
    others.delete(origin);
    if (line.length > 0) others.set(origin, line);
    return taken;
  };
  const wait = (turn: Turn): Promise<void> => {
    const line = turn === 'first' ? first : (others.get(turn.from) ?? []);
    const isFull = turn === 'first' ? line.length >= all : line.length >= each || waiting - first.length >= all;
    if (isFull) throw new Refused('ERR_BUSY');
    if (turn !== 'first') others.set(turn.from, line);
    waiting += 1;
    return new Promise((resolve) => line.push(resolve));
  };

  return {
    waiting: () => waiting,
    run: async (turn, work) => {
      if (running < atOnce) running += 1;
      else await wait(turn);
      try {
        return await work();
      } finally {
        const following = next();
        if (following) {
          waiting -= 1;
          following();
        } else running -= 1;
      }
    },
  };
};
