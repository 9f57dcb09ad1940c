import { jest } from '@jest/globals';
import { peopleFirst } from './people-first.ts';

/** Of no other code of this process, which may still run what earlier test files have begun. */
const MOST_MS = 53;
beforeEach(() => jest.useFakeTimers());
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

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
  const [set, clear] = [jest.spyOn(globalThis, 'setTimeout'), jest.spyOn(globalThis, 'clearTimeout')];
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
  // Nothing is left that would keep the process alive.
  const limits = set.mock.calls.flatMap(([, ms], nth) => (ms === MOST_MS ? [set.mock.results[nth]!.value] : []));
  expect(limits).toHaveLength(2);
  expect(clear.mock.calls.map(([timer]) => timer)).toEqual(expect.arrayContaining(limits));
});

test('it is not kept away: it begins after its time, whoever waits', async () => {
  const people = peopleFirst(MOST_MS);
  void people.call(() => new Promise(() => undefined));
  const turn = turnOf(people);
  await jest.advanceTimersByTimeAsync(MOST_MS - 1);
  expect(turn.came).toBe(false);
  await jest.advanceTimersByTimeAsync(1);
  expect(turn.came).toBe(true);
});
