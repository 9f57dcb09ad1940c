import { jest } from '@jest/globals';
import { peopleFirst } from './people-first.ts';

const MOST_MS = 50;
beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** Whether a turn has come. */
const turnOf = (people: ReturnType<typeof peopleFirst>) => {
  const turn = { came: false };
  void people.turn().then(() => {
    turn.came = true;
  });
  return turn;
};
const passing = () => jest.advanceTimersByTimeAsync(0);

test('work that nobody waits for begins at once if no call is being carried out, else when the last one ends, however it ends', async () => {
  const people = peopleFirst(MOST_MS);
  const atOnce = turnOf(people);
  await passing();
  expect(atOnce.came).toBe(true);
  const [one, other] = [Promise.withResolvers<string>(), Promise.withResolvers<never>()];
  const calls = [people.call(() => one.promise), people.call(() => other.promise)] as const;
  const turns = [turnOf(people), turnOf(people)];
  one.resolve('answer');
  expect(await calls[0]).toBe('answer');
  await passing();
  expect(turns.map(({ came }) => came)).toEqual([false, false]);
  other.reject(new Error('refused'));
  await expect(calls[1]).rejects.toThrow('refused');
  await passing();
  expect(turns.map(({ came }) => came)).toEqual([true, true]);
  expect(jest.getTimerCount()).toBe(0);
});

test('it is not kept away: it begins after 50 ms, whoever waits', async () => {
  const people = peopleFirst(MOST_MS);
  void people.call(() => new Promise(() => undefined));
  const turn = turnOf(people);
  await jest.advanceTimersByTimeAsync(MOST_MS - 1);
  expect(turn.came).toBe(false);
  await jest.advanceTimersByTimeAsync(1);
  expect(turn.came).toBe(true);
});
