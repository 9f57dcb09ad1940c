import { type ContactListed, contactEvents, contactFields, newId, routes } from '@prosa/contracts';
import type { z } from 'zod';
import { liveTable } from '../../engine/live-tables.fixture.ts';
import { chronicle, uuid } from '../../testing/news.ts';
import { openService, type Service } from '../../testing/service.fixture.ts';

const companyId = uuid(1);
const ana = { userId: uuid(21), companyId };
const zoe = { userId: uuid(29), companyId: uuid(2) };
const [erica, nobody] = [uuid(101), uuid(102)];
const { list, show } = routes.contacts;
type ListOfContacts = z.output<typeof list.reply>;

const here = chronicle(companyId);
here.company();
here.user(ana.userId, 'Ana', { profile: 'admin' });
here.connection(uuid(31), 'Loja');
here.contact(erica, 'Érica Conceição', '5511911110001', 'erica@exemplo.com.br');
for (let n = 10; n < 40; n += 1) here.contact(uuid(200 + n), `Cliente ${n}`, `55219000000${n}`);
here.contact(uuid(103), 'Sem nono', '551187654321');
here.contact(nobody, 'Esquecida', '5599999990000', 'esquecida@exemplo.com.br');
const talk = here.conversation(uuid(31), nobody);
talk.started();
const ticketId = talk.opened('1', { userId: ana.userId });
const secret = talk.received(ticketId, 'secret', 'Meu segredo');
talk.sent(ticketId, 'answer', 'Sobre o segredo', { userId: ana.userId, quotedId: secret });
talk.received(ticketId, 'again', 'Outro segredo', { quotedId: secret });
here.contact(uuid(104), 'Apagada Conceição', '5511922220001');
const past = here.conversation(uuid(31), uuid(104));
past.started();
const pastId = past.opened('2', { userId: ana.userId });
past.closed(pastId, ana.userId);
const portrait = uuid(951);
for (const contactId of [erica, nobody])
  here.tell(`contact-${contactId}`, contactEvents.ContactPictureChanged, { contactId, mediaId: portrait, replaces: null });
here.tell(`contact-${uuid(104)}`, contactEvents.ContactDeleted, { contactId: uuid(104) });
const there = chronicle(zoe.companyId);
there.company();
there.user(zoe.userId, 'Zoe', { profile: 'admin' });

const many = chronicle(uuid(3));
const leo = { userId: uuid(39), companyId: uuid(3) };
many.company();
many.user(leo.userId, 'Léo');
for (let n = 0; n < 1_003; n += 1) many.contact(uuid(5_000 + n), `Cliente ${n}`, `5531${String(n).padStart(8, '0')}`);

let service: Service;
beforeAll(async () => {
  service = await openService([...here.take(), ...there.take(), ...many.take()], [nobody]);
});
afterAll(() => service.close());

const chronicleOf = (changes: { contactId: string; name: string }[]) => {
  const news = chronicle(companyId);
  for (const change of changes) news.tell(`contact-${change.contactId}`, contactEvents.ContactChanged, change);
  return news.take();
};
const names = async (query: Record<string, string | number>) => {
  const { body } = await service.ask(ana, list, { query });
  return { names: body.contacts.map(({ name }) => name), count: body.count, hasMore: body.hasMore };
};

test('contacts are listed by name, page by page', async () => {
  const first = Array.from({ length: 20 }, (_, n) => `Cliente ${n + 10}`);
  expect(await names({})).toEqual({ names: first, count: 33, hasMore: true });
  const last = Array.from({ length: 10 }, (_, n) => `Cliente ${n + 30}`);
  expect(await names({ pageNumber: 2 })).toEqual({
    names: [...last, 'Érica Conceição', 'Sem nono', null],
    count: 33,
    hasMore: false,
  });
});

test('the export has one line per contact of the own company in list order, and opens as text in a spreadsheet', async () => {
  const changed = { contactId: erica, name: '=SOMA(A1;A2)' };
  const back = { contactId: erica, name: 'Érica Conceição' };
  await service.write(chronicleOf([changed]));
  const { body, status } = await service.ask(ana, routes.contacts.exportAll);
  await service.write(chronicleOf([back]));
  expect(status).toBe(200);
  const lines = body.split('\r\n');
  expect(lines.slice(0, 3)).toEqual([
    '\uFEFFname;number;email',
    `"'=SOMA(A1;A2)";5511911110001;erica@exemplo.com.br`,
    'Cliente 10;5521900000010;',
  ]);
  expect(lines.slice(-3)).toEqual(['Cliente 39;5521900000039;', 'Sem nono;551187654321;', '']);
  expect(lines).toHaveLength(34); // without the forgotten and the deleted one
  const foreign = await service.ask(zoe, routes.contacts.exportAll);
  expect(foreign.body).toBe('\uFEFFname;number;email\r\n');
});

