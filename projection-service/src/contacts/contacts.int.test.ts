import { contactEvents, newId, routes } from '@prosa/contracts';
import { chronicle, uuid } from '../testing/news.ts';
import { openService, type Service } from '../testing/service.fixture.ts';

const companyId = uuid(1);
const ana = { userId: uuid(21), companyId };
const zoe = { userId: uuid(29), companyId: uuid(2) };
const [erica, nobody] = [uuid(101), uuid(102)];
const { list, show } = routes.contacts;

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
    profilePicUrl: null,
    kind: 'simulator',
    extraInfo: [],
  });
  for (const [caller, id] of [
    [zoe, erica],
    [ana, newId()],
  ] as const)
    expect(await service.ask(caller, show, { params: { id } })).toMatchObject({ status: 404, error: 'ERR_NO_CONTACT_FOUND' });
  expect((await service.ask(zoe, list)).body).toEqual({ contacts: [], count: 0, hasMore: false });
});

test('a forgotten contact’s data cannot be read anywhere', async () => {
  const contact = await service.ask(ana, show, { params: { id: nobody } });
  expect(contact.body).toMatchObject({ id: nobody, name: null, number: null, email: null, extraInfo: [] });
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
