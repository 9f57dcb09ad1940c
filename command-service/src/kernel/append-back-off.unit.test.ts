import { jest } from '@jest/globals';
import { appendBackOff, LOST_PAUSE_MS } from './append-back-off.ts';

const TOOK_MS = 20;
afterEach(() => jest.restoreAllMocks());

/** How often a process rests that appends sixteen times to one stream, with such a pause after each. */
const rests = async (pauseMs: number): Promise<number> => {
  let now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  const letOthersIn = appendBackOff();
  const rested: Promise<unknown>[] = [];
  for (let n = 0; n < 16; n += 1) {
    now += TOOK_MS;
    letOthersIn('conversation-1', TOOK_MS, (rest) => rested.push(rest));
    now += pauseMs;
  }
  await Promise.all(rested);
  return rested.length;
};

test('who appends with hardly a break rests after every eighth append, so that another process can read and append', async () => {
  expect([await rests(0), await rests(LOST_PAUSE_MS.most + TOOK_MS - 1)]).toEqual([2, 2]);
});

test('if there is time for another to wait, read and append after each append, nobody has to wait for a rest', async () => {
  expect(await rests(LOST_PAUSE_MS.most + TOOK_MS)).toBe(0);
});
