import { gzipSync } from 'node:zlib';
import { type ContactView, type ImportColumns, type ImportLine, type ImportView, newId } from '@prosa/contracts';
import { formOf, post } from '../../media/media.fixture.ts';
import { type Answer, ask, eventually, joinPair, makeScene, type Person } from '../../testing/world.fixture.ts';
import { rowOf, xlsxOf } from './spreadsheet.fixture.ts';

const { world, c1, c2, scene } = await joinPair();
const { companyId, ana } = scene;
const foreign = (await makeScene(c1)).admin;
afterAll(() => world.close());

const columns: ImportColumns = { name: 0, number: 1, email: 2 };
const csv = (...lines: string[]) => Buffer.from(['Nome;Telefone;E-mail', ...lines].join('\r\n'));
const upload = (file: Buffer, { preview = false, by = ana, key }: { preview?: boolean; by?: Person; key?: string } = {}) =>
  post<ImportView>(
    c1,
    '/contacts/import',
    by,
    formOf([{ bytes: file, name: 'clientes.csv' }], preview ? { preview: 'true' } : {}),
    key,
  );
const show = (id: string, by: Person = ana) => ask<ImportView>(c2, `GET /imports/${id}`, { token: by.token });
const confirm = (id: string, body: object, by: Person = ana) =>
  ask<ImportView>(c2, `POST /imports/${id}/confirm`, { token: by.token, body });
const ended = async (id: string, status: 'checked' | 'finished' = 'finished') =>
  (
    await eventually(
      () => show(id),
      (answer: Answer<ImportView>) => answer.body.status === status,
    )
  ).body;
const linesOf = async (id: string, query = '') =>
  (await ask<{ lines: ImportLine[]; hasMore: boolean }>(c1, `GET /imports/${id}/lines${query}`, { token: ana.token })).body;
const contactsIn = async (number: string): Promise<ContactView | null> => {
  const stream = await c1.deps.keys.identityStream(companyId, 'phone', number.replace(/^(55\d\d)9/, '$1'));
  const [claim] = await c1.deps.store.load(stream, { direction: 'backwards', max: 1 });
  if (!claim) return null;
  const [created] = await c1.deps.store.load(`contact-${(claim.data as { contactId: string }).contactId}`);
  return created!.data as unknown as ContactView;
};

test('a header with known names is taken at once; each row gets its result, with its line in the file', async () => {
  await ask(c1, 'POST /contacts', { token: ana.token, body: { name: 'Antiga', number: '5511970000001' } });
  const answer = await upload(
    csv(
      'Maria;+55 (11) 97000-0002;maria@exemplo.com.br',
      'Já está;551170000001;',
      '',
      'João;5511970000003;joao arroba',
      ';5511970000004;',
      'A;5511970000005;',
      'Curta;9000;',
      'Arredondada;5,51199E+12;',
      'Repetida;5511970000002;',
      'Sem número;;',
      'Palavras;onze nove;',
    ),
  );
  expect(answer).toMatchObject({ status: 201, body: { status: 'importing', rows: 10, file: 'clientes.csv' } });
  const { id } = answer.body;
  expect(await ended(id)).toMatchObject({ rows: 10, done: 10, counts: { created: 1, existing: 1, repeated: 1, refused: 7 } });
  const { lines } = await linesOf(id);
  expect(lines.map(({ line, result }) => [line, result])).toEqual([
    [2, 'created'],
    [3, 'existing'],
    [5, 'email-invalid'],
    [6, 'name-missing'],
    [7, 'name-length'],
    [8, 'number-invalid'],
    [9, 'number-rounded'],
    [10, 'repeated'],
    [11, 'number-missing'],
    [12, 'number-invalid'],
  ]);
  expect(lines[7]).toMatchObject({ repeats: 2 });
  expect((await linesOf(id, '?warned=true&afterLine=10')).lines.map(({ line }) => line)).toEqual([11, 12]);
  expect(await contactsIn('5511970000002')).toMatchObject({ name: 'Maria', email: 'maria@exemplo.com.br', channel: 'whatsapp' });
  expect(await contactsIn('5511970000001')).toMatchObject({ name: 'Antiga' });
});

