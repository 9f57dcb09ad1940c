import { conversationEvents as c, contactEvents, routes } from '@prosa/contracts';
import { who } from '../../testing/cast.ts';
import { chronicle, uuid } from '../../testing/news.ts';
import { type Answer, openService, type Service } from '../../testing/service.fixture.ts';
import { story as messages } from '../messages/messages.story.ts';
import { ana, carla, founded, place, zoe } from './tickets.fixture.ts';
import { story as tickets } from './tickets.story.ts';

const { show } = routes.tickets;
const { list } = routes.messages;
type Asked = { route: typeof show | typeof list; ticketId: string };
type Kept = Asked & { answer: Answer<unknown> };

/** Without the addresses of files, each of which is another one. */
const withoutFiles = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body, (name, value) => (/url$/i.test(name) && typeof value === 'string' ? 'a file' : value)));

describe.each([
  ['tickets', tickets],
  ['messages', messages],
] as const)('at every event of the story of %s', (_, story) => {
  let service: Service;
  const kept: Kept[] = [];
  const admin = { userId: who.carla, companyId: who.company };

  beforeAll(async () => {
    const first = chronicle(who.company);
    first.user(who.carla, 'Carla', { profile: 'admin' });
    service = await openService(first.take());
    const known = new Set<string>();
    const last = new Map<string, string>();
    for (const one of story()) {
      await service.write([one]);
      if (one.companyId !== who.company) continue;
      if (one.type === 'TicketOpened') known.add((one.data as { ticketId: string }).ticketId);
      for (const ticketId of known)
        for (const route of [show, list] as const) {
          const answer = await service.ask(admin, route, { params: { ticketId } });
          const [place, text] = [`${route.call} ${ticketId}`, JSON.stringify(withoutFiles(answer.body))];
          if (last.get(place) !== text) kept.push({ route, ticketId, answer });
          last.set(place, text);
        }
    }
  }, 300_000);
  afterAll(() => service.close());

  test('GET answers later as it answered then, by the position that it named', async () => {
    expect(kept.length).toBeGreaterThan(100);
    for (const { route, ticketId, answer } of kept) {
      const query = { asOf: String(answer.position) };
      const past = await service.ask(admin, route, { params: { ticketId }, query });
      expect({ ...past, body: withoutFiles(past.body) }).toEqual({ ...answer, body: withoutFiles(answer.body) });
    }
  }, 300_000);
});

describe('a ticket of a contact that is merged, renamed and deleted', () => {
  const { here, there } = founded();
  const names = [uuid(101), uuid(102)] as const;
  here.contact(names[0], 'Maria', '5511987654321');
  const talk = here.conversation(place.shop, names[0]);
  talk.started();
  const before = '2026-03-02T09:00:00.000Z';
  const ticketId = talk.opened('1', { queueId: place.sales }, { at: '2026-03-02T10:00:00.000Z' });
  talk.received(ticketId, 'asked', 'Chegou?', { at: '2026-03-02T10:01:00.000Z' });
  here.tell(
    `contact-${names[0]}`,
    contactEvents.ContactChanged,
    { contactId: names[0], name: 'Maria José' },
    { at: '2026-03-02T11:00:00.000Z' },
  );
  here.contact(names[1], 'Maria da Silva', '5511987650000');
  const to = { contactId: names[0], into: names[1] };
  here.tell(`contact-${names[0]}`, contactEvents.ContactMerged, to, { at: '2026-03-02T12:00:00.000Z' });
  here.tell(
    `contact-${names[1]}`,
    contactEvents.ContactAbsorbed,
    { contactId: names[1], absorbed: names[0] },
    { at: '2026-03-02T12:00:01.000Z' },
  );
  const data = { ticketId, userId: carla.userId, contactId: names[1] };
  talk.say(c.TicketDeleted, data, { at: '2026-03-02T13:00:00.000Z' });

  let service: Service;
  beforeAll(async () => {
    service = await openService([...here.take(), ...there.take()]);
  });
  afterAll(() => service.close());
  const asOf = (at: string, caller = carla, more = {}) =>
    service.ask(caller, show, { params: { ticketId }, query: { asOf: at, ...more } });

  test.each([
    ['2026-03-02T10:00:00.000Z', 'Maria', ''],
    ['2026-03-02T10:30:00.000Z', 'Maria', 'Chegou?'],
    ['2026-03-02T11:30:00+00:00', 'Maria José', 'Chegou?'],
    ['2026-03-02T09:30:00-03:00', 'Maria da Silva', 'Chegou?'],
  ])('is told as of a time: %s', async (at, name, lastMessage) => {
    const { status, body, position } = await asOf(at);
    expect([status, body.contact.name, body.lastMessage]).toEqual([200, name, lastMessage]);
    expect((await asOf(String(position))).body).toEqual(body);
  });

  test('was not there before it was opened, nor after its deletion', async () => {
    for (const at of [before, '2026-03-02T13:00:00.000Z', '0'])
      expect(await asOf(at)).toMatchObject({ status: 404, error: 'ERR_NO_TICKET_FOUND' });
    const { status } = await service.ask(carla, list, { params: { ticketId }, query: { asOf: before } });
    expect(status).toBe(404);
  });

  test.each([
    'yesterday',
    '-1',
    '1.5',
    '2026-03-02',
    '2026-02-30T10:00:00.000Z',
    '99999999999999999999',
    '0000-01-01T00:00:00.000Z',
  ])('is not told as of what is no position and no time: %s', async (at) => {
    expect(await asOf(at)).toMatchObject({ status: 400, error: 'ERR_VALIDATION', body: { fields: { asOf: 'Invalid date' } } });
  });

  test('is not told as of the future', async () => {
    const { position } = await service.ask(carla, routes.tickets.list);
    for (const at of [String(position + 1n), '9998-01-01T00:00:00.000Z'])
      expect(await asOf(at)).toMatchObject({ status: 400, error: 'ERR_VALIDATION', body: { fields: { asOf: 'Too Late!' } } });
  });

  test('is told to administrators of its company alone', async () => {
    const at = '2026-03-02T10:30:00.000Z';
    expect(await asOf(at, ana)).toMatchObject({ status: 403, error: 'ERR_NO_PERMISSION' });
    expect(await asOf(at, zoe)).toMatchObject({ status: 404, error: 'ERR_NO_TICKET_FOUND' });
    const invented = await service.ask(carla, show, { params: { ticketId: uuid(7) }, query: { asOf: at } });
    expect(invented).toMatchObject({ status: 404, error: 'ERR_NO_TICKET_FOUND' });
  });
});
