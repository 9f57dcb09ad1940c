import { apiKeyEvents, conversationEvents as c, newId, routes } from '@prosa/contracts';
import { ana, bruno, carla, founded, place, zoe } from '../../desk/tickets/tickets.fixture.ts';
import { asUser, uuid } from '../../testing/news.ts';
import { openService, type Service } from '../../testing/service.fixture.ts';

const { history } = routes.tickets;
const { here, there } = founded();
here.contact(uuid(101), 'Maria', '5511987654321');
const talk = here.conversation(place.shop, uuid(101));
talk.started();
const before = talk.opened('0', { queueId: place.sales });
talk.received(before, 'before', 'De outro atendimento');
talk.closed(before, null);
const ticketId = talk.opened('1', { queueId: place.sales });
const asked = talk.received(ticketId, 'asked', 'Chegou?');
talk.sent(ticketId, 'greeting', 'Bem-vinda!', { origin: 'greeting' });
talk.say(c.TicketAccepted, { ticketId, userId: ana.userId }, { by: asUser(ana.userId) });
talk.say(c.MessagesRead, { ticketId, upTo: asked, messageIds: [asked], unread: 0 }, { by: asUser(ana.userId) });
const told = talk.sent(ticketId, 'told', 'Ainda não', { userId: ana.userId });
talk.say(c.MessageDeleted, { ticketId, messageId: told, userId: ana.userId }, { by: asUser(ana.userId) });
talk.say(c.TicketTagged, { ticketId, tagIds: [place.late] }, { by: { kind: 'integration', id: 'robô' } });
talk.say(c.TicketTransferred, { ticketId, queueId: place.sales, userId: carla.userId }, { by: { kind: 'user', id: 'nobody' } });
const [keyId, keys] = [uuid(77), `api-keys-${ana.companyId}`];
here.tell(keys, apiKeyEvents.ApiKeyCreated, { keyId, name: 'ERP', scopes: [], hash: 'a', userId: carla.userId });
here.tell(keys, apiKeyEvents.ApiKeyRevoked, { keyId });
const byKey = { by: { kind: 'integration', id: keyId } as const };
talk.say(c.TicketTagged, { ticketId, tagIds: [] }, byKey);
const sent = { ticketId, signature: null, quotedId: null, clientId: null };
const ofKey = talk.message('of the key');
talk.say(c.MessageSent, { ...sent, messageId: ofKey, body: 'Pronto', userId: keyId, origin: 'attendant' }, byKey);
const byConnection = { by: { kind: 'integration', id: place.shop } as const };
talk.say(
  c.MessageSent,
  { ...sent, messageId: talk.message('of the API'), body: 'Saiu', userId: null, origin: 'api' },
  byConnection,
);

const rated = talk.opened('3', { queueId: place.sales, userId: ana.userId });
talk.say(
  c.TicketClosed,
  { ticketId: rated, userId: ana.userId, reason: 'resolved', ratingAsked: true },
  { by: asUser(ana.userId) },
);
const answer = { ticketId: rated, sentAt: '2026-03-01T12:00:00.000Z' };
const byCustomer = { by: { kind: 'customer', id: talk.contactId } as const };
talk.say(c.RatingGiven, { ...answer, messageId: talk.message('mark'), rating: 3, body: '3', channelId: 'mark' }, byCustomer);
talk.say(c.RatingCommented, { ...answer, messageId: talk.message('why'), body: 'Foi ótimo', channelId: 'why' }, byCustomer);

let service: Service;
beforeAll(async () => {
  service = await openService([...here.take(), ...there.take()]);
});
afterAll(() => service.close());

