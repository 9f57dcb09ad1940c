import { type ConversationFact, conversationOf, conversationStream } from '@prosa/contracts';
import { createInbound } from '../../channels/inbound/inbound.consumer.ts';
import { ask, eventually, makeScene, openTicket, startWorld, wrote } from '../../testing/world.fixture.ts';

/** Two instances, either of which may lead the timer. */
const world = await startWorld();
const [service, other] = [await world.instance(), await world.instance()];
const { store, pool } = service.deps;
const inbound = createInbound(service.deps);
const scene = await makeScene(service);
afterAll(() => world.close());

/** The clock of all timers is ahead by so many minutes. */
const clockAhead = (minutes: number) =>
  pool.query(`create or replace function command.timer_now() returns timestamptz language sql stable as
    $$ select statement_timestamp() + interval '${minutes} minutes' $$`);
beforeEach(() => clockAhead(0));

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const snooze = (ticketId: string, until: unknown, token = scene.ana.token, of = service) =>
  ask(of, `PUT /tickets/${ticketId}/snooze`, { token, body: { until } });
const factsOf = async (ticketId: string) =>
  (await store.load(conversationStream(conversationOf(ticketId)!))) as ConversationFact[];
const wakes = async (ticketId: string) =>
  (await factsOf(ticketId)).flatMap(({ type, data }) => (type === 'TicketWoken' ? [data.reason] : []));
const entry = (ticketId: string) => pool.query(`select from command.timer where timer = 'snooze' and subject = $1`, [ticketId]);
const armed = (ticketId: string) =>
  eventually(
    () => entry(ticketId),
    ({ rowCount }) => rowCount === 1,
  );
const disarmed = (ticketId: string) =>
  eventually(
    () => entry(ticketId),
    ({ rowCount }) => rowCount === 0,
  );

test('a snoozed ticket answers like its siblings and comes back once, when its time has come', async () => {
  const { id } = await openTicket(service, scene, scene.ana, '5511987659101');
  const until = inMinutes(60);
  const done = await snooze(id, until);
  expect(done).toMatchObject({ status: 200, body: { id, status: 'open', userId: scene.ana.id, tagIds: [] } });
  expect(await snooze(id, until, scene.ana.token, other)).toMatchObject({ status: 200, position: done.position });
  await armed(id);
  await clockAhead(61);
  await eventually(
    () => wakes(id),
    (reasons) => reasons.length > 0,
  );
  await disarmed(id);
  expect(await wakes(id)).toEqual(['time']);
});

test('its customer’s message brings it back, and its time does not once more', async () => {
  const phone = '5511987659102';
  const { id } = await openTicket(service, scene, scene.ana, phone);
  await snooze(id, inMinutes(60));
  await armed(id);
  await inbound(wrote(scene, phone, 'Voltei'));
  expect(await wakes(id)).toEqual(['customer']);
  await disarmed(id);
  await clockAhead(120);
  const { id: later } = await openTicket(service, scene, scene.ana, '5511987659103');
  await snooze(later, inMinutes(90));
  await eventually(
    () => wakes(later),
    (reasons) => reasons.length > 0,
  );
  expect(await wakes(id)).toEqual(['customer']);
});

test('what cannot be is refused at its field, or as on any ticket', async () => {
  const { id } = await openTicket(service, scene, scene.ana, '5511987659104');
  expect(await snooze(id, inMinutes(-1))).toMatchObject({
    status: 400,
    body: { error: 'ERR_VALIDATION', fields: { until: 'Must be in the future' } },
  });
  expect(await snooze(id, inMinutes(400 * 24 * 60))).toMatchObject({
    status: 400,
    body: { fields: { until: 'Must be within a year' } },
  });
  for (const until of [undefined, 'amanhã', 7, '2031-02-30T12:00:00Z'])
    expect(await snooze(id, until)).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } });
  const stranger = (await makeScene(service)).admin.token;
  expect(await snooze(id, inMinutes(60), stranger)).toMatchObject({ status: 404, body: { error: 'ERR_NO_TICKET_FOUND' } });
  await ask(service, `PUT /tickets/${id}`, { token: scene.ana.token, body: { status: 'closed' } });
  expect(await snooze(id, inMinutes(60))).toMatchObject({ status: 409, body: { error: 'ERR_TRANSITION' } });
});

test('taken back, and closed, it does not wake by its time', async () => {
  const { id } = await openTicket(service, scene, scene.ana, '5511987659105');
  await snooze(id, inMinutes(60));
  expect(await snooze(id, null)).toMatchObject({ status: 200 });
  await disarmed(id);
  await snooze(id, inMinutes(60));
  await armed(id);
  await ask(service, `PUT /tickets/${id}`, { token: scene.ana.token, body: { status: 'closed' } });
  await clockAhead(61);
  await disarmed(id);
  expect(await wakes(id)).toEqual(['user']);
});
