/** So long at most does work that nobody waits for step aside, each time that it could begin: it is put off, not kept away. */
const MOST_MS = 50;

/** Lets the calls of people go first, within a process. */
export type PeopleFirst = {
  /** Carries out a call for which somebody waits. */
  call: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Resolves as soon as nobody waits, at the latest after `MOST_MS`. Called before a piece of work that nobody waits for. */
  turn: () => Promise<void>;
};

export const peopleFirst = (mostMs = MOST_MS): PeopleFirst => {
  let calls = 0;
  const aside = new Set<() => void>();

  return {
    call: async (work) => {
      calls += 1;
      try {
        return await work();
      } finally {
        calls -= 1;
        if (calls === 0) for (const go of aside) go();
      }
    },
    turn: async () => {
      if (calls === 0) return;
      await new Promise<void>((resolve) => {
        const go = () => {
          clearTimeout(latest);
          aside.delete(go);
          resolve();
        };
        const latest = setTimeout(go, mostMs);
        aside.add(go);
      });
    },
  };
};
