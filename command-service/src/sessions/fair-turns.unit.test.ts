import { fairTurns, type Turn } from './fair-turns.ts';

/** Turns that end on request: nothing here depends on time. */
const counted = (options: { atOnce: number; each?: number; all?: number }) => {
  const turns = fairTurns(options);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  let running = 0;
  let most = 0;
  const ask = (name: string, turn: Turn) =>
    turns.run(turn, async () => {
      begun.push(name);
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((end) => ends.push(end));
      running -= 1;
    });
  const endOne = async () => {
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { turns, ask, begun, endOne, most: () => most };
};

test.each([
  ['one address', () => 'same'],
  ['a hundred addresses', (n: number) => `address ${n}`],
])('of a hundred attempts from %s none starts before one of a known device that arrives later', async (_, from) => {
  const { ask, begun, endOne, turns, most } = counted({ atOnce: 2, each: 100 });
  const wrong = Array.from({ length: 100 }, (_, n) => ask(`wrong ${n}`, { from: from(n) }));
  const known = ask('known', 'first');
  expect([begun, turns.waiting()]).toEqual([['wrong 0', 'wrong 1'], 99]);
  await endOne();
  expect(begun.at(-1)).toBe('known');
  while (begun.length < 101) await endOne();
  for (let left = 0; left < 101; left += 1) await endOne();
  await Promise.all([...wrong, known]);
  expect([most(), turns.waiting()]).toEqual([2, 0]);
});

test('an origin waits for at most one of each other origin', async () => {
  const { ask, begun, endOne } = counted({ atOnce: 1 });
  for (let n = 0; n < 20; n += 1) void ask(`a${n}`, { from: 'a' });
  void ask('b0', { from: 'b' });
  void ask('c0', { from: 'c' });
  for (let n = 0; n < 5; n += 1) await endOne();
  expect(begun).toEqual(['a0', 'a1', 'b0', 'c0', 'a2', 'a3']);
});

test('too many from one origin, or in total, are refused; known devices are still admitted', async () => {
  const { ask } = counted({ atOnce: 1, each: 2, all: 3 });
  for (let n = 0; n < 3; n += 1) void ask('a', { from: 'a' });
  await expect(ask('a', { from: 'a' })).rejects.toMatchObject({ code: 'ERR_BUSY' });
  void ask('b', { from: 'b' });
  await expect(ask('c', { from: 'c' })).rejects.toMatchObject({ code: 'ERR_BUSY' });
  void ask('known', 'first');
});

test('a failed one frees its place', async () => {
  const turns = fairTurns({ atOnce: 1 });
  await expect(turns.run('first', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await turns.run({ from: 'a' }, async () => 'yes')).toBe('yes');
});
