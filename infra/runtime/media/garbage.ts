import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * How many bytes of buffers may pass between two collections. Uncollected buffers also count towards the limit of the old generation, which
 * `--memory-saver-mode` keeps only some megabytes above the live data: with 8 MB each collection here was followed by a full one, at 30 ms
 * of processor time. With 1 MB, buffers still in flight survive two collections and are promoted to the old generation, which has the same
 * effect.
 */
const EVERY_BYTES = 2 * 1024 * 1024;

type Collect = (options: { type: 'minor' }) => void;
let collect: Collect | undefined;
let passed = 0;

/**
 * Call it for each buffer that passes. V8 would collect them only after 64 MB, because they are outside of its heap; collecting the young
 * generation, which contains all of them, takes a millisecond.
 */
export const passing = (bytes: number): void => {
  passed += bytes;
  if (passed < EVERY_BYTES) return;
  passed = 0;
  if (!collect) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as Collect;
  }
  collect({ type: 'minor' });
};
