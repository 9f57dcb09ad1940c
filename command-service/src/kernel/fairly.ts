/** Works by name, whose owners take turns: who brings a thousand of them keeps nobody else's one waiting. */
export type Fairly = {
  /** A name that waits or runs already is worked on once more. */
  add(owner: string, name: string): void;
  /** Begins what may begin now. */
  look(): void;
  /** Resolves when nothing runs. */
  over(): Promise<void>;
};

/** Does `atOnce` works side by side, `each` of one owner; `work` must not reject. One name is never worked on twice at a time. */
export const fairly = ({
  atOnce,
  each,
  work,
  mayBegin = () => true,
}: {
  atOnce: number;
  each: number;
  work: (name: string) => Promise<void>;
  /** Whether anything may begin now; call `look` when that may have become true. */
  mayBegin?: () => boolean;
}): Fairly => {
  /** The owner whose turn it is comes first. */
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
