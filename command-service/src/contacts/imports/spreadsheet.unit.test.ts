import { CFB, utils, write } from '@e965/xlsx';
import { openSpreadsheet } from './spreadsheet.file.ts';
import { rowOf, xlsxOf, zipOf } from './spreadsheet.fixture.ts';
import { rowsWithContent, type SheetRow } from './spreadsheet.workbook.ts';

type Read = { sheets: string[]; sheet: number | null; rows: SheetRow[] };
const read = async (bytes: Buffer, asked: number | null = null): Promise<Read> => {
  const workbook = await openSpreadsheet(bytes);
  let sheet: number | null = null;
  const rows: SheetRow[] = [];
  for await (const row of rowsWithContent(workbook, asked, (at) => {
    sheet = at;
  }))
    rows.push(row);
  return { sheets: workbook.sheets.map(({ name }) => name), sheet, rows };
};
const cellsIn = async (bytes: Buffer): Promise<string[][]> => (await read(bytes)).rows.map(({ cells }) => cells);
const one = (rows: string, more: Partial<Parameters<typeof xlsxOf>[0]> = {}): Buffer =>
  xlsxOf({ sheets: [{ name: 'Clientes', rows }], ...more });
const cell = (attributes: string, inside: string): Buffer => one(`<row r="1"><c r="A1" ${attributes}>${inside}</c></row>`);

/** A spreadsheet as the library that reads .xls writes it. */
const written = (type: 'xlsx' | 'biff8', { since1904 = false } = {}): Buffer => {
  const sheet = utils.aoa_to_sheet([
    ['Nome', 'Telefone', 'Desde', 'Total'],
    ['Conceição', 5511999998888, 45_000, null],
    ['__proto__', '5511999997777', 45_000.75, true],
  ]);
  for (const at of ['C2', 'C3']) sheet[at].z = 'dd/mm/yyyy';
  sheet.D2 = { t: 'n', v: 12.5, f: '5*2.5' };
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([]), 'Vazia');
  utils.book_append_sheet(book, sheet, 'Clientes');
  book.Workbook = { WBProps: { date1904: since1904 } };
  return write(book, { type: 'buffer', bookType: type }) as Buffer;
};

test.each(['xlsx', 'biff8'] as const)(
  'numbers, dates, formulas, and the first sheet with content of a file in %s',
  async (type) => {
    expect(await read(written(type))).toEqual({
      sheets: ['Vazia', 'Clientes'],
      sheet: 1,
      rows: [
        { line: 1, cells: ['Nome', 'Telefone', 'Desde', 'Total'] },
        { line: 2, cells: ['Conceição', '5511999998888', '2023-03-15', '12.5'] },
        { line: 3, cells: ['__proto__', '5511999997777', '2023-03-15 18:00', 'TRUE'] },
      ],
    });
    expect((await cellsIn(written(type, { since1904: true })))[1]?.[2]).toBe('2027-03-16');
  },
);

test.each([
  ['a phone number that was typed as a number', '', '<v>5511999998888</v>', '5511999998888'],
  ['the same as some programs write it', '', '<v>5.511999998888E12</v>', '5511999998888'],
  ['a number with more digits than are kept', '', '<v>12345678901234567890</v>', '1.2345678901234567e+19'],
  ['a text in scientific notation', 't="str"', '<v>5,51199E+12</v>', '5,51199E+12'],
  ['a decimal number', '', '<v>0.1</v>', '0.1'],
  ['a shared text', 't="s"', '<v>0</v>', 'Ana & Cia'],
  ['a shared text in several fonts, without how it is spoken', 't="s"', '<v>1</v>', 'Ana Luz'],
  ['a shared text that is missing', 't="s"', '<v>9</v>', ''],
  ['a text in the cell', 't="inlineStr"', '<is><r><t>Ana </t></r><r><t>Luz</t></r></is>', 'Ana Luz'],
  ['the last value of a formula', 't="str"', '<f>A2&amp;B2</f><v>Ana Luz</v>', 'Ana Luz'],
  ['a formula without value', '', '<f>A2</f>', ''],
  ['an error', 't="e"', '<v>#N/A</v>', '#N/A'],
  ['a yes', 't="b"', '<v>1</v>', 'TRUE'],
  ['a date as text', 't="d"', '<v>2026-11-23</v>', '2026-11-23'],
  ['a date', 's="2"', '<v>45000</v>', '2023-03-15'],
  ['a date of its own format', 's="1"', '<v>45000</v>', '2023-03-15'],
  ['a day before March 1900', 's="2"', '<v>59</v>', '1900-02-28'],
  ['a time', 's="1"', '<v>0.5</v>', '12:00'],
  ['no day at all', 's="1"', '<v>-3</v>', '-3'],
  ['a character that XML cannot carry', 't="str"', '<v>Ana_x0041_</v>', 'AnaA'],
])('%s', async (_, attributes, inside, shown) => {
  const file = one(`<row r="1"><c r="B1" t="str"><v>x</v></c></row><row r="2"><c r="A2" ${attributes}>${inside}</c></row>`, {
    texts: ['<t>Ana &amp; Cia</t>', '<r><t>Ana </t></r><r><t>Luz</t></r><rPh sb="0" eb="1"><t>falado</t></rPh>'],
    formats: ['[$-416]dd/mm/yyyy;@'],
  });
  expect((await cellsIn(file))[1]?.[0] ?? '').toBe(shown);
});

