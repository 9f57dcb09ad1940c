const { mixed } = (await import('./sequencer.mjs' as string)) as {
  mixed: (tests: { path: string }[]) => { path: string }[];
};

const at = (path: string) => ({ path: `/prosa/${path}` });
const unit = (nth: number) => at(`contracts/src/a${nth}.unit.test.ts`);
const orderOf = (...tests: { path: string }[]) => mixed(tests).map(({ path }) => path.replace(/.*\//, '').replace(/\..*/, ''));

test('files of the product are dealt out among most of the others', () => {
  const product = ['tags', 'mail', 'users'].map((name) => at(`infra/e2e/${name}.e2e.test.ts`));
  const others = Array.from({ length: 10 }, (_, nth) => unit(nth));
  expect(orderOf(...others, ...product).join(' ')).toBe('tags a0 a1 a2 mail a3 a4 users a5 a6 a7 a8 a9');
});

test('each file is there once, of whatever kinds they are', () => {
  expect(orderOf(unit(1), unit(2))).toEqual(['a1', 'a2']);
  expect(orderOf(at('infra/e2e/desk/tags.e2e.test.ts'), at('infra/e2e/people/mail.e2e.test.ts'))).toEqual(['tags', 'mail']);
  expect(orderOf()).toEqual([]);
});
