import { rowsAtOnce } from './rows-at-once.ts';

/** A machine that needs so many milliseconds for each row of a piece. */
const after = (pieces: number, msPerRow: number, size = rowsAtOnce()) => {
  for (let piece = 0; piece < pieces; piece += 1) size.took(size.now() * msPerRow);
  return size;
};

test('on a fast machine more rows are done at once, but not any number', () => {
  expect(rowsAtOnce().now()).toBe(4);
  expect(after(2, 1).now()).toBe(5);
  expect(after(1_000, 1).now()).toBe(15);
});

test('on a slow one a piece takes about as long as wanted; a machine that becomes slow gets fewer at once soon', () => {
  expect(after(1_000, 8).now()).toBeGreaterThanOrEqual(4);
  expect(after(1_000, 8).now()).toBeLessThanOrEqual(6);
  expect(after(10, 100, after(1_000, 1)).now()).toBe(2);
});