test('the company’s fields are columns of the export, in their order, those that are deleted are none', async () => {
  const news = chronicle(companyId);
  const stream = `contact-fields-${companyId}`;
  const [profile, cpf, gone] = [uuid(971), uuid(972), uuid(973)];
  const { created, deleted } = contactFields.events;
  news.tell(stream, created, { id: profile, name: 'Perfil', type: 'choice', choices: 'Ouro', place: 2 });
  news.tell(stream, created, { id: cpf, name: 'CPF', type: 'cpf', place: 1 });
  news.tell(stream, created, { id: gone, name: 'Antigo' });
  news.tell(stream, deleted, { id: gone });
  const fields = [
    { fieldId: profile, value: 'Ouro' },
    { fieldId: gone, value: 'Guardado' },
    { fieldId: cpf, value: '52998224725' },
  ];
  news.tell(`contact-${erica}`, contactEvents.ContactFieldsChanged, { contactId: erica, fields });
  await service.write(news.take());
  expect((await service.ask(ana, show, { params: { id: erica } })).body.fields).toEqual(fields);
  const lines = (await service.ask(ana, routes.contacts.exportAll)).body.split('\r\n');
  expect(lines[0]).toBe('\uFEFFname;number;email;CPF;Perfil');
  expect(lines).toContain('Érica Conceição;5511911110001;erica@exemplo.com.br;529.982.247-25;Ouro');
  expect(lines[1]).toBe('Cliente 10;5521900000010;;;');
});

test('the list without pages has the first thousand contacts of the own company, whatever company is named', async () => {
  const { body } = await service.ask(leo, routes.contacts.listAll, { query: { companyId } });
  expect([body.contacts.length, body.count, body.hasMore]).toEqual([1_000, 1_003, true]);
  expect(body.contacts.slice(0, 2).map(({ name }) => name)).toEqual(['Cliente 0', 'Cliente 1']);
  const own = await service.ask(ana, routes.contacts.listAll, { query: { searchParam: 'erica' } });
  expect(own.body).toMatchObject({ contacts: [{ id: erica }], count: 1, hasMore: false });
});

test('the export of more contacts than one query reads has each once', async () => {
  const { body } = await service.ask(leo, routes.contacts.exportAll);
  const names = body.split('\r\n').slice(1, -1);
  expect(names).toHaveLength(1_003);
  expect(new Set(names).size).toBe(1_003);
});

test('a deleted contact is in no list and cannot be asked for; its closed ticket keeps its name and is found by it', async () => {
  expect(await names({ searchParam: 'apagada' })).toEqual({ names: [], count: 0, hasMore: false });
  expect(await service.ask(ana, show, { params: { id: uuid(104) } })).toMatchObject({ status: 404 });
  const query = { searchParam: 'apagada', status: 'closed' as const };
  expect((await service.ask(ana, routes.tickets.list, { query })).body.tickets).toMatchObject([
    { id: pastId, contact: { name: 'Apagada Conceição', number: '5511922220001' } },
  ]);
});

test('forgotten contacts are not offered for forwarding', async () => {
  const { body } = await service.ask(ana, routes.contacts.listForwarded, { query: { pageNumber: 2 } });
  expect(body.contacts.map(({ name }) => name).slice(-2)).toEqual(['Érica Conceição', 'Sem nono']);
  expect(body).toMatchObject({ count: 32, hasMore: false });
  const found = await service.ask(ana, routes.contacts.listForwarded, { query: { searchParam: 'erica' } });
  expect(found.body).toMatchObject({ contacts: [{ id: erica }], count: 1 });
  const foreign = await service.ask(zoe, routes.contacts.listForwarded, { query: {} });
  expect(foreign.body).toMatchObject({ contacts: [], count: 0 });
});

test.each([
  ['a name without its accents', 'erica conc'],
  ['a name with accents, in capitals', ' ÉRICA '],
  ['a part of a number', '1111000'],
  ['an e-mail', 'erica@'],
])('a contact is found by %s', async (_, searchParam) =>
  expect(await names({ searchParam })).toEqual({ names: ['Érica Conceição'], count: 1, hasMore: false }),
);

test.each(['+55 11 91111-0001', '(11) 91111-0001', '11 91111-0001', '(011) 91111-0001', '91111-0001', '1111-0001'])(
  'a number is found in the screen’s notation and in common ones: %s',
  async (searchParam) => expect((await names({ searchParam })).names).toEqual(['Érica Conceição']),
);

