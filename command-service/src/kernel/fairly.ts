import { scheduler } from '@prosa/infra/runtime';

/** Runs named pieces of work whose owners take turns: an owner with a thousand pieces does not block another owner's single one. */
export type Fairly = {
  /** Adds work by name. A name that already waits stays one entry; a name that is running runs once more afterwards. */
  add(owner: string, name: string): void;
  /** Takes nothing more, and resolves when nothing is running. */
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
}: {
  atOnce: number;
  each: number;
  work: (name: string) => Promise<void>;
}): Fairly => {
  const turns = scheduler({ bounds: { bulk: { atOnce, each } } });
  const known = new Map<string, { isRunning: boolean; again: boolean }>();

  const add = (owner: string, name: string): void => {
    const already = known.get(name);
    if (already) {
      already.again = already.isRunning;
      return;
    }
    const entry = { isRunning: false, again: false };
    known.set(name, entry);
    const done = turns.run('bulk', owner, () => {
      entry.isRunning = true;
      return work(name);
    });
    done.then(
      () => {
        known.delete(name);
        if (entry.again) add(owner, name);
      },
      // It is over.
      () => undefined,
    );
  };

  return { add, over: turns.close };
};
