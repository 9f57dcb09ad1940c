import * as f from './fields.ts';

const id = '01a1ff14-d076-73cf-96ac-34c7187c9912';

test('an id is one id, however it is spelt', () => {
  expect(f.id.parse(id.toUpperCase())).toBe(id);
  expect(f.idList.parse(`["${id.toUpperCase()}", none]`)).toEqual([id, 'none']);
});

test('what is looked for has no blanks around it and nothing that Postgres could not keep', () => {
  expect(f.search.parse(' Maria ')).toBe('Maria');
  expect(f.search.parse(undefined)).toBe('');
  for (const text of ['a\0b', '\ud800', 'x'.repeat(201)]) expect(f.search.safeParse(text).success).toBe(false);
});

test('a day is one of the calendar that Postgres knows', () => {
  expect(f.day.parse('2028-02-29')).toBe('2028-02-29');
  for (const day of ['2026-02-29', '0000-01-01', '2026-1-1', '']) expect(f.day.safeParse(day).success).toBe(false);
});
