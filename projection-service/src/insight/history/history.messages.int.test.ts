import { conversationEvents as c, routes } from '@prosa/contracts';
import { ana, carla, founded, place } from '../../desk/tickets/tickets.fixture.ts';
import { liveTable } from '../../engine/live-tables.fixture.ts';
import { asUser, fileOf, type News, uuid } from '../../testing/news.ts';
import { openService, type Service } from '../../testing/service.fixture.ts';

const maria = uuid(101);
const nobody = uuid(102);
const { here } = founded();
here.contact(maria, 'Maria', '5511987654321');
here.contact(nobody, 'Esquecida', '5511987654322');
const first = here.take();
const card = { latitude: -23.5505, longitude: -46.6333, name: 'Padaria Aurora', address: null };

/** A conversation with whatever a message may be, and some of what changes one. */
const told = (contactId: string) => {
  const talk = here.conversation(place.shop, contactId);
  const fromCustomer = { by: { kind: 'customer', id: contactId } } as const;
  talk.started();
  const ticketId = talk.opened('1', { queueId: place.sales });
  const asked = talk.received(ticketId, 'asked', 'Chegou?');
  talk.sent(ticketId, 'greeting', 'Olá!', { origin: 'greeting', ...fromCustomer });
  talk.received(ticketId, 'quoting', 'Digo o de ontem', { quotedId: asked, brings: { forwarded: true } });
  talk.received(ticketId, 'place', '', { brings: { place: card } });
  talk.received(ticketId, 'call', '', { brings: { call: { kind: 'voice' } } });
  talk.received(ticketId, 'chosen', 'Entregas', { brings: { choice: { id: '2', title: 'Entregas' } } });
  const context = { kind: 'referral', words: 'Promoção', gist: null } as const;
  talk.received(ticketId, 'about', 'Ainda tem?', { brings: { context } });
  talk.received(ticketId, 'voice', '', { brings: { waveform: [0, 40] } });
  const group = { ticketId, messageId: talk.message('group'), body: 'Do grupo', channelId: 'group', quotedId: null };
  talk.say(c.MessageReceived, { ...group, sentAt: '2026-03-01T12:00:00.000Z', authorId: uuid(103) }, fromCustomer);
  talk.received(ticketId, 'seconds', 'Sem milissegundos', { at: '2026-03-01T12:30:00Z' });
  talk.say(c.MessageReceived, { ...group, messageId: talk.message('early'), sentAt: '2026-03-02T12:00:00.000Z' }, fromCustomer);
  talk.say(
    c.MessageReceived,
    { ...group, messageId: talk.message('by'), sentAt: '2026-03-01T12:00:00.000Z' },
    { by: { kind: 'customer', id: place.shop } },
  );
  const unread = talk.received(ticketId, 'unread', '', { brings: { line: 'undecrypted' } });
  talk.say(
    c.MessageFilled,
    { ticketId, messageId: unread, body: 'Agora se lê', quotedId: null, sentAt: '2026-03-01T12:00:00.000Z' },
    fromCustomer,
  );
  talk.sent(ticketId, 'answer', 'Já foi', { userId: ana.userId, quotedId: asked });
  talk.sent(ticketId, 'forward', '', { userId: ana.userId, origin: 'forward', cards: { place: card } });
  talk.sent(ticketId, 'timer', 'Até logo', { origin: 'closing' });
  talk.sent(ticketId, 'scheduled', 'Bom dia', {
    userId: ana.userId,
    origin: 'schedule',
    by: { kind: 'system', id: 'schedules' },
  });
  talk.sent(ticketId, 'robot', 'Aviso', { origin: 'attendant', by: { kind: 'integration', id: 'robô' } });
  talk.say(
    c.MessageObserved,
    { ticketId, messageId: talk.message('note'), body: 'Nota', userId: ana.userId, clientId: 'k' },
    { by: asUser(ana.userId) },
  );
  const template = { name: 'aviso', language: 'pt_BR', values: [] };
  const sent = { ticketId, messageId: talk.message('template'), body: 'Aviso', userId: ana.userId, origin: 'attendant' as const };
  talk.say(c.MessageSent, { ...sent, signature: null, quotedId: null, clientId: 't', template }, { by: asUser(ana.userId) });
  talk.outreach('news', 'Chegou', { lastTicketId: ticketId, userId: ana.userId });
  talk.edited(ticketId, asked, 'Já chegou?');
  const gone = talk.sent(ticketId, 'gone', 'Engano', { userId: ana.userId });
  talk.say(c.MessageDeleted, { ticketId, messageId: gone, userId: ana.userId }, { by: asUser(ana.userId) });
  const photo = { userId: ana.userId, media: fileOf(uuid(71)) };
  return { ticketId, news: here.take(), file: { ticketId, id: talk.sent(ticketId, 'file', '', photo), news: here.take() } };
};
const [hers, erased] = [told(maria), told(nobody)];

