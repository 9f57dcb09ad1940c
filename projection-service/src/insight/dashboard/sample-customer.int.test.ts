import { conversationEvents as c, routes } from '@prosa/contracts';
import { ana, carla, founded, place } from '../../desk/tickets/tickets.fixture.ts';
import { asUser, uuid } from '../../testing/news.ts';
import { openService, type Service } from '../../testing/service.fixture.ts';

const { here } = founded();
const [sample, queueId] = [uuid(790), uuid(791)];
here.queue(queueId, 'Com prazo', '#123456', { warnAfterMinutes: 1, lateAfterMinutes: 2 });
here.connection(sample, 'Cliente de exemplo', { channel: 'sample' });
here.contact(uuid(101), 'Maria', '5511987650101');
here.contact(uuid(102), 'Cliente de exemplo', '9991234567890');
const [noon, later, end] = ['12:00', '12:10', '12:30'].map((time) => ({ at: `2026-03-11T${time}:00.000Z` }));

/** A customer who is served, closed and asked, answers with a mark and words, and comes again; and a third ticket, which waits. */
const live = (connectionId: string, contactId: string, channel: 'simulator' | 'sample') => {
  const talk = here.conversation(connectionId, contactId);
  const ticketId = talk.opened('1', { queueId, channel }, noon);
  talk.say(c.TicketTagged, { ticketId, tagIds: [place.late] });
  talk.say(c.TicketAccepted, { ticketId, userId: ana.userId }, { ...later, by: asUser(ana.userId) });
  talk.say(c.TicketClosed, { ticketId, userId: ana.userId, reason: 'resolved', ratingAsked: true }, end);
  const said = (name: string, body: string) => ({
    ticketId,
    messageId: talk.message(name),
    body,
    channelId: name,
    sentAt: end!.at,
  });
  talk.say(c.RatingGiven, { ...said('mark', '1'), rating: 1 }, end);
  talk.say(c.RatingCommented, said('words', 'Demorou'), end);
  const again = talk.opened('2', { queueId, channel }, end);
  talk.say(c.TicketAccepted, { ticketId: again, userId: ana.userId }, { ...end, by: asUser(ana.userId) });
  talk.say(c.TicketTransferred, { ticketId: again, queueId, userId: null }, end);
  return { talk, ticketId, again };
};
live(place.shop, uuid(101), 'simulator');

let service: Service;
beforeAll(async () => {
  service = await openService(here.take());
});
afterAll(() => service.close());

const days = { dateStart: '2026-03-11', dateEnd: '2026-03-11' };
const figures = async () => {
  const ask = async (route: Parameters<Service['ask']>[1], query: object) =>
    (await service.ask(carla, route as typeof routes.dashboard.show, { query: query as never })).body;
  const { dashboard, reports, ratings } = routes;
  return {
    dashboard: await ask(dashboard.show, { date_from: '2026-03-11', date_to: '2026-03-11' }),
    hours: await ask(dashboard.byPeriod, { dateFrom: '2026-03-11' }),
    tags: await ask(reports.attendance, days),
    queues: await ask(reports.byQueue, days),
    users: await ask(reports.byUser, days),
    rows: await ask(reports.attendance, { ...days, kind: '1' }),
    found: await ask(reports.attendance, { ...days, kind: '1', searchParam: 'exemplo' }),
    marks: await ask(ratings.show, { ...days, by: 'attendant' }),
    comments: await ask(ratings.comments, days),
  };
};

test('the test customer is outside of every figure and report, also once they are removed; lists show them as everybody else', async () => {
  const before = await figures();
  expect(before.dashboard.counters).toMatchObject({
    supportPending: 1,
    supportLate: 1,
    supportFinished: 1,
    leads: 1,
    avgSupportTime: 20,
  });
  expect(before.found).toMatchObject({ report: [], attendants: [] });
  const { talk, ticketId, again } = live(sample, uuid(102), 'sample');
  await service.write(here.take());
  expect(await figures()).toEqual(before);
  const { body } = await service.ask(carla, routes.tickets.list, { query: { status: 'pending' } });
  expect(body.tickets.map(({ channel }) => channel).toSorted()).toEqual(['sample', 'simulator']);
  for (const id of [ticketId, again]) talk.say(c.TicketDeleted, { ticketId: id, userId: carla.userId, contactId: uuid(102) });
  await service.write(here.take());
  expect(await figures()).toEqual(before);
});
