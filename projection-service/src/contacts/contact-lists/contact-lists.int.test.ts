import {
  conversationEvents as c,
  canonicalNumber,
  contactEvents,
  contactListItemEvents,
  contactLists,
  newId,
  routes,
} from '@prosa/contracts';
import { chronicle, uuid } from '../../testing/news.ts';
import { openService, type Service } from '../../testing/service.fixture.ts';

const companyId = uuid(1);
const carla = { userId: uuid(21), companyId };
const ana = { userId: uuid(22), companyId };
const zoe = { userId: uuid(29), companyId: uuid(2) };
const [clients, brides, gone] = [uuid(501), uuid(502), uuid(503)];
const [maria, joao, paula, late] = [uuid(101), uuid(102), uuid(103), uuid(51)];
const { list, listAll, show } = routes.contactLists;
const { list: items, show: item, contacts } = routes.contactListItems;

const here = chronicle(companyId);
here.company();
here.user(carla.userId, 'Carla', { profile: 'admin' });
here.user(ana.userId, 'Ana');
const there = chronicle(zoe.companyId);
there.company();
there.user(zoe.userId, 'Zoe', { profile: 'admin' });
const makeList = (of: typeof here, id: string, name: string) =>
  of.tell(`contact-lists-${of.companyId}`, contactLists.events.created, { id, name });
const ids = Array.from({ length: 100 }, (_, n) => uuid(601 + n)).values();
const add = (of: typeof here, contactListId: string, name: string, number: string, itemId = ids.next().value!) => {
  const numberKey = canonicalNumber(number).padStart(32, '0');
  const of32 = { itemId, contactListId, name, number, email: null, numberKey, importId: null };
  of.tell(`list-items-${'a'.repeat(15)}`, contactListItemEvents.ContactListItemAdded, of32);
  return itemId;
};
makeList(here, clients, 'Clientes');
makeList(here, brides, 'Noivas de maio');
makeList(here, gone, 'Apagada');
makeList(there, uuid(509), 'De outra empresa');
add(there, uuid(509), 'Outra', '5511987654321');
for (let n = 10; n < 35; n += 1) add(here, clients, `Cliente ${n}`, `55219000000${n}`);
const mariaItem = add(here, clients, 'Maria José', '5511987654321');
add(here, brides, 'Noiva', '5511966660000');
const erased = add(here, brides, 'Esquecida', '5511977770000');
here.contact(maria, 'Maria', '551187654321', 'maria@exemplo.com.br');
here.contact(joao, 'João', '5511912345678');
here.contact(paula, 'Paula', '5511955550000');
here.contact(uuid(104), 'Apagada', '5511966660000');
here.tell(`contact-${uuid(104)}`, contactEvents.ContactDeleted, { contactId: uuid(104) });
const optedOutAt = '2026-03-02T12:00:00.000Z';
here.tell(`contact-${maria}`, contactEvents.ContactPreferenceTold, { contactId: maria, optedOut: true, at: optedOutAt });
here.connection(uuid(31), 'Loja');
here.tag(late, 'Atrasado');
for (const contactId of [maria, joao]) {
  const talk = here.conversation(uuid(31), contactId);
  talk.started();
  talk.say(c.TicketTagged, { ticketId: talk.opened('1', { userId: carla.userId }), tagIds: [late] });
}
here.tell(`contact-lists-${companyId}`, contactLists.events.deleted, { id: gone });

let service: Service;
beforeAll(async () => {
  service = await openService([...here.take(), ...there.take()], [erased]);
});
afterAll(() => service.close());

test('lists are shown with the number of their items, found and paged', async () => {
  const { body } = await service.ask(carla, list, { query: {} });
  expect(body).toMatchObject({ count: 2, hasMore: false });
  expect(body.records.map(({ id, name, contactsCount }) => ({ id, name, contactsCount }))).toEqual([
    { id: clients, name: 'Clientes', contactsCount: 26 },
    { id: brides, name: 'Noivas de maio', contactsCount: 2 },
  ]);
  const found = await service.ask(carla, list, { query: { searchParam: 'noiva' } });
  expect(found.body.records.map(({ id }) => id)).toEqual([brides]);
  expect((await service.ask(carla, listAll, { query: {} })).body.records).toHaveLength(2);
  expect((await service.ask(carla, show, { params: { id: clients } })).body).toMatchObject({ contactsCount: 26, companyId });
});

