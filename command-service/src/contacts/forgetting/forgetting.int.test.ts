import {
  type ContactView,
  canonicalNumber,
  conversationKey,
  conversationStream,
  LIST_PARTS,
  listItemsKey,
  listItemsStream,
  newId,
  type TicketOwn,
} from '@prosa/contracts';
import { importFile } from '../../../../infra/testing/import-file.ts';
import type { CommandService } from '../../app.ts';
import { createInbound } from '../../channels/inbound/inbound.consumer.ts';
import { ask, eventually, makeScene, outboundOf, type Person, startPair, wrote } from '../../testing/world.fixture.ts';
import { importRows } from '../imports/import.rows.ts';

const { world, c1, c2, scene } = await startPair();
afterAll(() => world.close());
const { companyId, connectionId, queueId, admin, ana } = scene;
const { pool, store, keys } = c1.deps;
const inbound = createInbound(c1.deps);
const forgets = await outboundOf(c1.bus, 'forget');

let phones = 0;
const phone = () => {
  phones += 1;
  return `551197331${String(phones).padStart(4, '0')}`;
};
/** Words that stand nowhere else. */
const NAME = 'Zebedeu Quirino';
const WORD = 'parangaricutirimirruaro';
const contact = async (number = phone(), name = NAME): Promise<ContactView> =>
  (await ask<ContactView>(c1, 'POST /contacts', { token: admin.token, body: { name, number } })).body;
const forget = (id: string, through: CommandService = c2, { token }: Person = admin) =>
  ask<null | { error: string }>(through, `POST /contacts/${id}/forget`, { token });
const isForgotten = (id: string) =>
  eventually(
    () => pool.query('select from keys.subject where id = $1 and destroyed_at is not null', [id]),
    ({ rowCount }) => rowCount === 1,
  );
const ownerOf = async (number: string): Promise<string | null> => {
  const stream = await keys.identityStream(companyId, 'phone', canonicalNumber(number));
  const [last] = await store.load(stream, { direction: 'backwards', max: 1 });
  return last?.type === 'IdentityClaimed' ? (last.data as { contactId: string }).contactId : null;
};
const streamOf = (contactId: string) => conversationStream(conversationKey(connectionId, contactId));
const typesIn = async (stream: string) => (await store.load(stream)).map(({ type }) => type);
const makeList = async () =>
  (await ask<{ id: string }>(c1, 'POST /contact-lists', { token: admin.token, body: { name: `Lista ${newId()}` } })).body.id;
const addItem = async (contactListId: string, number: string) =>
  (
    await ask<{ id: string }>(c1, 'POST /contact-list-items', {
      token: admin.token,
      body: { name: NAME, number, email: '', contactListId },
    })
  ).body.id;

/** All rows of the command side as text; what is on the bus goes after its time. */
const everyRow = async (): Promise<string> => {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('command', 'keys', 'live', 'audit')`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${name} t`);
    texts.push(...rows.map(({ row }) => row));
  }
  return texts.join('\n');
};

test('nothing of a person who did everything can be read any more', async () => {
  const number = phone();
  await inbound(wrote(scene, number, `Oi, ${WORD}`, { name: NAME }));
  const id = (await ownerOf(number))!;
  const other = await contact();
  const opened = (await store.load(streamOf(id))).find(({ type }) => type === 'TicketOpened')!;
  const { ticketId } = opened.data as { ticketId: string };
  const call = async (asked: Parameters<typeof ask>[1], body: object) => {
    const { status } = await ask(c1, asked, { token: admin.token, body });
    expect({ asked, isDone: status < 300 }).toEqual({ asked, isDone: true });
  };
  await call(`PUT /tickets/${ticketId}`, { status: 'open' });
  await call(`POST /messages/${ticketId}`, { body: `Resposta ${WORD}` });
  await call('POST /ticket-notes', { note: `Nota ${WORD}`, ticketId });
  await call(`PUT /contacts/${id}`, { email: `${WORD}@exemplo.com.br`, extraInfo: [{ name: 'CPF', value: WORD }] });
  await call('POST /schedules', { contactId: id, body: `Agendada ${WORD}`, sendAt: '2031-01-01T12:00:00.000Z' });
  await call('POST /kanban', { contactId: id });
  const [left, there] = [await makeList(), await makeList()];
  const gone = await addItem(left, number);
  await ask(c1, `DELETE /contact-list-items/${gone}`, { token: admin.token });
  const item = await addItem(there, number);
  const bytes = `Nome;Telefone\n${NAME};${number}\nOutra Pessoa;5511911119999`;
  const imported = await importFile(c1.app.listeningOrigin, admin.token, { name: 'a.csv', bytes }, { preview: true });
  await call('POST /contacts/merge', { keepId: id, mergeId: other.id });

  expect(await forget(id)).toMatchObject({ status: 200 });
  for (const key of [id, other.id, gone, item]) await isForgotten(key);
  const streams = [
    ...[id, other.id].flatMap((one) => [`contact-${one}`, `card-${one}`, streamOf(one)]),
    ...[left, there].flatMap((list) =>
      Array.from({ length: LIST_PARTS }, (_, part) => listItemsStream(listItemsKey(list, part))),
    ),
  ];
  const told = [];
  // Another process may have the key in memory for a while: this one reads with a key ring of its own.
  const fresh = await world.instance({ idle: true });
  for (const stream of streams) told.push(...(await fresh.deps.store.load(stream)));
  const text = JSON.stringify(told.map(({ data }) => data)) + (await everyRow());
  for (const mark of [NAME, WORD, number, number.slice(2), other.number!]) expect(text).not.toContain(mark);
  const types = await typesIn(streamOf(id));
  expect(types.slice(-2)).toEqual(['TicketClosed', 'ConversationForgotten']);
  expect(await typesIn(streamOf(other.id))).toContain('ConversationForgotten');
  await eventually(
    () => forgets.map(({ conversation }) => conversation),
    (of) => [id, other.id].every((one) => of.includes(conversationKey(connectionId, one))),
  );
  // The other person in the file is still there.
  const lines = await importRows(c1.deps).page(imported.id, -1, 10);
  expect(lines.map(({ cells }) => cells)).toEqual([
    ['', ''],
    ['Outra Pessoa', '5511911119999'],
  ]);
});

