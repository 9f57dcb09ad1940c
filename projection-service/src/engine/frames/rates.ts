/** How often something happens, by name. */
export type Rates = {
  /** Notes that it has happened so many times more; returns how often it has happened in the last second, approximately. */
  add(name: string, times: number): number;
};

const SECOND = 1_000;

/** Counts in steps of a second, of which the one before counts as far as it is within the last second. */
export const createRates = (now: () => number = () => performance.now()): Rates => {
  let begun = Number.NEGATIVE_INFINITY;
  let counts = new Map<string, number>();
  let before = new Map<string, number>();
  return {
    add: (name, times) => {
      const at = now();
      if (at - begun >= SECOND) {
        before = at - begun < 2 * SECOND ? counts : new Map();
        counts = new Map();
        begun = at - begun < 2 * SECOND ? begun + SECOND : at;
      }
      const count = (counts.get(name) ?? 0) + times;
      counts.set(name, count);
      return count + (before.get(name) ?? 0) * (1 - (at - begun) / SECOND);
    },
  };
};
