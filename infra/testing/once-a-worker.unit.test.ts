import { jest } from '@jest/globals';
import { sharedByFiles } from './once-a-worker.ts';

beforeEach(() => jest.useFakeTimers());

/** Things with a number, and what has happened to them. */
const shared = () => {
  const told: string[] = [];
  let made = 0;
  const state = { isWhole: true, starts: true };
  const things = sharedByFiles({
    start: async () => {
      if (!state.starts) throw new Error('It cannot start.');
      made += 1;
      told.push(`start ${made}`);
      return made;
    },
    isWhole: async () => state.isWhole,
    close: async (thing) => {
      await Promise.resolve();
      told.push(`close ${thing}`);
    },
  });
  return { ...things, told, state };
};

test('files that follow one another use the same thing', async () => {
  const { join, leave, told } = shared();
  expect(await join()).toBe(1);
  leave();
  await jest.advanceTimersByTimeAsync(1_000);
  expect(await join()).toBe(1);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(told).toEqual(['start 1']);
});

test('what no file uses any more is closed, before the next one starts another', async () => {
  const { join, leave, told } = shared();
  await join();
  leave();
  jest.advanceTimersByTime(60_000);
  expect(await join()).toBe(2);
  expect(told).toEqual(['start 1', 'close 1', 'start 2']);
});

test('what a file broke is closed, and the next one gets another', async () => {
  const { join, leave, told, state } = shared();
  await join();
  leave();
  state.isWhole = false;
  expect(await join()).toBe(2);
  expect(told).toEqual(['start 1', 'close 1', 'start 2']);
});

test('a start that failed is tried again by the next file', async () => {
  const { join, told, state } = shared();
  state.starts = false;
  await expect(join()).rejects.toThrow('It cannot start.');
  state.starts = true;
  expect(await join()).toBe(1);
  expect(told).toEqual(['start 1']);
});
