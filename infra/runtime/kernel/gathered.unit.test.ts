import { gathered } from './gathered.ts';

/** Work whose calls end when they are told to. */
const work = () => {
  const calls: { items: number[]; end(): void; fail(error: Error): void }[] = [];
  const run = (items: number[]) =>
    new Promise<string[]>((resolve, reject) => {
      calls.push({ items, end: () => resolve(items.map((item) => `did ${item}`)), fail: reject });
    });
  return { calls, run };
};
const turn = () => new Promise((resolve) => setTimeout(resolve));

test('calls of one turn are one, and those made meanwhile the next, each with its own result', async () => {
  const { calls, run } = work();
  const one = gathered(run);
  const first = [one(1), one(2)];
  await turn();
  const later = [one(3), one(4), one(5)];
  await turn();
  expect(calls.map(({ items }) => items)).toEqual([[1, 2]]);
  calls[0]!.end();
  expect(await Promise.all(first)).toEqual(['did 1', 'did 2']);
  await turn();
  expect(calls.map(({ items }) => items)).toEqual([
    [1, 2],
    [3, 4, 5],
  ]);
  calls[1]!.end();
  expect(await Promise.all(later)).toEqual(['did 3', 'did 4', 'did 5']);
});

test('what fails fails for its own calls only, and later ones are worked on', async () => {
  const { calls, run } = work();
  const one = gathered(run);
  const failing = Promise.allSettled([one(1), one(2)]);
  await turn();
  const next = one(3);
  calls[0]!.fail(new Error('no server'));
  expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await turn();
  calls[1]!.end();
  expect(await next).toBe('did 3');
  const last = one(4);
  await turn();
  calls[2]!.end();
  expect(await last).toBe('did 4');
});

test('one that cannot be worked on at all fails alone', async () => {
  const one = gathered(async (items: number[]) => {
    if (items.includes(2)) throw Object.assign(new Error('It cannot be stored.'), { code: '22021' });
    return items.map((item) => `did ${item}`);
  });
  const ends = await Promise.allSettled([1, 2, 3].map(one));
  expect(ends.map((end) => (end.status === 'fulfilled' ? end.value : end.status))).toEqual(['did 1', 'rejected', 'did 3']);
});

test('no more go together than may', async () => {
  const { calls, run } = work();
  const one = gathered(run, { atMost: 2 });
  const all = [1, 2, 3, 4, 5].map(one);
  for (let nth = 0; nth < 3; nth += 1) {
    await turn();
    calls[nth]!.end();
  }
  expect(await Promise.all(all)).toHaveLength(5);
  expect(calls.map(({ items }) => items)).toEqual([[1, 2], [3, 4], [5]]);
});
