import { fieldsOf, refusalOf } from './import.rules.ts';

const columns = { name: 0, number: 1, email: 2 };
const read = (...cells: string[]) => fieldsOf(cells, columns);

test('marks of a spreadsheet and what nobody sees are no part of a field', () => {
  const ana = { name: 'Ana', number: '5511955551234', email: 'ana@exemplo.com' };
  expect(read("'Ana", "'5511955551234", "'ana@exemplo.com")).toEqual(ana);
  expect(read('="Ana"', '="5511955551234"', '="ana@exemplo.com"')).toEqual(ana);
  expect(read('\ufeffAn\u200ba\u202c ', '\u202a5511955551234\u202c', '\u200b ana@exemplo.com')).toEqual(ana);
  expect(read("\u200b'Ana", ' ="5511955551234" ', 'ana@exemplo.com')).toEqual(ana);
  expect(read("D'Ávila 👨‍👩‍👧", '', '')).toMatchObject({ name: "D'Ávila 👨‍👩‍👧" });
});

test.each([
  [['\u200b', '11955551234', ''], 'name-missing'],
  [['=""', '11955551234', ''], 'name-missing'],
  [['Ana', '\u2060', ''], 'number-missing'],
  [['Ana', '5,51E+12', ''], 'number-rounded'],
  [['Ana', '11955551234 r. 2', ''], 'number-invalid'],
  [['Ana', '11955551234', 'ana@'], 'email-invalid'],
  [['Ana', '(011) 95555-1234', '\u200b'], null],
])('the row %j is refused as %j', (cells, refusal) => expect(refusalOf(read(...(cells as string[])), 'BR')).toBe(refusal));
