import { conversationEvents as c, routes } from '@prosa/contracts';
import { until } from '../../engine/engine.fixture.ts';
import { uuid } from '../../testing/news.ts';
import { openService, type Service } from '../../testing/service.fixture.ts';
import { ana, founded, place } from './tickets.fixture.ts';

const [cloud, page, lia, tito, rita] = [uuid(33), uuid(34), uuid(201), uuid(202), uuid(203)];
const { here, there } = founded();
here.connection(cloud, 'Nuvem', { channel: 'whatsapp', provider: 'cloud' });
here.contact(lia, 'Lia', '5511988880001');
here.contact(tito, 'Tito', '5511988880002');

let service: Service;
beforeAll(async () => {
  service = await openService([...here.take(), ...there.take()]);
});
afterAll(() => service.close());

const windowOf = async (ticketId: string) =>
  (await service.ask(ana, routes.tickets.show, { params: { ticketId } })).body.windowUntil;
const write = () => service.write(here.take());

test('C31: a ticket says until when its customer can be written to, from their last message in any ticket of the conversation', async () => {
  const talk = here.conversation(cloud, lia);
  talk.started();
  const first = talk.opened('1', { queueId: place.sales, userId: ana.userId, channel: 'whatsapp' });
  await write();
  const opened = (await service.ask(ana, routes.tickets.show, { params: { ticketId: first } })).body;
  expect(opened).toMatchObject({ provider: 'cloud', windowUntil: opened.createdAt });
  talk.received(first, 'a', 'Oi', { at: '2026-03-05T12:00:00.000Z' });
  await write();
  expect(await windowOf(first)).toBe('2026-03-06T12:00:00.000Z');
  talk.closed(first, ana.userId);
  await write();
  expect(await windowOf(first)).toBeNull();
  const second = talk.opened('2', { queueId: place.sales, userId: ana.userId, channel: 'whatsapp' });
  await write();
  expect(await windowOf(second)).toBe('2026-03-06T12:00:00.000Z');
  talk.sent(second, 'b', 'Olá', { userId: ana.userId, at: '2026-03-06T10:00:00.000Z' });
  talk.received(second, 'c', 'Oi de novo', { at: '2026-03-06T11:00:00.000Z' });
  await write();
  expect(await windowOf(second)).toBe('2026-03-07T11:00:00.000Z');
});

test.each([
  [false, { windowUntil: '2026-03-06T12:00:00.000Z', automaticUntil: null }],
  [true, { windowUntil: '2026-03-12T12:00:00.000Z', automaticUntil: '2026-03-06T12:00:00.000Z' }],
])(
  'C31: on Messenger people may write for a week if the app may send it (%s), in the record and its push; automatic texts end after a day',
  async (may, told) => {
    const { here } = founded();
    here.connection(page, 'Página', { channel: 'facebook' });
    here.contact(rita, 'Rita', '5511988880003');
    const talk = here.conversation(page, rita);
    talk.started();
    const ticketId = talk.opened('9', { queueId: place.sales, userId: ana.userId, channel: 'facebook' });
    const other = await openService(here.take(), [], { config: { PROSA_META_HUMAN_AGENT: may } });
    try {
      const pushes = await other.engine.listen();
      talk.received(ticketId, 'e', 'Oi', { at: '2026-03-05T12:00:00.000Z' });
      await other.write(here.take());
      expect((await other.ask(ana, routes.tickets.show, { params: { ticketId } })).body).toMatchObject(told);
      const changes = () => pushes.all.flatMap((said) => (said.kind === 'changes' ? said.changes : []));
      const pushed = await until(async () => changes().findLast(({ channel, record }) => channel === 'ticket' && record)?.record);
      expect(pushed).toMatchObject({ id: ticketId, ...told });
      await pushes.close();
    } finally {
      await other.close();
    }
  },
);

test('C31: a channel without such a limit says none', async () => {
  const talk = here.conversation(place.shop, tito);
  talk.started();
  const ticketId = talk.opened('3', { queueId: place.sales, userId: ana.userId });
  talk.received(ticketId, 'd', 'Oi');
  talk.say(c.MessagesRead, { ticketId, upTo: talk.message('d'), messageIds: [talk.message('d')], unread: 0 });
  await write();
  expect(await windowOf(ticketId)).toBeNull();
});
