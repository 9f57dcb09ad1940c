import { fairly } from './fairly.ts';

/** Work that ends on request; `begun` lists the names in the order in which they began. */
const scene = (atOnce: number, each: number) => {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const turns = fairly({
    atOnce,
    each,
    work: (name) =>
      new Promise((resolve) => {
        begun.push(name);
        ends.set(name, resolve);
      }),
  });
  const end = async (name: string) => {
    ends.get(name)!();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { begun, end, turns };
};

test('an owner with much work leaves capacity for others', async () => {
  const { begun, end, turns } = scene(3, 2);
  for (const name of ['a1', 'a2', 'a3', 'a4']) turns.add('a', name);
  expect(begun).toEqual(['a1', 'a2']);
  turns.add('b', 'b1');
  turns.add('c', 'c1');
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  await end('a1');
  // The owner that had the last turn waits for those that have had none.
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3']);
  await end('b1');
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'c1']);
});

test('work that is added while it runs runs once more afterwards, not concurrently', async () => {
  const { begun, end, turns } = scene(4, 4);
  turns.add('a', 'x');
  turns.add('a', 'x');
  turns.add('a', 'x');
  expect(begun).toEqual(['x']);
  await end('x');
  expect(begun).toEqual(['x', 'x']);
  const over = turns.over();
  await end('x');
  await over;
  expect(begun).toEqual(['x', 'x']);
});