test('with a preview nothing is written before its columns are confirmed; a dry run tells what would happen', async () => {
  const file = Buffer.from('Quem,Onde\nRui,5511970000011\nLia,5511970000012\n');
  const { body } = await upload(file, { preview: true });
  expect(body).toMatchObject({
    status: 'read',
    columns: null,
    header: ['Quem', 'Onde'],
    sample: [
      ['Rui', '5511970000011'],
      ['Lia', '5511970000012'],
    ],
  });
  const { id } = body;
  const mapped = { name: 0, number: 1 };
  // First the wrong way round: a dry run may be done again.
  await confirm(id, { columns: { name: 1, number: 0 }, dryRun: true });
  expect((await ended(id, 'checked')).counts).toMatchObject({ refused: 2 });
  // A short one may be over by the time of the answer.
  expect(['checking', 'checked']).toContain((await confirm(id, { columns: mapped, dryRun: true })).body.status);
  expect(await ended(id, 'checked')).toMatchObject({ counts: { created: 2, refused: 0 }, columns: { ...mapped, email: null } });
  expect(await contactsIn('5511970000011')).toBeNull();
  expect((await confirm(id, { columns: mapped })).status).toBe(200);
  expect(await ended(id)).toMatchObject({ counts: { created: 2 } });
  expect(await contactsIn('5511970000011')).toMatchObject({ name: 'Rui', email: null });
  expect(await confirm(id, { columns: mapped })).toMatchObject({ status: 409, body: { error: 'ERR_IMPORT_STARTED' } });
  expect(await confirm(id, { columns: { name: 0, number: 99 } })).toMatchObject({ status: 400 });
});

test.each([
  ['UTF-8 with its mark', Buffer.from('\uFEFFNome;Número\nConceição;5511970000021')],
  ['Latin-1', Buffer.from('Nome;Número\nConceição;5511970000022', 'latin1')],
  ['UTF-16 with its mark', Buffer.from('\uFEFFNome\tNúmero\nConceição\t5511970000023', 'utf16le')],
  ['UTF-16 without', Buffer.from('Nome\tNúmero\nConceição\t5511970000024', 'utf16le')],
  ['big-endian UTF-16', Buffer.from('\uFEFFNome,Número\nConceição,5511970000025', 'utf16le').swap16()],
  ['quoted cells', Buffer.from('"Nome";"Número"\r\n"Conceição";"5511970000026"')],
  ['no header', Buffer.from('Conceição;5511970000027\nOutra;5511970000028')],
])('a file in %s', async (what, file) => {
  const { body } = await upload(file, { preview: true });
  expect(body).toMatchObject({
    header: what === 'no header' ? null : ['Nome', 'Número'],
    sample: [['Conceição', expect.any(String)], ...(what === 'no header' ? [['Outra', expect.any(String)]] : [])],
  });
});

test('a spreadsheet of several sheets is taken whatever its name is; another sheet may be asked for', async () => {
  const sheets = [
    { name: 'Leia-me', rows: '' },
    { name: 'Clientes', rows: rowOf(1, ['Nome', 'Telefone']) + rowOf(2, ['Maria Luz', 5511970000071]) },
    { name: 'Antigos', rows: rowOf(1, ['Nome', 'Telefone']) + rowOf(2, ['Rui Sá', 5511970000072]) },
  ];
  const file = xlsxOf({ sheets });
  const first = await upload(file, { preview: true });
  expect(first).toMatchObject({
    status: 201,
    body: {
      sheets: ['Leia-me', 'Clientes', 'Antigos'],
      sheet: 1,
      columns: { name: 0, number: 1 },
      sample: [['Maria Luz', '5511970000071']],
    },
  });
  const form = formOf([{ bytes: file, name: 'clientes.csv' }]);
  const other = await post<ImportView>(c1, '/contacts/import?sheet=2', ana, form);
  expect(other).toMatchObject({ status: 201, body: { sheet: 2 } });
  await ended(other.body.id);
  expect(await contactsIn('5511970000072')).toMatchObject({ name: 'Rui Sá' });
});

test('imports are listed for the company alone, the newest first', async () => {
  const list = async (by: Person) => (await ask<{ imports: ImportView[] }>(c2, 'GET /imports', { token: by.token })).body.imports;
  const { body } = await upload(csv('Última;5511970000081;'), { preview: true });
  expect((await list(ana))[0]).toMatchObject({
    id: body.id,
    file: 'clientes.csv',
    status: 'read',
    rows: 1,
    done: 0,
    user: { id: ana.id, name: ana.name },
  });
  expect(await list(foreign)).toEqual([]);
});

