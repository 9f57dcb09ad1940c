import { jest } from '@jest/globals';
import { Refused } from '@prosa/contracts';
import { type Bounds, type Scheduler, scheduler, type WorkClass } from './scheduler.ts';

const busy = new Refused('ERR_BUSY');
/** Hands out pieces of work that end when the test says so; `begun` names those that have begun, in order. */
const desk = (options: Parameters<typeof scheduler>[0]) => {
  const it: Scheduler = scheduler(options);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const add = (of: WorkClass, name: string, waitMs?: number): Promise<string> =>
    it.run(
      of,
      name[0]!,
      () =>
        new Promise<string>((resolve) => {
          begun.push(name);
          ends.set(name, () => resolve(name));
        }),
      waitMs === undefined ? {} : { waitMs },
    );
  const end = async (name: string): Promise<void> => {
    ends.get(name)!();
    await new Promise(setImmediate);
  };
  return { it, begun, add, end, settled: () => new Promise(setImmediate) };
};
const wide: Bounds = { atOnce: 10 };

test('a person goes before customers, customers go before bulk', async () => {
  const { begun, add, end } = desk({ atOnce: 1, bounds: { person: wide, customer: wide, bulk: wide } });
  for (const [of, name] of [
    ['bulk', 'a1'],
    ['bulk', 'a2'],
    ['customer', 'a3'],
    ['person', 'a4'],
  ] as const)
    void add(of, name);
  await end('a1');
  await end('a4');
  await end('a3');
  expect(begun).toEqual(['a1', 'a4', 'a3', 'a2']);
});

test('owners of a class take turns, and one with many pieces keeps to its bound', async () => {
  const { begun, add, end } = desk({ bounds: { bulk: { atOnce: 3, each: 2 } } });
  for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2']) void add('bulk', name);
  await end('a1');
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  await end('a2');
  await end('b1');
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'a4']);
});

test('a class has its least places even where others have taken all', async () => {
  const { begun, add, end } = desk({ atOnce: 2, bounds: { person: { atOnce: 4, least: 4 }, bulk: { atOnce: 2, least: 1 } } });
  for (const name of ['a1', 'a2', 'a3']) void add('person', name);
  for (const name of ['b1', 'b2']) void add('bulk', name);
  await end('a1');
  expect(begun).toEqual(['a1', 'a2', 'a3', 'b1']);
  await end('a2');
  expect(begun).toEqual(['a1', 'a2', 'a3', 'b1']);
  await end('a3');
  expect(begun).toEqual(['a1', 'a2', 'a3', 'b1', 'b2']);
});

test('a class waits while something outside says so', async () => {
  let isBehind = true;
  const { it, begun, add, settled } = desk({
    bounds: { person: wide, bulk: wide },
    mayBegin: (of) => of !== 'bulk' || !isBehind,
  });
  void add('bulk', 'a1');
  void add('person', 'a2');
  await settled();
  expect([begun, it.waiting('bulk')]).toEqual([['a2'], 1]);
  isBehind = false;
  it.look();
  await settled();
  expect([begun, it.waiting('bulk')]).toEqual([['a2', 'a1'], 0]);
});

test('what is too much to wait is refused, of one owner and in all', async () => {
  const { add } = desk({ bounds: { person: { atOnce: 1, waiting: { each: 1, all: 2 } } } });
  void add('person', 'a1');
  void add('person', 'a2');
  await expect(add('person', 'a3')).rejects.toEqual(busy);
  void add('person', 'b1');
  await expect(add('person', 'c1')).rejects.toEqual(busy);
});

test('who has waited for so long is refused, and nothing of it runs', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate'] });
  try {
    const { it, begun, add, end } = desk({ bounds: { person: { atOnce: 1 } } });
    void add('person', 'a1');
    const late = expect(add('person', 'b1', 100)).rejects.toEqual(busy);
    jest.advanceTimersByTime(100);
    await late;
    const served = add('person', 'c1', 100);
    await end('a1');
    jest.advanceTimersByTime(1_000);
    await end('c1');
    expect([await served, begun, it.waiting('person')]).toEqual(['c1', ['a1', 'c1'], 0]);
  } finally {
    jest.useRealTimers();
  }
});

test('work that fails rejects its caller and makes place', async () => {
  const { it, begun, add, settled } = desk({ bounds: { person: { atOnce: 1 } } });
  const failing = it.run('person', 'a', async () => {
    throw new Error('broken');
  });
  void add('person', 'a2');
  await expect(failing).rejects.toThrow('broken');
  await settled();
  expect(begun).toEqual(['a2']);
});

test('closing refuses what waits and waits for what runs', async () => {
  const { it, add, end } = desk({ bounds: { person: { atOnce: 1 } } });
  void add('person', 'a1');
  const waiting = expect(add('person', 'a2')).rejects.toEqual(busy);
  let closed = false;
  const closing = it.close().then(() => {
    closed = true;
  });
  await waiting;
  await expect(add('person', 'a3')).rejects.toEqual(busy);
  expect(closed).toBe(false);
  await end('a1');
  await closing;
  expect(closed).toBe(true);
});
