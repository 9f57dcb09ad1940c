/** How many rows an import does at the same time. */
export type RowsAtOnce = {
  /** The number for the next piece. */
  now: () => number;
  /** Call it after a piece, with the milliseconds that its rows took. */
  took: (ms: number) => void;
};

/**
 * A piece of rows should take about this long, in milliseconds. Its appends stand in the same line as those of everybody else's commands, so
 * the time is what such a command waits longer.
 */
const WANTED_MS = 40;
const LEAST = 2;
const MOST = 15;
const FIRST = 4;
/** One row more after two pieces that were fast enough, a fifth fewer after one that was not. */
const MORE = 0.5;
const FEWER = 0.8;

/** Does more rows at a time while the store and the machine keep up, and fewer as soon as they do not. */
export const rowsAtOnce = (): RowsAtOnce => {
  let size = FIRST;
  return {
    now: () => Math.round(size),
    took: (ms) => {
      size = ms > WANTED_MS ? Math.max(LEAST, size * FEWER) : Math.min(MOST, size + MORE);
    },
  };
};
