/** Runs `work` when it is the turn of its owner. Rejects as `work` does. */
export type Turns = <Result>(owner: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * Runs at most `atOnce` pieces of work at a time, at most `each` of them of one owner, whose own begin in order. The owners take turns: one
 * with a thousand pieces delays another one's single piece by no more than what is running. With `each` below `atOnce` not even by that.
 */
export const turnsOf = ({ atOnce, each }: { atOnce: number; each: number }): Turns => {
  /** What waits, by owner; the owner whose turn it is comes first. */
  const waiting = new Map<string, (() => void)[]>();
  const running = new Map<string, number>();
  let all = 0;

  const next = (): void => {
    for (const [owner, line] of waiting) {
      if (all === atOnce) return;
      const own = running.get(owner) ?? 0;
      if (own === each) continue;
      const begin = line.shift()!;
      waiting.delete(owner);
      // Its turn comes again after the others'.
      if (line.length > 0) waiting.set(owner, line);
      running.set(owner, own + 1);
      all += 1;
      begin();
    }
  };
  const leave = (owner: string): void => {
    const left = running.get(owner)! - 1;
    if (left > 0) running.set(owner, left);
    else running.delete(owner);
    all -= 1;
    next();
  };

  return async (owner, work) => {
    await new Promise<void>((begin) => {
      waiting.set(owner, [...(waiting.get(owner) ?? []), begin]);
      next();
    });
    try {
      return await work();
    } finally {
      leave(owner);
    }
  };
};
