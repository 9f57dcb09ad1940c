import { type MessageView, routes } from '@prosa/contracts';
import { announcedFile, uuid } from '../../testing/news.ts';
import { openService, type Service } from '../../testing/service.fixture.ts';
import { ana, place as cast, founded } from '../tickets/tickets.fixture.ts';

const { here, there } = founded();
here.contact(uuid(101), 'Maria', '5511987654321');
const talk = here.conversation(cast.shop, uuid(101));
talk.started();
const ticketId = talk.opened('1', { queueId: cast.sales, userId: ana.userId });
const place = { latitude: -23.5505, longitude: -46.6333, name: 'Padaria Aurora', address: 'Rua das Palmeiras, 418' };
const contacts = [{ name: 'Tarcísio Belmonte', numbers: ['+55 11 90000-8826', '5511900008827'] }];
const choice = { id: 'opt-2', title: 'Entregas' };
const ids = {
  place: talk.received(ticketId, 'place', '', { brings: { place } }),
  contacts: talk.received(ticketId, 'contacts', '', { brings: { contacts } }),
  call: talk.received(ticketId, 'call', '', { brings: { call: { kind: 'video' } } }),
  choice: talk.received(ticketId, 'choice', choice.title, { brings: { choice } }),
};
const quotes = (['place', 'contacts', 'call', 'choice'] as const).map((name) =>
  talk.sent(ticketId, `on ${name}`, `Sobre ${name}`, { userId: ana.userId, quotedId: ids[name] }),
);
const forwardedPlace = talk.sent(ticketId, 'forwarded', '', { userId: ana.userId, origin: 'forward', cards: { place } });
const outside = talk.outreach('outside', '', { lastTicketId: ticketId, userId: ana.userId, cards: { contacts } });
const typo = talk.received(ticketId, 'typo', 'Quero a mesa de jacarandá');
const answer = talk.sent(ticketId, 'answer', 'Temos!', { userId: ana.userId, quotedId: typo });
talk.edited(ticketId, typo, 'Quero a mesa de imbuia');
talk.edited(ticketId, typo, 'Quero a mesa de peroba');
talk.reacted(ticketId, answer, '👍');
talk.reacted(ticketId, answer, '❤️');
talk.reacted(ticketId, answer, '🙏', null);
talk.reacted(ticketId, typo, '😮', null);
talk.reacted(ticketId, typo, '', null);
const voice = talk.received(ticketId, 'voice', '', {
  brings: { media: { ...announcedFile(uuid(940)), kind: 'audio', mime: 'audio/ogg' }, waveform: [0, 40, 100], forwarded: true },
});
const mute = talk.received(ticketId, 'mute', '', { brings: { media: announcedFile(uuid(941)), waveform: [7] } });
talk.revoked(ticketId, mute);
const gone = talk.received(ticketId, 'gone', '', { brings: { place: { ...place, name: 'Esconderijo', address: null } } });
const said = talk.received(ticketId, 'said', 'Guardo no cofre-forte');
talk.edited(ticketId, said, 'Guardo no porão');
talk.reacted(ticketId, said, '🤫', null);
talk.revoked(ticketId, gone);
talk.revoked(ticketId, said);

let service: Service;
beforeAll(async () => {
  service = await openService([...here.take(), ...there.take()]);
});
afterAll(() => service.close());

const messages = async (): Promise<Map<string, MessageView>> => {
  const { body } = await service.ask(ana, routes.messages.list, { params: { ticketId } });
  return new Map(body.messages.map((message) => [message.id, message]));
};
const nothing = { place: null, contacts: null, call: null, choice: null, reactions: [], editedAt: null };

test('a message has its content, with the media type of its kind', async () => {
  const all = await messages();
  expect(all.get(ids.place)).toMatchObject({ ...nothing, mediaType: 'locationMessage', body: '', place });
  expect(all.get(ids.contacts)).toMatchObject({ ...nothing, mediaType: 'vcard', body: '', contacts });
  expect(all.get(ids.call)).toMatchObject({ ...nothing, mediaType: 'call_log', body: '', call: { kind: 'video' } });
  expect(all.get(ids.choice)).toMatchObject({ ...nothing, mediaType: null, body: 'Entregas', choice });
});