test('a format with words and colours is no date', async () => {
  const formats = ['[Red]&quot;dias &quot;0', '[Blue]\\d0', '0.00E+00', 'General', '_d0', '[h]:mm'];
  const rows = formats.map((_, at) => `<row r="${at + 1}"><c r="A${at + 1}" s="${at + 1}"><v>1.5</v></c></row>`).join('');
  expect(await cellsIn(one(rows, { formats }))).toEqual([['1.5'], ['1.5'], ['1.5'], ['1.5'], ['1.5'], ['1900-01-01 12:00']]);
});

test('lines are counted as the spreadsheet counts them; empty rows and cells of merged areas stay empty', async () => {
  const rows = `${rowOf(2, ['Nome', 'Nome', 'Telefone'])}<row r="3"/><row r="4"><c r="A4" t="str"><v> </v></c></row>
    <row r="7"><c r="C7"><v>5511999998888</v></c></row><row><c><v>1</v></c><c><v>2</v></c></row>`;
  expect((await read(one(rows))).rows).toEqual([
    { line: 2, cells: ['Nome', 'Nome', 'Telefone'] },
    { line: 7, cells: ['', '', '5511999998888'] },
    { line: 8, cells: ['1', '2'] },
  ]);
});

test('hidden sheets come last, and a sheet may be asked for', async () => {
  const sheets = [
    { name: 'Escondida', rows: rowOf(1, ['a']), isHidden: true },
    { name: 'Vazia', rows: '' },
    { name: 'Clientes', rows: rowOf(1, ['b']) },
    { name: 'Antigos', rows: rowOf(1, ['c']) },
  ];
  const names = ['Vazia', 'Clientes', 'Antigos', 'Escondida'];
  expect(await read(xlsxOf({ sheets }))).toMatchObject({ sheets: names, sheet: 1, rows: [{ cells: ['b'] }] });
  expect(await read(xlsxOf({ sheets }), 3)).toMatchObject({ sheet: 3, rows: [{ cells: ['a'] }] });
  expect(await read(xlsxOf({ sheets }), 0)).toMatchObject({ sheet: null, rows: [] });
});

const compound = (streams: Record<string, Buffer>): Buffer => {
  const file = CFB.utils.cfb_new();
  for (const [name, content] of Object.entries(streams)) CFB.utils.cfb_add(file, name, content);
  return CFB.write(file, { type: 'buffer' }) as Buffer;
};
/** The .xls file with the record that a password adds, right after its first one. */
const withPassword = (): Buffer => {
  const stream = Buffer.from(CFB.find(CFB.read(written('biff8'), { type: 'buffer' }), '/Workbook')!.content as Uint8Array);
  const first = 4 + stream.readUInt16LE(2);
  const password = Buffer.from('2f0006000000aabbccdd', 'hex');
  return compound({ '/Workbook': Buffer.concat([stream.subarray(0, first), password, stream.subarray(first)]) });
};
const whole = written('xlsx');
const laughs = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>';

test.each([
  ['a text document in an archive', zipOf([{ name: 'word/document.xml', content: '<w/>' }]), 'UNREADABLE'],
  ['a web page', Buffer.from('\uFEFF \n<html><table><tr><td>Nome</td></tr></table></html>'), 'UNREADABLE'],
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'UNREADABLE'],
  ['a mail', compound({ '/__properties_version1.0': Buffer.alloc(64) }), 'UNREADABLE'],
  [
    'an .xlsx file with a password',
    compound({ '/EncryptionInfo': Buffer.alloc(64), '/EncryptedPackage': Buffer.alloc(64) }),
    'ENCRYPTED',
  ],
  ['an .xls file with a password', withPassword(), 'ENCRYPTED'],
  ['half of an archive', whole.subarray(0, whole.length / 2), 'DAMAGED'],
  ['an archive with a broken sheet', cell('', '<v>1</w>'), 'DAMAGED'],
  ['rows that go backwards', one(rowOf(5, ['a']) + rowOf(4, ['b'])), 'DAMAGED'],
  ['entities of its own', one(`${laughs}<row r="1"/>`), 'DAMAGED'],
  ['tags without end', one('<a>'.repeat(100_000)), 'DAMAGED'],
  ['half of an .xls file', written('biff8').subarray(0, 2_000), 'DAMAGED'],
  ['a sheet that says it has a gigabyte', xlsxOf({ sheets: [{ name: 'a', rows: rowOf(1, ['a']), says: 1024 ** 3 }] }), 'HUGE'],
  ['a sheet that has more than it says', xlsxOf({ sheets: [{ name: 'a', rows: ' '.repeat(1e6), says: 1_000 }] }), 'HUGE'],
])('%s is refused', async (_, bytes, code) => {
  await expect(read(bytes)).rejects.toMatchObject({ name: 'SpreadsheetFault', code: `ERR_IMPORT_${code}` });
});
