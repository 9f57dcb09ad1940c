import { jest } from '@jest/globals';
import type { SessionState } from '../provider.port.ts';
import { sessionTelling } from './whatsapp.telling.ts';

type Told = { second: number; status: SessionState['status'] };

/** A session that goes away now, and what it tells from then on. */
const away = () => {
  const over = new AbortController();
  const begun = Date.now();
  const told: Told[] = [];
  const telling = sessionTelling({
    held: {
      report: async ({ status }) => void told.push({ second: (Date.now() - begun) / 1_000, status }),
      show: async () => undefined,
    },
    store: { codeNumber: async () => null },
    socket: () => null,
    over: over.signal,
  });
  telling.away();
  return { telling, told, over };
};

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test('after a minute without the server it is told that it does not answer, while the session waits for its next try', async () => {
  const { telling, told, over } = away();
  const retrying = async () => {
    for (const seconds of [1, 2, 5, 15, 30, 60]) {
      await telling.trying('OPENING');
      await telling.waited(seconds * 1_000, over.signal);
    }
  };
  void retrying();
  await jest.advanceTimersByTimeAsync(59_900);
  expect(told.at(-1)).toEqual({ second: 53, status: 'OPENING' });
  await jest.advanceTimersByTimeAsync(200);
  expect(told.at(-1)).toEqual({ second: 60, status: 'TIMEOUT' });
  await jest.advanceTimersByTimeAsync(60_000);
  expect(told).toHaveLength(7);
  expect(told.filter(({ status }) => status === 'TIMEOUT')).toEqual([{ second: 60, status: 'TIMEOUT' }]);
});

test('it waits no longer for that, and nothing is told if it is over before', async () => {
  const { telling, told, over } = away();
  const waited: number[] = [];
  const begun = Date.now();
  const wait = async (ms: number) => {
    await telling.waited(ms, over.signal);
    waited.push(Date.now() - begun);
  };
  void wait(90_000);
  await jest.advanceTimersByTimeAsync(90_000);
  expect(waited).toEqual([90_000]);
  const other = away();
  const ended = other.telling.waited(90_000, other.over.signal);
  await jest.advanceTimersByTimeAsync(30_000);
  other.over.abort();
  await ended;
  expect(other.told).toEqual([]);
  expect(told).toEqual([{ second: 60, status: 'TIMEOUT' }]);
});