test.each(['+55 11 98765-4321', '(11) 98765-4321', '+55 11 8765-4321', '98765-4321', '8765–4321', '5511987654321'])(
  'a mobile number stored without its ninth digit is found with and without it: %s',
  async (searchParam) => expect((await names({ searchParam })).names).toEqual(['Sem nono']),
);

test('a text that has all pieces of a number, but not the number, is not found', async () => {
  const { pool } = service.engine;
  const contacts = await liveTable(pool, 'contact');
  const digits = ['12345678', '23456789', '34567890'];
  const { rows } = await pool.query(
    `insert into ${contacts} (id, company_id, name, name_order, extra_info, other_numbers, channel, search, digits, deleted, created_at, updated_at)
     select gen_random_uuid(), $1, s, s, '[]', '{}', 'simulator', s, $3, false, now(), now() from (values ($2)) as t(s) returning id`,
    [ana.companyId, 'pedidos 123456789 e 34567890', digits],
  );
  try {
    expect((await names({ searchParam: '123456789' })).names).toEqual(['pedidos 123456789 e 34567890']);
    expect((await names({ searchParam: '1234567890' })).names).toEqual([]);
  } finally {
    await pool.query(`delete from ${contacts} where id = $1`, [rows[0]!.id]);
  }
});

test('wildcards in a search are literal', async () => expect((await names({ searchParam: 'client_' })).count).toBe(0));

test('a contact is returned completely; another company’s or an unknown one is not found', async () => {
  const { body } = await service.ask(ana, show, { params: { id: erica } });
  expect(body).toMatchObject({
    id: erica,
    uuid: erica,
    companyId,
    name: 'Érica Conceição',
    number: '5511911110001',
    email: 'erica@exemplo.com.br',
    profilePicUrl: expect.stringMatching(new RegExp(`^/api/media/${portrait}/\\d+-`)),
    kind: 'simulator',
    extraInfo: [],
  });
  for (const [caller, id] of [
    [zoe, erica],
    [ana, newId()],
  ] as const)
    expect(await service.ask(caller, show, { params: { id } })).toMatchObject({ status: 404, error: 'ERR_NO_CONTACT_FOUND' });
  expect((await service.ask(zoe, list)).body).toEqual({ contacts: [], count: 0, atLeast: false, hasMore: false, cursor: null });
});

test('a forgotten contact’s data cannot be read anywhere', async () => {
  const contact = await service.ask(ana, show, { params: { id: nobody } });
  expect(contact.body).toMatchObject({ id: nobody, name: null, number: null, email: null, profilePicUrl: null, extraInfo: [] });
  for (const searchParam of ['esquecida', '5599999990000']) {
    expect((await names({ searchParam })).count).toBe(0);
    expect((await service.ask(ana, routes.tickets.list, { query: { searchParam } })).body.count).toBe(0);
  }
  expect((await service.ask(ana, routes.tickets.list, { query: { searchParam: 'segredo' } })).body.count).toBe(0);
  const ticket = await service.ask(ana, routes.tickets.show, { params: { ticketId } });
  expect(ticket.body).toMatchObject({ contact: { id: nobody, name: null, number: null }, lastMessage: '' });
  const { messages } = (await service.ask(ana, routes.messages.list, { params: { ticketId } })).body;
  expect(messages.map(({ body, quotedMsg }) => ({ body, quoted: quotedMsg?.body }))).toEqual([
    { body: null, quoted: undefined },
    { body: null, quoted: null },
    { body: null, quoted: null },
  ]);
  const history = await service.ask(ana, routes.tickets.history, { params: { ticketId } });
  expect(history.body).toHaveLength(4);
  expect(history.body[1]!.actor).toEqual({ kind: 'customer', id: nobody, name: null });
  const everything = JSON.stringify(
    [contact, ticket, messages, history].map((answer) => ('body' in answer ? answer.body : answer)),
  );
  expect(everything).not.toMatch(/segredo|Esquecida|5599999990000/i);
});

/** All pages of the list in an order, each found by the cursor of the one before. */
const paged = async (caller: typeof ana, query: Record<string, string>) => {
  const pages: ContactListed[][] = [];
  let cursor: string | null = null;
  do {
    const { body }: { body: ListOfContacts } = await service.ask(caller, list, {
      query: { ...query, ...(cursor === null ? {} : { cursor }) },
    });
    expect(body.hasMore).toBe(body.cursor !== null);
    pages.push(body.contacts);
    cursor = body.cursor;
  } while (cursor !== null && pages.length < 10);
  return pages;
};

