const { mixed } = (await import('./sequencer.mjs' as string)) as {
  mixed: (tests: { path: string }[]) => { path: string }[];
};

const at = (path: string) => ({ path: `/prosa/${path}` });
const unit = (nth: number) => at(`contracts/src/a${nth}.unit.test.ts`);
const orderOf = (...tests: { path: string }[]) => mixed(tests).map(({ path }) => path.replace(/.*\//, '').replace(/\..*/, ''));

test('what takes minutes starts first, then files of the product among all others, of which those of kills come first', () => {
  const product = ['tags', 'mail', 'kills', 'users'].map((name) => at(`infra/e2e/${name}.e2e.test.ts`));
  const others = [...Array.from({ length: 9 }, (_, nth) => unit(nth)), at('channel-gateway/src/outbox/kill.int.test.ts')];
  expect(orderOf(...others, ...product)).toEqual([
    'kills',
    'tags',
    'kill',
    'a0',
    'a1',
    'mail',
    'a2',
    'a3',
    'users',
    'a4',
    'a5',
    'a6',
    'a7',
    'a8',
  ]);
});

test('each file is there once, of whatever kinds they are', () => {
  expect(orderOf(unit(1), unit(2))).toEqual(['a1', 'a2']);
  expect(orderOf(at('infra/e2e/tags.e2e.test.ts'), at('infra/e2e/kills.e2e.test.ts'))).toEqual(['kills', 'tags']);
  expect(orderOf()).toEqual([]);
});
