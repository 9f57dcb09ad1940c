import { inOrder } from './order.ts';

const sorted = (...names: (string | null)[]) =>
  names
    .map((name, n) => ({ id: `${n}`, name }))
    .sort(inOrder('name'))
    .map(({ name }) => name);

test('names are in human order: case and accents do not matter', () =>
  expect(sorted('Zebra', 'Ábaco', 'abacate', 'ABACO', 'élan', 'Elas', 'zê', 'Çedilha', 'casa')).toEqual([
    'abacate',
    'ABACO',
    'Ábaco',
    'casa',
    'Çedilha',
    'élan',
    'Elas',
    'zê',
    'Zebra',
  ]));

test('names that differ only in case or accents have a fixed order, and ties are ordered by id', () => {
  expect(sorted('á', 'a', 'A', 'Á')).toEqual(['A', 'a', 'Á', 'á']);
  const same = [3, 1, 2].map((n) => ({ id: `${n}`, name: 'a' }));
  expect(same.sort(inOrder('name')).map(({ id }) => id)).toEqual(['1', '2', '3']);
});

test('numbers are ordered by value, and forgotten names come last', () => {
  expect(sorted(null, 'z', '')).toEqual(['', 'z', null]);
  const plans = [10, 9, 100].map((users, n) => ({ id: `${n}`, users }));
  expect(plans.sort(inOrder('users')).map(({ users }) => users)).toEqual([9, 10, 100]);
});

test('code points above U+FFFF come after all others', () =>
  expect(sorted('\u{1f600}', '\uffee', 'a')).toEqual(['a', '\uffee', '\u{1f600}']));