test('by cursor the list has each contact once, forwards and backwards, those without a name last', async () => {
  const all = await paged(ana, {});
  expect(all.map((page) => page.length)).toEqual([20, 13]);
  const forwards = all.flat().map(({ name }) => name);
  expect(forwards.slice(-3)).toEqual(['Érica Conceição', 'Sem nono', null]);
  const backwards = (await paged(ana, { direction: 'desc' })).flat().map(({ name }) => name);
  expect(backwards).toEqual([...forwards.slice(0, -1).toReversed(), null]);
  const byNumber = await service.ask(ana, list, { query: { direction: 'desc', pageNumber: 2 } });
  expect(byNumber.body.contacts.map(({ name }) => name)).toEqual(backwards.slice(20));
  const found = (await paged(ana, { searchParam: 'cliente', direction: 'desc' })).flat();
  expect([found.length, found[0]?.name, found.at(-1)?.name]).toEqual([30, 'Cliente 39', 'Cliente 10']);
});

test('a cursor that no list gave is refused, and one of another company shows only the own contacts', async () => {
  for (const cursor of ['x', Buffer.from('["a"]').toString('base64url'), Buffer.from('{').toString('base64url')])
    for (const orderBy of ['name', 'lastTicket'] as const)
      expect(await service.ask(ana, list, { query: { cursor, orderBy } })).toMatchObject({
        status: 400,
        body: { error: 'ERR_VALIDATION', fields: { cursor: 'Invalid cursor' } },
      });
  const { body } = await service.ask(ana, list);
  const foreign = await service.ask(zoe, list, { query: { cursor: body.cursor! } });
  expect(foreign.body).toMatchObject({ contacts: [], count: 0, hasMore: false, cursor: null });
});

describe('by the last conversation', () => {
  const queue = uuid(61);
  const bia = { userId: uuid(62), companyId: uuid(6) };
  const rui = { userId: uuid(63), companyId: uuid(6) };
  const of = (n: number) => uuid(600 + n);
  beforeAll(async () => {
    const shop = chronicle(bia.companyId);
    shop.company();
    shop.queue(queue, 'Balcão', '#00AA00');
    shop.user(bia.userId, 'Bia', { profile: 'admin' });
    shop.user(rui.userId, 'Rui', { queueIds: [queue] });
    shop.connection(uuid(64), 'Loja');
    for (let n = 0; n < 50; n += 1) shop.contact(of(n), `Pessoa ${String(n).padStart(2, '0')}`, `5541900000${100 + n}`);
    // 30 have talked, the later the higher their number; every third of them to the queue, and contact 0 once more at the end.
    for (let n = 0; n < 30; n += 1) {
      const talk = shop.conversation(uuid(64), of(n));
      talk.started();
      const ticket = talk.opened(`${n}`, n % 3 === 0 ? { queueId: queue } : {});
      if (n < 10) talk.closed(ticket, bia.userId);
    }
    const again = shop.conversation(uuid(64), of(0));
    again.opened('99', {});
    await service.write(shop.take());
  });
  const ids = async (caller: typeof ana, query: Record<string, string>) =>
    (await paged(caller, { orderBy: 'lastTicket', ...query })).flat().map(({ id }) => id);
  const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => of(from + n));

  test('an administrator has the newest first, or the oldest, and those who never wrote after them by name', async () => {
    const newest = [of(0), ...range(1, 30).toReversed(), ...range(30, 50)];
    expect(await ids(bia, { direction: 'desc' })).toEqual(newest);
    expect(await ids(bia, { direction: 'asc' })).toEqual([...range(1, 30), of(0), ...range(30, 50)]);
    const { body } = await service.ask(bia, list, { query: { orderBy: 'lastTicket', direction: 'desc', pageNumber: 2 } });
    expect(body.contacts.map(({ id }) => id)).toEqual(newest.slice(20, 40));
    expect(body.contacts.map(({ lastTicketAt }) => lastTicketAt !== null)).toEqual(newest.slice(20, 40).map((_, n) => n < 10));
  });

  test('an attendant has them by the tickets that they see', async () => {
    const own = range(0, 30).filter((_, n) => n % 3 === 0);
    const others = range(0, 50).filter((id) => !own.includes(id));
    expect(await ids(rui, { direction: 'desc' })).toEqual([...own.toReversed(), ...others]);
    expect(await ids(rui, { direction: 'asc' })).toEqual([...own, ...others]);
  });

  test('a search is ordered too, and its next page goes on there', async () => {
    const found = await ids(bia, { direction: 'desc', searchParam: 'pessoa' });
    expect(found).toEqual(await ids(bia, { direction: 'desc' }));
    expect(await ids(bia, { direction: 'desc', searchParam: '5541900000109' })).toEqual([of(9)]);
  });
});