test('a forwarded place, and contacts that were sent outside of any ticket, are shown as received ones are, and told in the history', async () => {
  const all = await messages();
  const sent = { ...nothing, fromMe: true, body: '' };
  expect(all.get(forwardedPlace)).toMatchObject({ ...sent, mediaType: 'locationMessage', place, forwarded: true });
  expect(all.get(outside)).toMatchObject({ ...sent, mediaType: 'vcard', contacts });
  const { body } = await service.ask(ana, routes.tickets.history, { params: { ticketId } });
  expect(body.find(({ data }) => data.messageId === forwardedPlace)?.data).toMatchObject({ place });
});

test('a recorded voice has its shape until it is deleted, and what a customer forwarded says so', async () => {
  const all = await messages();
  expect(all.get(voice)).toMatchObject({ mediaType: 'audio', waveform: [0, 40, 100], forwarded: true });
  expect(all.get(mute)).toMatchObject({ waveform: null });
  expect(all.get(ids.call)).toMatchObject({ waveform: null, forwarded: false });
});

test('a quote has the kind of its message', async () => {
  const all = await messages();
  expect(quotes.map((id) => all.get(id)?.quotedMsg)).toMatchObject([
    { kind: 'place', body: 'Padaria Aurora' },
    { kind: 'contacts', body: 'Tarcísio Belmonte' },
    { kind: 'video-call', body: '' },
    { kind: null, body: 'Entregas' },
  ]);
});

test('an edited message has its latest text, and so does its quote', async () => {
  const all = await messages();
  expect(all.get(typo)).toMatchObject({ body: 'Quero a mesa de peroba', editedAt: '2026-03-01T12:00:00.000Z', reactions: [] });
  expect(all.get(answer)?.quotedMsg).toMatchObject({ body: 'Quero a mesa de peroba', kind: null });
});

test('a message has the latest reaction of each person', async () => {
  expect((await messages()).get(answer)?.reactions).toEqual([
    { emoji: '❤️', fromMe: false, name: 'Maria' },
    { emoji: '🙏', fromMe: true, name: null },
  ]);
});

test('a deleted message is a marker without content', async () => {
  const all = await messages();
  for (const id of [gone, said])
    expect(all.get(id)).toMatchObject({ ...nothing, isDeleted: true, fromMe: false, body: '', mediaType: null });
  expect(JSON.stringify([...all.values()])).not.toMatch(/Esconderijo|cofre|porão|🤫/);
});

test('the history has every text, reaction and kind', async () => {
  const { body } = await service.ask(ana, routes.tickets.history, { params: { ticketId } });
  const of = (id: string) => body.filter(({ data }) => data.messageId === id).map(({ type, data }) => [type, data]);
  expect(of(typo)).toMatchObject([
    ['MessageReceived', { body: 'Quero a mesa de jacarandá' }],
    ['MessageEdited', { body: 'Quero a mesa de imbuia' }],
    ['MessageEdited', { body: 'Quero a mesa de peroba' }],
    ['MessageReacted', { emoji: '😮', contactId: null }],
    ['MessageReacted', { emoji: '' }],
  ]);
  expect(of(said)).toMatchObject([
    ['MessageReceived', { body: 'Guardo no cofre-forte' }],
    ['MessageEdited', { body: 'Guardo no porão' }],
    ['MessageReacted', {}],
    ['MessageRevoked', {}],
  ]);
  expect(of(ids.place)).toMatchObject([['MessageReceived', { place }]]);
  expect(of(ids.contacts)[0]?.[1]).toEqual(expect.objectContaining({ contacts }));
  expect(of(ids.contacts)[0]?.[1]).not.toHaveProperty('place');
});

test('a ticket is found by the current text and content of its messages, not by edited or deleted ones', async () => {
  const finds = async (searchParam: string) =>
    (await service.ask(ana, routes.tickets.list, { query: { searchParam } })).body.tickets.length;
  for (const words of ['peroba', 'palmeiras', 'belmonte', '90000-8826']) expect([words, await finds(words)]).toEqual([words, 1]);
  for (const words of ['jacarandá', 'imbuia', 'cofre', 'porão', 'esconderijo'])
    expect([words, await finds(words)]).toEqual([words, 0]);
});

test('the row of its ticket shows that the last message was deleted', async () => {
  const { body } = await service.ask(ana, routes.tickets.show, { params: { ticketId } });
  expect(body).toMatchObject({ lastMessage: '', lastMessageKind: null, lastMessageDeleted: true });
});
