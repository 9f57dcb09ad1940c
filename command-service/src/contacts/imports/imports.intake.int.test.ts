import { type ImportLine, type ImportView, newId } from '@prosa/contracts';
import type { CommandService } from '../../app.ts';
import { formOf, post } from '../../media/media.fixture.ts';
import { ask, eventually, joinPair } from '../../testing/world.fixture.ts';
import { rowOf, xlsxOf } from './spreadsheet.fixture.ts';

const { world, c1, c2, scene } = await joinPair();
const { ana, companyId } = scene;
afterAll(() => world.close());

type Sending = { key?: string; through?: Pick<CommandService, 'app'>; preview?: boolean };
const upload = (bytes: Buffer, { key, through = c1, preview = false }: Sending = {}) =>
  post<ImportView>(
    through,
    '/contacts/import',
    ana,
    formOf([{ bytes, name: 'clientes.xlsx' }], preview ? { preview: 'true' } : {}),
    key,
  );
const ended = async (id: string): Promise<ImportView> =>
  eventually(
    async () => (await ask<ImportView>(c1, `GET /imports/${id}`, { token: ana.token })).body,
    ({ status }) => status === 'finished',
  );
const resultsOf = async (id: string) => {
  const { body } = await ask<{ lines: ImportLine[] }>(c1, `GET /imports/${id}/lines`, { token: ana.token });
  return body.lines.map(({ line, result }) => [line, result]);
};
const header = rowOf(1, ['Nome', 'Telefone']);
const sheetOf = (rows: string): Buffer => xlsxOf({ sheets: [{ name: 'Clientes', rows: header + rows }] });

test('a form that is sent twice at once is one import, whose contacts are made once', async () => {
  const rows = Array.from({ length: 40 }, (_, n) => rowOf(n + 2, [`Cliente ${n}`, 5511960000000 + n])).join('');
  const key = newId();
  const [first, second] = await Promise.all([upload(sheetOf(rows), { key }), upload(sheetOf(rows), { key })]);
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body.id).toBe(first.body.id);
  expect(await ended(first.body.id)).toMatchObject({ rows: 40, done: 40, counts: { created: 40, existing: 0 } });
});

test('sent at once to two instances, one of the two is taken whole, and the other has its answer or is asked to come again', async () => {
  const rows = Array.from({ length: 3_000 }, (_, n) => rowOf(n + 2, [`Cliente ${n}`, 5511961000000 + n])).join('');
  const key = newId();
  const send = (through: Pick<CommandService, 'app'>) => upload(sheetOf(rows), { key, through, preview: true });
  const answers = await Promise.all([send(c1), send(c2)]);
  for (const { status } of answers) expect([201, 503]).toContain(status);
  const taken = await send(c1);
  expect(taken).toMatchObject({ status: 201, body: { status: 'read', rows: 3_000 } });
  const { rows: kept } = await c1.deps.pool.query('select count(*)::int as count from command.import_row where import_id = $1', [
    taken.body.id,
  ]);
  expect(kept).toEqual([{ count: 3_000 }]);
});

test('numbers that a spreadsheet has rounded are refused with their row; so are rows that merged cells leave without a name', async () => {
  const rounded = '<row r="2"><c r="A2" t="str"><v>Rui</v></c><c r="B2" t="str"><v>5.51199E+12</v></c></row>';
  const merged = `${rowOf(3, ['Maria Luz', 5511962000001])}<row r="4"><c r="A4"/><c r="B4"><v>5511962000002</v></c></row>`;
  const formula = '<row r="5"><c r="A5" t="str"><f>"Ana"&amp;" Sá"</f><v>Ana Sá</v></c><c r="B5"><v>5511962000003</v></c></row>';
  const { body } = await upload(sheetOf(rounded + merged + formula));
  expect(await ended(body.id)).toMatchObject({ counts: { created: 2, refused: 2 } });
  expect(await resultsOf(body.id)).toEqual([
    [2, 'number-rounded'],
    [3, 'created'],
    [4, 'name-missing'],
    [5, 'created'],
  ]);
});

test('an archive that unpacks to more than is read, and a workbook of a header alone, are refused, and nothing is kept', async () => {
  const refused = (error: string) => ({ status: 400, body: { error } });
  const bomb = xlsxOf({ sheets: [{ name: 'a', rows: ' '.repeat(420_000_000) }] });
  expect(bomb.length).toBeLessThan(1_000_000);
  expect(await upload(bomb)).toMatchObject(refused('ERR_IMPORT_HUGE'));
  const lying = xlsxOf({ sheets: [{ name: 'a', rows: ' '.repeat(2_000_000), says: 1_000 }] });
  expect(await upload(lying)).toMatchObject(refused('ERR_IMPORT_HUGE'));
  expect(await upload(sheetOf(''))).toMatchObject(refused('ERR_IMPORT_EMPTY'));
  const { rows } = await c1.deps.pool.query(`select from command.import where status = 'reading' and company_id = $1`, [
    companyId,
  ]);
  expect(rows).toEqual([]);
}, 60_000);
