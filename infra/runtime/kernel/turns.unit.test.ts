import { setImmediate as settled } from 'node:timers/promises';
import { turnsOf } from './turns.ts';

/** Pieces of work that begin and end by hand. */
const scene = (sizes: Parameters<typeof turnsOf>[0]) => {
  const turns = turnsOf(sizes);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const results = new Map<string, Promise<string>>();
  const ask = async (...names: string[]) => {
    for (const name of names)
      results.set(
        name,
        turns(name[0]!, async () => {
          begun.push(name);
          await new Promise<void>((resolve) => ends.set(name, resolve));
          return name;
        }),
      );
    await settled();
  };
  const end = async (name: string) => {
    ends.get(name)!();
    expect(await results.get(name)).toBe(name);
    await settled();
  };
  return { turns, ask, end, begun };
};

test('the companies take turns, and each one’s own pieces begin in order', async () => {
  const { ask, end, begun } = scene({ atOnce: 1, each: 1 });
  await ask('x1', 'a1', 'a2', 'a3', 'b1', 'b2', 'c1');
  for (let nth = 0; nth < 7; nth += 1) await end(begun[nth]!);
  expect(begun).toEqual(['x1', 'a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('a company never has the last place: another one begins at once', async () => {
  const { ask, end, begun } = scene({ atOnce: 2, each: 1 });
  await ask('a1', 'a2', 'b1', 'c1');
  expect(begun).toEqual(['a1', 'b1']);
  await end('b1');
  expect(begun).toEqual(['a1', 'b1', 'c1']);
  await end('a1');
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2']);
});

test('what fails gives its place back', async () => {
  const { turns } = scene({ atOnce: 1, each: 1 });
  await expect(turns('a', async () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await turns('a', async () => 'next')).toBe('next');
});