test('every event of a ticket is listed in order, with its actor and its texts', async () => {
  const { body } = await service.ask(ana, history, { params: { ticketId } });
  const byAna = { kind: 'user', id: ana.userId, name: 'Ana' };
  const byMaria = { kind: 'customer', id: uuid(101), name: 'Maria' };
  expect(body.map(({ type, actor, data }) => ({ type, actor, text: data.body }))).toEqual([
    { type: 'TicketOpened', actor: byMaria, text: undefined },
    { type: 'MessageReceived', actor: byMaria, text: 'Chegou?' },
    { type: 'MessageSent', actor: { kind: 'system', id: 'prosa', name: null }, text: 'Bem-vinda!' },
    { type: 'TicketAccepted', actor: byAna, text: undefined },
    { type: 'MessagesRead', actor: byAna, text: undefined },
    { type: 'MessageSent', actor: byAna, text: 'Ainda não' },
    { type: 'MessageDeleted', actor: byAna, text: undefined },
    { type: 'TicketTagged', actor: { kind: 'integration', id: 'robô', name: null }, text: undefined },
    { type: 'TicketTransferred', actor: { kind: 'user', id: 'nobody', name: null }, text: undefined },
    // What a key did is told as its name, also once it is revoked; what came by a connection's token, as the connection's.
    { type: 'TicketTagged', actor: { kind: 'integration', id: keyId, name: 'ERP' }, text: undefined },
    { type: 'MessageSent', actor: { kind: 'integration', id: keyId, name: 'ERP' }, text: 'Pronto' },
    { type: 'MessageSent', actor: { kind: 'integration', id: place.shop, name: 'Loja' }, text: 'Saiu' },
  ]);
  const messages = await service.ask(ana, routes.messages.list, { params: { ticketId } });
  expect(messages.body.messages.slice(-2).map(({ user, automatic }) => ({ user, automatic }))).toEqual([
    { user: { id: keyId, name: 'ERP' }, automatic: null },
    { user: null, automatic: 'api' },
  ]);
  expect(body[3]).toMatchObject({ data: { ticketId, userId: ana.userId }, at: '2026-03-01T12:20:00.000Z' });
  const positions = body.map(({ position }) => BigInt(position));
  expect(positions).toEqual(positions.toSorted((a, b) => (a < b ? -1 : 1)));
  expect(JSON.stringify(body)).not.toContain('De outro atendimento');
});

test('the comment on a rating is told with its words, and who wrote it', async () => {
  const { body } = await service.ask(ana, history, { params: { ticketId: rated } });
  expect(body.slice(-2).map(({ type, actor, data }) => [type, actor.name, data.rating, data.body])).toEqual([
    ['RatingGiven', 'Maria', 3, undefined],
    ['RatingCommented', 'Maria', undefined, 'Foi ótimo'],
  ]);
});

test('a ticket that its queue gave to somebody says so', async () => {
  here.contact(uuid(102), 'João', '5511987654322');
  const other = here.conversation(place.shop, uuid(102));
  other.started();
  const given = other.opened('1', { queueId: place.sales });
  const by = { kind: 'system', id: 'distribution' } as const;
  other.say(c.TicketAccepted, { ticketId: given, userId: ana.userId, distributed: true }, { by });
  await service.write(here.take());
  const { body } = await service.ask(ana, history, { params: { ticketId: given } });
  expect(body.map(({ type, actor, data }) => ({ type, actor, data })).at(-1)).toEqual({
    type: 'TicketAccepted',
    actor: { ...by, name: null },
    data: { ticketId: given, userId: ana.userId, distributed: true },
  });
});

test('only administrators can read a deleted ticket’s history, which contains its authors', async () => {
  const mistaken = talk.opened('2', { queueId: place.sales, userId: ana.userId });
  talk.received(mistaken, 'wrong', 'Foi engano');
  const data = { ticketId: mistaken, userId: carla.userId, contactId: talk.contactId };
  talk.say(c.TicketDeleted, data, { by: asUser(carla.userId) });
  await service.write(here.take());
  const params = { ticketId: mistaken };
  const { body } = await service.ask(carla, history, { params });
  expect(body.map(({ type, actor: { name }, data: { body: text } }) => ({ type, name, text }))).toEqual([
    { type: 'TicketOpened', name: 'Ana', text: undefined },
    { type: 'MessageReceived', name: 'Maria', text: 'Foi engano' },
    { type: 'TicketDeleted', name: 'Carla', text: undefined },
  ]);
  const missing = { status: 404, error: 'ERR_NO_TICKET_FOUND' };
  for (const caller of [ana, zoe]) expect(await service.ask(caller, history, { params })).toMatchObject(missing);
  const { show } = routes.tickets;
  for (const call of [show, routes.messages.list]) expect(await service.ask(carla, call, { params })).toMatchObject(missing);
});

test('the history of an invisible ticket is not found', async () => {
  for (const [caller, id] of [
    [bruno, ticketId],
    [zoe, ticketId],
    [carla, newId()],
  ] as const)
    expect(await service.ask(caller, history, { params: { ticketId: id } })).toMatchObject({
      status: 404,
      error: 'ERR_NO_TICKET_FOUND',
    });
});