let service: Service;
beforeAll(async () => {
  service = await openService([...first, ...hers.news, ...hers.file.news, ...erased.news, ...erased.file.news], [nobody]);
});
afterAll(() => service.close());

const historyOf = async (ticketId: string) => (await service.ask(carla, routes.tickets.history, { params: { ticketId } })).body;
/** An event as the history shows it: without what is shown elsewhere. */
const shown = ({ type, data, actor, at }: News) => {
  const { signature: _, ...rest } = data;
  // The values of a template are in its message's text.
  if (rest.template) rest.template = { name: (rest.template as { name: string }).name, language: 'pt_BR' };
  return { type, at: at.toISOString(), actor: { kind: actor.kind, id: actor.id }, data: rest };
};
const inTicket = (news: readonly News[]): News[] =>
  news.filter(({ type }) => !['ConversationStarted', 'OutreachSent'].includes(type));

test('each message is told as its event was, wherever its row is, and in its place among all others', async () => {
  const entries = await historyOf(hers.ticketId);
  const told = entries.slice(0, -1).map(({ type, at, actor: { kind, id }, data }) => ({ type, at, actor: { kind, id }, data }));
  const expected = inTicket(hers.news).map(shown);
  // A message that could not be read is told with the words that came later.
  const line = expected.find(({ data }) => data.line !== undefined)!;
  Object.assign(line.data, { body: 'Agora se lê' });
  expect(told).toEqual(expected);
  const positions = entries.map(({ position }) => BigInt(position));
  expect(positions).toEqual(positions.toSorted((a, b) => (a < b ? -1 : 1)));
  expect(entries.at(-1)).toMatchObject({
    type: 'MessageSent',
    data: { messageId: hers.file.id, media: { mediaId: uuid(71) } },
  });
  expect(JSON.stringify(entries)).not.toContain('sha256');
  const names = entries.flatMap(({ type, actor }) => (type === 'MessageSent' ? [`${actor.kind} ${actor.name}`] : []));
  expect([...new Set(names)]).toEqual(['customer Maria', 'user Ana', 'system null', 'integration null']);
});

test('of a person who was forgotten the events are told, without words', async () => {
  const entries = await historyOf(erased.ticketId);
  const all = inTicket([...erased.news, ...erased.file.news]);
  expect(entries.map(({ type, data }) => [type, data.messageId])).toEqual(all.map(({ type, data }) => [type, data.messageId]));
  expect(entries.filter(({ actor }) => actor.kind === 'customer' && actor.name !== null)).toEqual([]);
  expect(JSON.stringify(entries)).not.toMatch(/Chegou|Padaria|Promoção|Entregas|Olá|Engano/);
});

test('the history has rows of its own only of messages whose row does not tell the event as it was', async () => {
  const { pool } = service.engine;
  const { rows } = await pool.query<{ id: string }>(
    `select data ->> 'messageId' as id from ${await liveTable(pool, 'history')}
     where ticket_id = $1 and type in ('MessageReceived', 'MessageSent')`,
    [hers.ticketId],
  );
  const names = ['seconds', 'early', 'unread', 'timer', 'scheduled', 'robot', 'template'];
  const talk = here.conversation(place.shop, maria);
  expect(rows.map(({ id }) => id).toSorted()).toEqual(names.map((name) => talk.message(name)).toSorted());
});
