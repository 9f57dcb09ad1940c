import { conversationEvents as c, routes } from '@prosa/contracts';
import { asUser, uuid } from '../../testing/news.ts';
import { openService, type Service } from '../../testing/service.fixture.ts';
import { ana, bruno, carla, elio, founded, place, zoe } from '../tickets/tickets.fixture.ts';

const { here, there } = founded();
here.contact(uuid(101), 'Maria', '5511987654321');
const talk = here.conversation(place.shop, uuid(101));
talk.started();
const ticketId = talk.opened('1', { queueId: place.sales, userId: ana.userId });
const note = (name: string) => ({ ticketId, noteId: talk.message(name), userId: ana.userId });
const by = { by: asUser(ana.userId) };
talk.say(c.TicketNoteAdded, { ...note('one'), note: 'Prefere boleto' }, by);
talk.say(c.TicketNoteAdded, { ...note('two'), note: 'Some' }, by);
talk.say(c.TicketNoteAdded, { ...note('three'), note: 'Liga à tarde' }, by);
talk.say(c.TicketNoteDeleted, note('two'), by);

let service: Service;
beforeAll(async () => {
  service = await openService([...here.take(), ...there.take()]);
});
afterAll(() => service.close());

const list = (caller: typeof ana, query: object = {}) =>
  service.ask(caller, routes.ticketNotes.list, { query: { ticketId, ...query } });

test('the notes on a ticket are listed newest first with their authors, without deleted ones', async () => {
  const { body } = await list(carla);
  expect(body.notes).toMatchObject([
    { note: 'Liga à tarde', ticketId, contactId: uuid(101), user: { id: ana.userId, name: 'Ana' } },
    { id: talk.message('one'), note: 'Prefere boleto' },
  ]);
  expect((await list(ana, { contactId: uuid(101) })).body).toEqual(body);
  expect((await list(ana, { contactId: uuid(102) })).body).toEqual({ notes: [] });
});

test('a user who does not see the ticket finds none', async () => {
  for (const caller of [bruno, elio, zoe])
    expect(await list(caller)).toMatchObject({ status: 404, error: 'ERR_NO_TICKET_FOUND' });
});