test('items of a list are shown by name, page by page, with the contact who has the number', async () => {
  const first = await service.ask(carla, items, { query: { contactListId: clients } });
  expect(first.body).toMatchObject({ count: 26, hasMore: true });
  expect(first.body.contacts.map(({ name }) => name)).toEqual(Array.from({ length: 20 }, (_, n) => `Cliente ${n + 10}`));
  const byCursor = await service.ask(carla, items, { query: { contactListId: clients, cursor: first.body.cursor! } });
  const byNumber = await service.ask(carla, items, { query: { contactListId: clients, pageNumber: 2 } });
  expect(byNumber.body.contacts).toEqual(byCursor.body.contacts);
  expect(byNumber.body.contacts.at(-1)).toEqual({
    id: mariaItem,
    companyId,
    contactListId: clients,
    name: 'Maria José',
    number: '5511987654321',
    email: null,
    isWhatsappValid: null,
    contactId: maria,
    optedOutAt,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  });
  expect((await service.ask(carla, item, { params: { id: mariaItem } })).body).toMatchObject({ contactId: maria });
});

test.each([
  ['maria', ['Maria José']],
  ['jose maria', ['Maria José']],
  ['(11) 98765-4321', ['Maria José']],
  ['1187654321', ['Maria José']],
  ['cliente 33', ['Cliente 33']],
  ['ninguém', []],
])('a search for %j finds %j', async (searchParam, names) => {
  const { body } = await service.ask(carla, items, { query: { contactListId: clients, searchParam } });
  expect(body.contacts.map(({ name }) => name)).toEqual(names);
});

test('without a list those of all lists are shown; who was forgotten is last, and a deleted contact is none', async () => {
  const { body } = await service.ask(carla, items, { query: { pageNumber: 2 } });
  expect(body.count).toBe(28);
  expect(body.contacts.at(-1)).toMatchObject({ id: erased, name: null, number: null, email: null, contactId: null });
  expect(body.contacts.at(-2)).toMatchObject({ name: 'Noiva', contactId: null });
});

test('only administrators of the company see them', async () => {
  for (const call of [list, items, contacts])
    expect(await service.ask(ana, call as typeof list, { query: {} })).toMatchObject({ status: 403 });
  expect((await service.ask(zoe, list, { query: {} })).body.records).toMatchObject([{ name: 'De outra empresa' }]);
  expect((await service.ask(zoe, items, { query: { contactListId: clients } })).body).toMatchObject({ contacts: [], count: 0 });
  expect(await service.ask(zoe, item, { params: { id: mariaItem } })).toMatchObject({ status: 404 });
  expect(await service.ask(carla, item, { params: { id: newId() } })).toMatchObject({
    status: 404,
    body: { error: 'ERR_NO_CONTACT_LIST_ITEM_FOUND' },
  });
});

test('contacts for a list are those that a search finds and that had a ticket with a tag, by their ids', async () => {
  const idsOf = async (query: Record<string, string>) =>
    (await service.ask(carla, contacts, { query })).body.contacts.map(({ id }) => id);
  expect((await service.ask(carla, contacts, { query: {} })).body).toEqual({
    contacts: [
      { id: maria, name: 'Maria', number: '551187654321', email: 'maria@exemplo.com.br' },
      { id: joao, name: 'João', number: '5511912345678', email: null },
      { id: paula, name: 'Paula', number: '5511955550000', email: null },
    ],
    cursor: null,
  });
  expect(await idsOf({ tagIds: late })).toEqual([maria, joao]);
  expect(await idsOf({ tagIds: uuid(52) })).toEqual([]);
  expect(await idsOf({ searchParam: 'joao' })).toEqual([joao]);
  expect(await idsOf({ searchParam: 'paula', tagIds: late })).toEqual([]);
  expect(await idsOf({ cursor: joao })).toEqual([paula]);
});