test('a cancelled import ends with results of the rows that were done, and is not cancelled twice', async () => {
  const rows = Array.from({ length: 3_000 }, (_, n) => `Cliente ${n};55119${71_000_000 + n};`);
  const { id } = (await upload(csv(...rows))).body;
  const cancel = (by: Person = ana) => ask<ImportView>(c1, `POST /imports/${id}/cancel`, { token: by.token });
  expect(await cancel(foreign)).toMatchObject({ status: 404 });
  expect((await cancel()).status).toBe(200);
  const over = await eventually(
    () => show(id),
    ({ body }: Answer<ImportView>) => body.status === 'cancelled',
  );
  expect(over.body.done).toBeLessThan(3_000);
  expect(over.body.counts.created).toBe(over.body.done);
  expect(await cancel()).toMatchObject({ status: 409, body: { error: 'ERR_IMPORT_OVER' } });
  expect(await confirm(id, { columns })).toMatchObject({ status: 409, body: { error: 'ERR_IMPORT_STARTED' } });
}, 60_000);

test('dangerous cells are texts like any other', async () => {
  const { body } = await upload(csv('__proto__;5511970000031;', '"=cmd|/c calc";5511970000032;', 'constructor;__proto__;'));
  await ended(body.id);
  expect(await contactsIn('5511970000031')).toMatchObject({ name: '__proto__' });
  const report = await c1.app.inject({
    url: `/api/imports/${body.id}/report`,
    headers: { authorization: `Bearer ${ana.token}` },
  });
  expect(report.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(report.payload.split('\r\n')).toEqual([
    '\uFEFFlinha;nome;número;e-mail;resultado',
    '2;__proto__;5511970000031;;novo contato',
    `3;'=cmd|/c calc;5511970000032;;novo contato`,
    '4;constructor;__proto__;;não entra: isto não é um número de telefone',
    '',
  ]);
});

const refused = (status: number, error: string) => ({ status, body: { error } });
test('what is no list of contacts is refused, and nothing of it is kept', async () => {
  const many = (rows: number) => Buffer.from(`Nome;Número\n${'Rui;5511970000041\n'.repeat(rows)}`);
  expect(await upload(Buffer.alloc(0))).toMatchObject(refused(400, 'ERR_IMPORT_EMPTY'));
  expect(await upload(csv())).toMatchObject(refused(400, 'ERR_IMPORT_EMPTY'));
  expect(await upload(gzipSync(many(100)))).toMatchObject(refused(400, 'ERR_IMPORT_UNREADABLE'));
  expect(await upload(Buffer.from(`Nome;Número\n"${'x'.repeat(1_000_000)}`))).toMatchObject(
    refused(400, 'ERR_IMPORT_UNREADABLE'),
  );
  const sheet = { name: 'a', rows: Array.from({ length: 200_000 }, (_, n) => rowOf(n + 1, ['Rui', 5511970000041])).join('') };
  expect(await upload(xlsxOf({ sheets: [sheet] }))).toMatchObject(refused(400, 'ERR_IMPORT_ROWS'));
  expect(await upload(many(100_001))).toMatchObject(refused(400, 'ERR_IMPORT_ROWS'));
  expect(await upload(many(2_000_000))).toMatchObject(refused(413, 'ERR_TOO_LARGE'));
  expect(await post(c1, '/contacts/import', ana, formOf([], { preview: 'true' }))).toMatchObject(refused(400, 'ERR_VALIDATION'));
  const { rows } = await c1.deps.pool.query(`select from command.import where status = 'reading' and company_id = $1`, [
    companyId,
  ]);
  expect(rows).toEqual([]);
  const { rows: files } = await c1.deps.pool.query(`select from command.media where company_id = $1`, [companyId]);
  expect(files).toEqual([]);
}, 60_000);

test('an upload that is repeated is the same import; another company finds none of it', async () => {
  const key = newId();
  const file = csv('Rui;5511970000051;');
  const first = await upload(file, { key });
  const again = await upload(file, { key });
  expect([again.status, again.body.id]).toEqual([201, first.body.id]);
  const { id } = first.body;
  const missing = { status: 404, body: { error: 'ERR_NO_IMPORT_FOUND' } };
  expect(await show(id, foreign)).toMatchObject(missing);
  expect(await confirm(id, { columns }, foreign)).toMatchObject(missing);
  for (const path of ['lines', 'report'])
    expect(await ask(c1, `GET /imports/${id}/${path}`, { token: foreign.token })).toMatchObject(missing);
  expect(await show(newId())).toMatchObject(missing);
  await ended(id);
});

test('rows are sealed: names and numbers are nowhere in the clear', async () => {
  const { body } = await upload(csv('Segredíssima;5511970000061;s@exemplo.com.br'), { preview: true });
  const { rows } = await c1.deps.pool.query(
    `select encode(sealed, 'escape') as text from command.import_row where import_id = $1
     union all select encode(sealed, 'escape') || coalesce(columns::text, '') from command.import where id = $1`,
    [body.id],
  );
  expect(rows).toHaveLength(2);
  for (const { text } of rows) expect(text).not.toMatch(/Segred|70000061|clientes/);
});
