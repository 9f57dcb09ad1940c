import { conversationEvents as c, routes } from '@prosa/contracts';
import { liveTable } from '../../engine/live-tables.fixture.ts';
import { explained } from '../../testing/explained.ts';
import { asUser, uuid } from '../../testing/news.ts';
import { openService, type Service } from '../../testing/service.fixture.ts';
import { ana, bruno, carla, elio, founded, place, zoe } from '../tickets/tickets.fixture.ts';
import { findTickets } from '../tickets/tickets.search.ts';

const { sales, support } = place;
const { here, there } = founded();
/** Of sales, as Ana: Davi is away, Eva is busy, Fábio has no screen open, Gina was deleted, and Hugo is available. */
const [davi, eva, fabio, gina, hugo] = Array.from({ length: 5 }, (_, n) => uuid(301 + n)) as [
  string,
  string,
  string,
  string,
  string,
];
for (const [id, name] of [
  [davi, 'Davi'],
  [eva, 'Eva'],
  [fabio, 'Fábio'],
  [gina, 'Gina'],
  [hugo, 'Hugo'],
] as const) {
  here.user(id, name, { queueIds: [sales] });
  here.signedIn(id, 1);
  if (id !== fabio) here.presence(id, true, 1);
}
here.available(davi, 'away');
here.available(eva, 'busy');
here.userDeleted(gina);

const names = new Map<string, string>();
let people = 0;
/** An open ticket, by default one of Ana's in sales. */
const ticket = (name: string, { queueId = sales as string | null, userId = ana.userId } = {}) => {
  people += 1;
  here.contact(uuid(400 + people), name, `55119000002${people}`);
  const talk = here.conversation(place.shop, uuid(400 + people));
  talk.started();
  const id = talk.opened('1', { queueId, userId });
  names.set(id, name);
  const observed = (messageId: string, by: string, ...named: string[]) => {
    const mentions = named.map((userId, n) => ({ userId, at: n * 3, length: 2 }));
    const body = '@a @b @c, liguem';
    talk.say(c.MessageObserved, { ticketId: id, messageId, body, userId: by, clientId: null, mentions }, { by: asUser(by) });
  };
  return { talk, id, observed };
};
const named = ticket('named');
const note = named.talk.message('note');
named.observed(note, ana.userId, eva, hugo);
const opened = ticket('opened');
opened.observed(opened.talk.message('note'), ana.userId, eva);
opened.talk.say(c.TicketSeen, { ticketId: opened.id, userId: eva }, { by: asUser(eva) });
const given = ticket('given');
const hand = ({ talk, id }: typeof given, userId: string, queueId = sales) =>
  talk.say(c.TicketTransferred, { ticketId: id, queueId, userId }, { by: asUser(ana.userId) });
hand(given, eva);
const closed = ticket('closed');
hand(closed, eva);
closed.talk.closed(closed.id, ana.userId, { by: asUser(ana.userId) });
const unseen = ticket('unseen', { queueId: support, userId: bruno.userId });
unseen.observed(unseen.talk.message('note'), bruno.userId, eva);
here.userChanged(hugo, { name: 'Hugo Reis' });
here.userChanged(ana.userId, { name: 'Ana Paula' });

let service: Service;
beforeAll(async () => {
  service = await openService([...here.take(), ...there.take()]);
});
afterAll(() => service.close());

const as = (userId: string, more: Partial<typeof ana> = {}): typeof ana => ({ ...ana, userId, ...more });
const listed = async (caller: typeof ana, query: Record<string, string>) => {
  const { status, body } = await service.ask(caller, routes.tickets.list, { query });
  expect([status, body.count]).toEqual([200, body.tickets.length]);
  return body.tickets.map(({ id }) => names.get(id));
};

test('what is new to somebody is listed to them until they open it, where they see it', async () => {
  expect(await listed(as(eva), { news: 'any' })).toEqual(['given', 'named']);
  expect(await listed(as(eva), { news: 'mentioned' })).toEqual(['named']);
  expect(await listed(as(eva), { news: 'mentioned', status: 'pending' })).toEqual([]);
  expect(await listed(as(eva), { news: 'any', searchParam: 'given' })).toEqual(['given']);
  expect(await listed(as(hugo), { news: 'any' })).toEqual(['named']);
  expect(await listed(carla, { news: 'any' })).toEqual([]);
  expect(await listed(zoe, { news: 'any' })).toEqual([]);
});

test('a ticket tells who is named in it and by whom, and to whom it was given while it is open', async () => {
  const show = async (ticketId: string) => (await service.ask(carla, routes.tickets.show, { params: { ticketId } })).body;
  const by = { id: ana.userId, name: 'Ana Paula' };
  expect(await show(named.id)).toMatchObject({
    mentions: [
      { userId: eva, by, at: expect.any(String) },
      { userId: hugo, by },
    ],
    handedTo: null,
  });
  expect(await show(given.id)).toMatchObject({ mentions: [], handedTo: eva });
  expect(await show(closed.id)).toMatchObject({ status: 'closed', handedTo: null });
});

test('an observation tells where it names whom, as they are called now', async () => {
  const { body } = await service.ask(ana, routes.messages.list, { params: { ticketId: named.id } });
  expect(body.messages.find(({ id }) => id === note)?.mentions).toEqual([
    { at: 0, length: 2, user: { id: eva, name: 'Eva' } },
    { at: 3, length: 2, user: { id: hugo, name: 'Hugo Reis' } },
  ]);
});

const mentionable = async (caller: typeof ana, ticketId: string) => {
  const { status, body } = await service.ask(caller, routes.mentions.people, { params: { ticketId } });
  return status === 200 ? body.people.map(({ name }) => name) : status;
};

test('the colleagues who see a ticket can be named, who is available before all', async () => {
  expect(await mentionable(ana, named.id)).toEqual(['Hugo Reis', 'Eva', 'Davi', 'Carla', 'Fábio']);
  expect(await mentionable(bruno, unseen.id)).toEqual(['Carla']);
  const { body } = await service.ask(ana, routes.mentions.people, { params: { ticketId: named.id } });
  expect(body.people.find(({ id }) => id === eva)).toEqual({
    id: eva,
    name: 'Eva',
    profilePicUrl: null,
    online: true,
    availability: 'busy',
  });
  for (const nobody of [elio, bruno, zoe]) expect(await mentionable(nobody, named.id)).toBe(404);
});

test('of many tickets the list of news reads few', async () => {
  const { pool } = service.engine;
  const table = await liveTable(pool, 'ticket');
  await pool.query(
    `insert into ${table} select (jsonb_populate_record(one, jsonb_build_object('id', gen_random_uuid(), 'handed_to', null))).*
     from ${table} one, generate_series(1, 20000) n where one.id = $1`,
    [given.id],
  );
  await pool.query(`analyze ${table}`);
  const query = { searchParam: '', pageNumber: 1, withUnreadMessages: false, sort: 'newest' as const };
  for (const news of ['any', 'mentioned'] as const)
    for (const caller of [as(eva), carla]) {
      const asker = { ...caller, seesGrey: false, super: false, version: 1, ended: null };
      const { tables } = await explained(pool, place.companyId, (db) => findTickets(db, asker, { ...query, news }));
      expect(tables.get('ticket') ?? 0).toBeLessThan(50);
    }
});
