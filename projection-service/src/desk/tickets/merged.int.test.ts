import { conversationEvents as c, contactEvents, routes } from '@prosa/contracts';
import { uuid } from '../../testing/news.ts';
import { type Caller, openService, type Service } from '../../testing/service.fixture.ts';
import { ana, bruno, carla, elio, founded, place, zoe } from './tickets.fixture.ts';

const { here, there } = founded();
const [maria, lost, older] = [uuid(101), uuid(102), uuid(103)];
const talkWith = (contactId: string, name: string, number: string) => {
  here.contact(contactId, name, number);
  const talk = here.conversation(place.shop, contactId);
  talk.started();
  return talk;
};
const kept = talkWith(maria, 'Maria José', '5511987654321');
const merged = talkWith(lost, 'Maju', '5511912345678');
const first = talkWith(older, 'MJ', '5511900001111');

/** `from` is merged into `to`, as its events tell. */
const merge = (from: typeof kept, to: typeof kept) => {
  here.tell(`contact-${from.contactId}`, contactEvents.ContactMerged, { contactId: from.contactId, into: to.contactId });
  from.say(c.ConversationContinued, { in: to.key });
  const contactId = to.contactId;
  here.tell(`contact-${contactId}`, contactEvents.ContactAbsorbed, { contactId, absorbed: from.contactId });
};

const t1 = first.opened('1', { queueId: place.support, userId: bruno.userId });
first.received(t1, 'm1', 'de MJ');
first.closed(t1, bruno.userId);
const t2 = merged.opened('2', { queueId: place.sales, userId: ana.userId });
const said = merged.received(t2, 'm2', 'de Maju');
merge(first, merged);
merged.say(c.TicketClosed, { ticketId: t2, userId: null, reason: 'merged', ratingAsked: false });
const t3 = kept.opened('3', { queueId: place.sales, userId: ana.userId });
const before = [...here.take(), ...there.take()];
merge(merged, kept);
kept.received(t3, 'm3', 'de Maria');
const after = here.take();

let service: Service;
beforeAll(async () => {
  service = await openService(before);
  await service.write(after);
});
afterAll(() => service.close());

const messages = async (caller: Caller, ticketId: string, query: Record<string, string> = {}) => {
  const { status, body } = await service.ask(caller, routes.messages.list, { params: { ticketId }, query });
  expect(status).toBe(200);
  return { texts: body.messages.map((message) => message.body), count: body.count };
};

test('the tickets of merged contacts, one after another, are those of the kept one', async () => {
  const { body } = await service.ask(carla, routes.tickets.list, { query: { searchParam: 'Maria José' } });
  expect(body.tickets.map(({ id, contact }) => [id, contact.id, contact.name])).toEqual(
    [t3, t2, t1].map((id) => [id, maria, 'Maria José']),
  );
  const query = { contactIds: `["${maria}","${lost}"]` };
  const last = await service.ask(carla, routes.tickets.lastByContact, { query });
  expect(last.body.tickets.map(({ id }) => id)).toEqual([t3]);
});

test('a merged contact is in no list, and is not found', async () => {
  const { body } = await service.ask(carla, routes.contacts.list);
  expect(body).toMatchObject({ count: 1, contacts: [{ id: maria }] });
  for (const id of [lost, older])
    expect(await service.ask(carla, routes.contacts.show, { params: { id } })).toMatchObject({ status: 404 });
});

test('the kept contact’s conversation continues into those of the merged ones, as far as the caller sees', async () => {
  expect(await messages(carla, t3)).toEqual({ texts: ['de MJ', 'de Maju', 'de Maria'], count: 3 });
  expect(await messages(ana, t3)).toEqual({ texts: ['de Maju', 'de Maria'], count: 2 });
  expect(await messages(carla, t3, { goMessage: said })).toEqual({ texts: ['de MJ', 'de Maju', 'de Maria'], count: 3 });
  expect(await messages(bruno, t1)).toEqual({ texts: ['de MJ'], count: 1 });
  for (const caller of [elio, zoe])
    expect(await service.ask(caller, routes.messages.list, { params: { ticketId: t3 } })).toMatchObject({ status: 404 });
});
