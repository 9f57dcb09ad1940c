import { jest } from '@jest/globals';
import { appendBackOff, pauseAfterLoss } from './append-back-off.ts';

const STREAM = 'conversation-1';
afterEach(() => jest.restoreAllMocks());

type Moment = { pauseMs?: number; tookMs?: number; lostMs?: number };

/**
 * The rests in ms of a process that appends sixteen times to one stream, with such a pause after each; `lostMs`: it has lost a race so long
 * before.
 */
const rests = ({ pauseMs = 0, tookMs = 20, lostMs }: Moment): number[] => {
  let now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  const rested: number[] = [];
  const others = appendBackOff(async (ms) => void rested.push(ms));
  if (lostMs !== undefined) others.lost(STREAM);
  now += lostMs ?? 0;
  for (let n = 0; n < 16; n += 1) {
    now += tookMs;
    others.appended(STREAM, tookMs, () => undefined);
    now += pauseMs;
  }
  return rested;
};

test('who appends with hardly a break rests after every eighth append, so that another process can read and append', () => {
  expect([rests({}), rests({ pauseMs: 19 })]).toEqual([
    [80, 80],
    [80, 80],
  ]);
  expect([rests({ tookMs: 2 }), rests({ tookMs: 200 })]).toEqual([
    [15, 15],
    [400, 400],
  ]);
});

test('if the pauses are as long as an append takes, nobody has to wait for a rest', () => {
  expect(rests({ pauseMs: 20 })).toEqual([]);
});

test('after a lost race it rests as long as another one pauses, reads and appends, and pauses that are shorter are no reason against it', () => {
  expect(rests({ tookMs: 2, lostMs: 9_000 })).toEqual([54, 54]);
  expect(rests({ pauseMs: 69, lostMs: 1_000 })).toEqual([90, 90]);
  expect(rests({ pauseMs: 70, lostMs: 1_000 })).toEqual([]);
});

test('ten seconds later it counts on no other', () => {
  expect(rests({ pauseMs: 20, lostMs: 10_000 })).toEqual([]);
});

test('who has lost often pauses for less', () => {
  const longest = (lost: number) => {
    jest.spyOn(Math, 'random').mockReturnValue(1);
    return pauseAfterLoss(lost);
  };
  expect([longest(1), longest(3), longest(4), longest(20)]).toEqual([50, 50, 15, 15]);
});
