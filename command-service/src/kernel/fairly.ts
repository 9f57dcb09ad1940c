/** Runs named pieces of work whose owners take turns: an owner with a thousand pieces does not block another owner's single one. */
export type Fairly = {
  /** Adds work by name. A name that already waits stays one entry; a name that is running runs once more afterwards. */
  add(owner: string, name: string): void;
  /** Begins whatever may begin now. */
  look(): void;
  /** Resolves when nothing is running. */
  over(): Promise<void>;
};

/**
 * Runs at most `atOnce` pieces of work at a time, at most `each` of them of one owner; `work` must not reject. The same name never runs
 * twice at a time.
 */
export const fairly = ({
  atOnce,
  each,
  work,
  mayBegin = () => true,
}: {
  atOnce: number;
  each: number;
  work: (name: string) => Promise<void>;
  /** Whether anything may begin now; call `look` when its answer may have become true. */
  mayBegin?: () => boolean;
}): Fairly => {
  /** Names by owner; the owner whose turn it is comes first. */
  const waiting = new Map<string, Set<string>>();
  const running = new Map<string, { owner: string; again: boolean; ended: Promise<void> }>();
  const runningOf = (owner: string): number =>
    running
      .values()
      .filter((one) => one.owner === owner)
      .toArray().length;

  const begin = (owner: string, name: string): void => {
    const ended = work(name).then(() => {
      const again = running.get(name)?.again;
      running.delete(name);
      if (again) add(owner, name);
      else next();
    });
    running.set(name, { owner, again: false, ended });
  };

  const next = (): void => {
    while (running.size < atOnce && mayBegin()) {
      const turn = waiting.entries().find(([owner]) => runningOf(owner) < each);
      if (!turn) return;
      const [owner, names] = turn;
      const [name] = names;
      waiting.delete(owner);
      if (name === undefined) continue;
      names.delete(name);
      if (names.size > 0) waiting.set(owner, names);
      begin(owner, name);
    }
  };

  const add = (owner: string, name: string): void => {
    const already = running.get(name);
    if (already) already.again = true;
    else waiting.set(owner, (waiting.get(owner) ?? new Set()).add(name));
    next();
  };

  return {
    add,
    look: next,
    over: async () => {
      while (running.size > 0) await Promise.all(running.values().map(({ ended }) => ended));
    },
  };
};