test('who writes anew is a new contact, also through an instance that knew the old one', async () => {
  const number = phone();
  const stale = createInbound(c2.deps);
  await stale(wrote(scene, number, 'Oi'));
  const before = (await ownerOf(number))!;
  await forget(before, c1);
  await isForgotten(before);
  // The bus repeats a message whose contact was forgotten on the way.
  await eventually(
    () =>
      stale(wrote(scene, number, 'Sou eu')).then(
        () => true,
        () => false,
      ),
    (done) => done,
  );
  const now = await ownerOf(number);
  expect(now).not.toBe(before);
  expect(await typesIn(streamOf(now!))).toContain('MessageReceived');
  expect((await typesIn(streamOf(before))).at(-1)).toBe('ConversationForgotten');
});

test('a message that is sent while its contact is forgotten is there before, or refused', async () => {
  const number = phone();
  await inbound(wrote(scene, number, 'Oi'));
  const id = (await ownerOf(number))!;
  const opened = (await store.load(streamOf(id))).find(({ type }) => type === 'TicketOpened')!;
  const { ticketId } = opened.data as TicketOwn & { ticketId: string };
  await ask(c1, `PUT /tickets/${ticketId}`, { token: ana.token, body: { status: 'open' } });
  const send = () => ask(c1, `POST /messages/${ticketId}`, { token: ana.token, body: { body: 'Resposta' } });
  const [, ...sent] = await Promise.all([forget(id), ...Array.from({ length: 5 }, send)]);
  await isForgotten(id);
  expect((await send()).status).toBeGreaterThanOrEqual(400);
  const types = await typesIn(streamOf(id));
  expect(types.filter((type) => type === 'MessageSent')).toHaveLength(sent.filter(({ status }) => status < 300).length);
  expect(types.at(-1)).toBe('ConversationForgotten');
});

test('twice is once; only administrators forget, and only contacts of their own company', async () => {
  const { id } = await contact();
  expect(await forget(id, c1, ana)).toMatchObject({ status: 403 });
  const foreign = await makeScene(c1);
  expect(await forget(id, c1, foreign.admin)).toMatchObject({ status: 404, body: { error: 'ERR_NO_CONTACT_FOUND' } });
  expect(await forget(newId())).toMatchObject({ status: 404 });
  expect((await Promise.all([forget(id, c1), forget(id, c2)])).map(({ status }) => status)).toEqual([200, 200]);
  expect((await forget(id)).status).toBe(200);
  const types = await typesIn(`contact-${id}`);
  expect(types.filter((type) => type === 'ContactForgotten')).toHaveLength(1);
});

test('a deleted contact is forgotten too; a number that somebody else has since stays theirs, also in lists', async () => {
  const number = phone();
  const old = await contact(number);
  expect((await ask(c1, `DELETE /contacts/${old.id}`, { token: admin.token })).status).toBe(200);
  await eventually(
    () => ownerOf(number),
    (owner) => owner === null,
  );
  const heir = await contact(number, 'Outra Pessoa');
  const item = await addItem(await makeList(), number);
  expect((await forget(old.id)).status).toBe(200);
  await isForgotten(old.id);
  expect(await ownerOf(number)).toBe(heir.id);
  expect((await keys.load([item])).get(item)).toBeTruthy();
  expect(await ask(c1, 'POST /tickets', { token: admin.token, body: { contactId: old.id, queueId } })).toMatchObject({
    status: 404,
  });
});
