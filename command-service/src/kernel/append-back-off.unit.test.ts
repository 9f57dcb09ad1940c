import { jest } from '@jest/globals';
import { appendBackOff, pauseAfterLoss } from './append-back-off.ts';

const STREAM = 'conversation-1';
afterEach(() => jest.restoreAllMocks());

type Moment = { pauseMs?: number; tookMs?: number; lostMs?: number };

/**
 * The rests in ms of a process that appends sixteen times to one stream, with such a pause after each; `lostMs`: it has lost a race so long
 * before.
 */
const rests = async ({ pauseMs = 0, tookMs = 20, lostMs }: Moment): Promise<number[]> => {
  let now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  const others = appendBackOff();
  if (lostMs !== undefined) others.lost(STREAM);
  now += lostMs ?? 0;
  const rested: Promise<number>[] = [];
  for (let n = 0; n < 16; n += 1) {
    now += tookMs;
    const begun = Date.now();
    others.appended(STREAM, tookMs, (rest) => rested.push(rest.then(() => Date.now() - begun)));
    now += pauseMs;
  }
  return Promise.all(rested);
};

test('who appends with hardly a break rests after every eighth append, so that another process can read and append', async () => {
  expect(await rests({})).toHaveLength(2);
  expect(await rests({ pauseMs: 19 })).toHaveLength(2);
});

test('if the pauses are as long as an append takes, nobody has to wait for a rest', async () => {
  expect(await rests({ pauseMs: 20 })).toEqual([]);
});

test('after a lost race it rests as long as another one pauses, reads and appends, and pauses that are shorter are no reason against it', async () => {
  expect(Math.max(...(await rests({ tookMs: 2 })))).toBeLessThan(50);
  expect(Math.min(...(await rests({ tookMs: 2, lostMs: 9_000 })))).toBeGreaterThanOrEqual(53);
  expect(await rests({ pauseMs: 69, lostMs: 1_000 })).toHaveLength(2);
  expect(await rests({ pauseMs: 70, lostMs: 1_000 })).toEqual([]);
});

test('ten seconds later it counts on no other', async () => {
  expect(await rests({ pauseMs: 20, lostMs: 10_000 })).toEqual([]);
});

test('who has lost often pauses for less', () => {
  const longest = (lost: number) => {
    jest.spyOn(Math, 'random').mockReturnValue(1);
    return pauseAfterLoss(lost);
  };
  expect([longest(1), longest(3), longest(4), longest(20)]).toEqual([50, 50, 15, 15]);
});
