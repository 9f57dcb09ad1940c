import { inOrder } from './order.ts';

const sorted = (...names: (string | null)[]) =>
  names
    .map((name, n) => ({ id: `${n}`, name }))
    .sort(inOrder('name'))
    .map(({ name }) => name);

test('names are ordered as people read them: neither case nor accents take a name elsewhere', () =>
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

test('what differs in case or accents alone has an order too, and ties are by id', () => {
  expect(sorted('á', 'a', 'A', 'Á')).toEqual(['A', 'a', 'Á', 'á']);
  const same = [3, 1, 2].map((n) => ({ id: `${n}`, name: 'a' }));
  expect(same.sort(inOrder('name')).map(({ id }) => id)).toEqual(['1', '2', '3']);
});

test('numbers are by their size, and what was forgotten comes last', () => {
  expect(sorted(null, 'z', '')).toEqual(['', 'z', null]);
  const plans = [10, 9, 100].map((users, n) => ({ id: `${n}`, users }));
  expect(plans.sort(inOrder('users')).map(({ users }) => users)).toEqual([9, 10, 100]);
});

test('what is above U+FFFF comes after all below it', () =>
  expect(sorted('\u{1f600}', '\uffee', 'a')).toEqual(['a', '\uffee', '\u{1f600}']));
