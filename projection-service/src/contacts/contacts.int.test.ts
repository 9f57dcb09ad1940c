import { newId, routes } from '@prosa/contracts';
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
const there = chronicle(zoe.companyId);
there.company();
there.user(zoe.userId, 'Zoe', { profile: 'admin' });

let service: Service;
beforeAll(async () => {
  service = await openService([...here.take(), ...there.take()], [nobody]);
});
afterAll(() => service.close());

const names = async (query: Record<string, string | number>) => {
  const { body } = await service.ask(ana, list, { query });
  return { names: body.contacts.map(({ name }) => name), count: body.count, hasMore: body.hasMore };
};

test('contacts are listed by name, a page at a time', async () => {
  const first = Array.from({ length: 20 }, (_, n) => `Cliente ${n + 10}`);
  expect(await names({})).toEqual({ names: first, count: 33, hasMore: true });
  const last = Array.from({ length: 10 }, (_, n) => `Cliente ${n + 30}`);
  expect(await names({ pageNumber: 2 })).toEqual({
    names: [...last, 'Érica Conceição', 'Sem nono', null],
    count: 33,
    hasMore: false,
  });
});

test.each([
  ['a name without its accents', 'erica conc'],
  ['a name with accents, in capitals', ' ÉRICA '],
  ['a part of a number', '1111000'],
  ['an e-mail', 'erica@'],
])('one is found by %s', async (_, searchParam) =>
  expect(await names({ searchParam })).toEqual({ names: ['Érica Conceição'], count: 1, hasMore: false }),
);

test.each(['+55 11 91111-0001', '(11) 91111-0001', '11 91111-0001', '(011) 91111-0001', '91111-0001', '1111-0001'])(
  'a number is found as the screen writes it, and as people do: %s',
  async (searchParam) => expect((await names({ searchParam })).names).toEqual(['Érica Conceição']),
);

test.each(['+55 11 98765-4321', '(11) 98765-4321', '+55 11 8765-4321', '98765-4321', '8765–4321', '5511987654321'])(
  'whose mobile is kept without its ninth digit is found with and without it: %s',
  async (searchParam) => expect((await names({ searchParam })).names).toEqual(['Sem nono']),
);

test('what looks like a pattern is none', async () => expect((await names({ searchParam: 'client_' })).count).toBe(0));

test('one is answered whole; another’s or none is not there', async () => {
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

test('of one who was forgotten nothing can be read anywhere', async () => {
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
