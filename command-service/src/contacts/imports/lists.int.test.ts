import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ContactListView, type ImportLine, type ImportView, limits, newId } from '@prosa/contracts';
import { formOf, post } from '../../media/media.fixture.ts';
import { ask, eventually, joinPair, makeScene, type Person } from '../../testing/world.fixture.ts';
import { createListItems } from '../contact-lists/list-items.reading.ts';
import { createImportJob } from './import.job.ts';
import { rowOf, xlsxOf } from './spreadsheet.fixture.ts';

/** A projection side that keeps the contract of `GET /contacts/numbers`, two contacts an answer. */
let listed: { id: string; name: string; number: string; email: string | null }[] = [];
let asked: { url: string; authorization: string | undefined }[] = [];
let refusal: number | null = null;
const projection = createServer((request, response) => {
  const url = new URL(request.url!, 'http://projection');
  asked.push({ url: request.url!, authorization: request.headers.authorization });
  const after = listed.findIndex(({ id }) => id === url.searchParams.get('cursor')) + 1;
  const contacts = listed.slice(after, after + 2);
  const body = refusal ? { error: 'ERR_SESSION_EXPIRED', message: '' } : { contacts, cursor: contacts[1]?.id ?? null };
  response.writeHead(refusal ?? 200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
});
await new Promise<void>((done) => projection.listen(0, '127.0.0.1', done));

const { world, c1, scene } = await joinPair();
const { companyId, admin } = scene;
const projectionUrl = `http://127.0.0.1:${(projection.address() as AddressInfo).port}`;
const withProjection = await world.instance({ projectionUrl, idle: true });
const items = createListItems(c1.deps);
afterAll(async () => {
  await world.close();
  projection.close();
});

let listId: string;
beforeEach(async () => {
  [asked, listed, refusal] = [[], [], null];
  const body = { name: 'Clientes' };
  listId = (await ask<ContactListView>(c1, 'POST /contact-lists', { token: admin.token, body })).body.id;
});
const csv = (...lines: string[]) => Buffer.from(['Nome;Telefone;E-mail', ...lines].join('\r\n'));
type Answer = ImportView & { error?: string };
const upload = (bytes: Buffer, { by = admin, to = listId, form = {} as Record<string, string>, name = 'lista.csv' } = {}) =>
  post<Answer>(c1, `/contact-lists/${to}/upload`, by, formOf([{ bytes, name }], form));
const addContacts = (body: object, { by = admin, key }: { by?: Person; key?: string } = {}) =>
  ask<Answer>(withProjection, `POST /contact-lists/${listId}/contacts`, { token: by.token, body, ...(key && { key }) });
const show = (id: string) => ask<ImportView>(c1, `GET /imports/${id}`, { token: admin.token });
const ended = async (id: string, status: ImportView['status'] = 'finished') =>
  (
    await eventually(
      () => show(id),
      ({ body }) => body.status === status,
    )
  ).body;
const resultsOf = async (id: string) =>
  (await ask<{ lines: ImportLine[] }>(c1, `GET /imports/${id}/lines`, { token: admin.token })).body.lines.map(
    ({ result }) => result,
  );
const all = async () => {
  const found = [];
  for await (const { name, number, email } of items.of(companyId, listId)) found.push({ name, number, email });
  return found.sort((a, b) => (a.number! < b.number! ? -1 : 1));
};

test('each row of a spreadsheet gets its result, as in an import of contacts, and nobody becomes a contact', async () => {
  const body = { name: 'Antiga', number: '5511970000001', contactListId: listId };
  await ask(c1, 'POST /contact-list-items', { token: admin.token, body });
  const { status, body: started } = await upload(
    csv(
      'Maria;+55 (11) 97000-0002;maria@exemplo.com.br',
      'Já está;551170000001;',
      'João;5511970000003;joao arroba',
      '=HYPERLINK("http://x");5511970000004;',
      '__proto__;5511970000005;',
      'Repetida;5511970000002;',
      'constructor;__proto__;',
    ),
  );
  expect({ status, started }).toMatchObject({ status: 201, started: { contactListId: listId, rows: 7, file: 'lista.csv' } });
  expect(await ended(started.id)).toMatchObject({ done: 7, counts: { created: 3, existing: 1, repeated: 1, refused: 2 } });
  expect(await resultsOf(started.id)).toEqual([
    ...(['created', 'existing', 'email-invalid', 'created', 'created', 'repeated', 'number-invalid'] as const),
  ]);
  expect(await all()).toEqual([
    { name: 'Antiga', number: '5511970000001', email: null },
    { name: 'Maria', number: '5511970000002', email: 'maria@exemplo.com.br' },
    { name: '=HYPERLINK("http://x")', number: '5511970000004', email: null },
    { name: '__proto__', number: '5511970000005', email: null },
  ]);
  const claims = await c1.deps.store.load(await c1.deps.keys.identityStream(companyId, 'phone', '551170000002'));
  expect(claims).toEqual([]);
  const { payload: report } = await c1.app.inject({
    url: `/api/imports/${started.id}/report`,
    headers: { authorization: `Bearer ${admin.token}` },
  });
  expect(report.split('\r\n').slice(1, 5)).toEqual([
    '2;Maria;+55 (11) 97000-0002;maria@exemplo.com.br;incluído na lista'.replace('+', "'+"),
    '3;Já está;551170000001;;já está na lista; nada muda'.replace('já está na lista; nada muda', '"já está na lista; nada muda"'),
    '4;João;5511970000003;joao arroba;não entra: e-mail inválido',
    `5;"'=HYPERLINK(""http://x"")";5511970000004;;incluído na lista`,
  ]);
});

test('an .xlsx is read as well, and one that is no spreadsheet is refused', async () => {
  const rows = rowOf(1, ['name', 'number', 'email']) + rowOf(2, ['Ana', '5511970000011', 'ana@exemplo.com.br']);
  const sheet = xlsxOf({ sheets: [{ name: 'Lista', rows }] });
  const { body } = await upload(sheet, { name: 'lista.xlsx' });
  expect(await ended(body.id)).toMatchObject({ counts: { created: 1 } });
  expect(await all()).toEqual([{ name: 'Ana', number: '5511970000011', email: 'ana@exemplo.com.br' }]);
  expect(await upload(Buffer.from('%PDF-1.7\n'), { name: 'lista.xlsx' })).toMatchObject({ status: 400 });
});

test('a preview waits for its columns, and a dry run tells what would happen', async () => {
  const body = { name: 'Antiga', number: '5511970000001', contactListId: listId };
  await ask(c1, 'POST /contact-list-items', { token: admin.token, body });
  const { body: read } = await upload(Buffer.from('Quem,Onde\nRui,5511970000001\nLia,5511970000012\n'), {
    form: { preview: 'true' },
  });
  expect(read).toMatchObject({ status: 'read', columns: null });
  const confirm = (dryRun: boolean) =>
    ask(c1, `POST /imports/${read.id}/confirm`, { token: admin.token, body: { columns: { name: 0, number: 1 }, dryRun } });
  await confirm(true);
  expect(await ended(read.id, 'checked')).toMatchObject({ counts: { created: 1, existing: 1 } });
  expect(await all()).toHaveLength(1);
  await confirm(false);
  expect(await ended(read.id)).toMatchObject({ counts: { created: 1, existing: 1 } });
  expect(await all()).toHaveLength(2);
});

test('of hundreds of rows with doubles each number is in the list once, also if the run is repeated', async () => {
  const lines = Array.from({ length: 900 }, (_, n) => `Cliente ${n};55119${String(60_000_000 + (n % 630)).padStart(8, '0')};`);
  const { body } = await upload(csv(...lines));
  const over = await ended(body.id);
  expect(over.counts).toEqual({ created: 630, existing: 0, repeated: 270, refused: 0 });
  const numbers = (await all()).map(({ number }) => number);
  expect(new Set(numbers).size).toBe(630);
  // As if the process had ended before it noted any result.
  await c1.deps.pool.query(`update command.import set status = 'importing' where id = $1`, [body.id]);
  await c1.deps.pool.query('update command.import_row set result = null where import_id = $1', [body.id]);
  const { rows } = await c1.deps.pool.query<{ run: string }>('select run from command.import where id = $1', [body.id]);
  const columns = { name: 0, number: 1, email: 2 };
  const actor = { kind: 'user', id: admin.id } as const;
  await createImportJob(c1.deps)({ companyId, actor, importId: body.id, run: BigInt(rows[0]!.run), dryRun: false, columns });
  const { rows: again } = await c1.deps.pool.query(
    'select result, count(*)::int as count from command.import_row where import_id = $1 group by 1 order by 1',
    [body.id],
  );
  expect(again).toEqual([
    { result: 'created', count: 630 },
    { result: 'repeated', count: 270 },
  ]);
  expect(await all()).toHaveLength(630);
});

test('more rows than may be imported are refused, and nothing is added', async () => {
  const row = 'Fulano;5511970000031;\r\n';
  const file = Buffer.from(`Nome;Telefone;E-mail\r\n${row.repeat(limits.importRows + 1)}`);
  expect(await upload(file)).toMatchObject({ status: 400, body: { error: 'ERR_IMPORT_ROWS' } });
  expect(await all()).toEqual([]);
});

test('a run ends if its list is deleted', async () => {
  const { body } = await upload(csv('Ana;5511970000041;'), { form: { preview: 'true' } });
  await ask(c1, `DELETE /contact-lists/${listId}`, { token: admin.token });
  const columns = { name: 0, number: 1 };
  await ask(c1, `POST /imports/${body.id}/confirm`, { token: admin.token, body: { columns } });
  expect(await ended(body.id, 'cancelled')).toMatchObject({ done: 0 });
  expect(await all()).toEqual([]);
});

test('named contacts are added, those of other companies and unknown ones are not', async () => {
  const make = async (name: string, number: string, by: Person) =>
    (await ask<{ id: string }>(c1, 'POST /contacts', { token: by.token, body: { name, number } })).body.id;
  const { admin: stranger } = await makeScene(c1);
  const contactIds = [
    await make('Maria', '5511970000051', admin),
    await make('João', '5511970000052', admin),
    await make('Alheia', '5511970000053', stranger),
    newId(),
  ];
  const key = newId();
  const { status, body } = await addContacts({ contactIds }, { key });
  expect({ status, body }).toMatchObject({ status: 201, body: { rows: 2, file: '', contactListId: listId } });
  expect((await addContacts({ contactIds }, { key })).body.id).toBe(body.id);
  expect(await ended(body.id)).toMatchObject({ counts: { created: 2 } });
  expect((await all()).map(({ name }) => name)).toEqual(['Maria', 'João']);
  expect(asked).toEqual([]);
  expect(await addContacts({ contactIds: [newId()] })).toMatchObject({ status: 400, body: { error: 'ERR_NOBODY_TO_ADD' } });
  expect(await addContacts({ contactIds, searchParam: 'maria' })).toMatchObject({
    status: 400,
    body: { error: 'ERR_VALIDATION' },
  });
});

test('contacts of a filter are read from the projection side, as the caller may see them', async () => {
  listed = [1, 2, 3].map((n) => ({ id: newId(), name: `Cliente ${n}`, number: `551197000006${n}`, email: null }));
  const tagIds = [newId(), newId()];
  const { status, body } = await addContacts({ searchParam: 'josé & filhos', tagIds });
  expect({ status, body }).toMatchObject({ status: 201, body: { rows: 3 } });
  expect(await ended(body.id)).toMatchObject({ counts: { created: 3 } });
  expect((await all()).map(({ number }) => number)).toEqual(['5511970000061', '5511970000062', '5511970000063']);
  const queries = asked.map(({ url }) => Object.fromEntries(new URL(url, projectionUrl).searchParams));
  const filter = { searchParam: 'josé & filhos', tagIds: tagIds.join(',') };
  expect(queries).toEqual([filter, { ...filter, cursor: listed[1]!.id }]);
  expect(asked[0]!.authorization).toBe(`Bearer ${admin.token}`);
});

test('a refusal of the projection side is the call’s, and nothing is left', async () => {
  refusal = 403;
  expect(await addContacts({})).toMatchObject({ status: 403, body: { error: 'ERR_SESSION_EXPIRED' } });
  expect((await ask<{ imports: [] }>(c1, `GET /imports?contactListId=${listId}`, { token: admin.token })).body.imports).toEqual(
    [],
  );
});

test('imports into a list are shown with the list, to administrators alone', async () => {
  const { body } = await upload(csv('Ana;5511970000071;'));
  await ended(body.id);
  const of = async (query: string, by: Person) =>
    (await ask<{ imports: ImportView[] }>(c1, `GET /imports${query}`, { token: by.token })).body.imports?.map(({ id }) => id);
  expect(await of(`?contactListId=${listId}`, admin)).toEqual([body.id]);
  expect(await of('', admin)).not.toContain(body.id);
  expect(await of('', scene.ana)).not.toContain(body.id);
  for (const [call, status] of [
    [`GET /imports?contactListId=${listId}`, 403],
    [`GET /imports/${body.id}`, 404],
    [`GET /imports/${body.id}/lines`, 404],
    [`GET /imports/${body.id}/report`, 404],
    [`POST /imports/${body.id}/cancel`, 404],
  ] as const)
    expect(await ask(c1, call, { token: scene.ana.token })).toMatchObject({ status });
  const confirming = { columns: { name: 0, number: 1 } };
  expect(await ask(c1, `POST /imports/${body.id}/confirm`, { token: scene.ana.token, body: confirming })).toMatchObject({
    status: 404,
  });
  expect(await upload(csv('Ana;5511970000072;'), { by: scene.ana })).toMatchObject({ status: 403 });
  expect(await addContacts({}, { by: scene.ana })).toMatchObject({ status: 403 });
  const { admin: stranger } = await makeScene(c1);
  expect(await upload(csv('Ana;5511970000072;'), { by: stranger })).toMatchObject({
    status: 404,
    body: { error: 'ERR_NO_CONTACT_LIST_FOUND' },
  });
  expect(await upload(csv('Ana;5511970000072;'), { to: newId() })).toMatchObject({ status: 404 });
});
