import { type ConversationFact, conversationOf, conversationStream, newId } from '@prosa/contracts';
import { createInbound } from '../../channels/inbound/inbound.consumer.ts';
import type { Deps } from '../../kernel/deps.ts';
import { createHandler } from '../../kernel/handler.ts';
import { mortal } from '../../reactors/reactors.fixture.ts';
import { ask, eventually, makeScene, openTicket, startWorld, wrote } from '../../testing/world.fixture.ts';
import type { Reminder } from '../../timers/timer.rows.ts';
import { createReleaseClosing } from './closings.ts';

/** Two instances, either of which may lead the timer. */
const world = await startWorld();
const [service, other] = [await world.instance(), await world.instance()];
const { store, pool } = service.deps;
const inbound = createInbound(service.deps);
const scene = await makeScene(service, { complationMessage: 'Até logo!', ratingMessage: 'De 1 a 3?' });
await ask(service, 'PUT /settings/userRating', { token: scene.admin.token, body: { value: 'enabled' } });
afterAll(() => world.close());

/** The clock of all timers is behind by a minute, so that nothing leaves before the test says so. */
const clock = (seconds: number) =>
  pool.query(`create or replace function command.timer_now() returns timestamptz language sql stable as
    $$ select statement_timestamp() + interval '${seconds} seconds' $$`);
beforeEach(() => clock(-60));

const token = scene.ana.token;
const close = (ticketId: string, more: object = {}, query = '?msgAutomatic=true') =>
  ask(service, `PUT /tickets/${ticketId}${query}`, { token, body: { status: 'closed', undoable: true, ...more } });
const undo = (ticketId: string, { by = token, of = service, key }: { by?: string; of?: typeof service; key?: string } = {}) =>
  ask(of, `POST /tickets/${ticketId}/undo-closing`, { token: by, ...(key && { key }) });
const factsOf = async (ticketId: string) =>
  (await store.load(conversationStream(conversationOf(ticketId)!))) as ConversationFact[];
/** What has come of the closing: messages to the customer by origin, and the events of the closing. */
const course = async (ticketId: string) =>
  (await factsOf(ticketId)).flatMap(({ type, data }) => {
    if (type === 'MessageSent' && data.userId === null) return [data.origin];
    return type === 'ClosingReleased' ? [data.reason] : type === 'ClosingUndone' ? ['undone'] : [];
  });
const entry = async (ticketId: string) =>
  (await pool.query(`select from command.timer where timer = 'closing' and subject = $1`, [ticketId])).rowCount;
const armed = (ticketId: string, count = 1) =>
  eventually(
    () => entry(ticketId),
    (found) => found === count,
  );

test('the closing message leaves once, when ten seconds have passed, whoever is signed in', async () => {
  const { id } = await openTicket(service, scene, scene.ana, '5511987659201');
  expect(await close(id)).toMatchObject({ status: 200, body: { id, status: 'closed', closing: { waits: true } } });
  await armed(id);
  expect(await course(id)).toEqual([]);
  await clock(11);
  await eventually(
    () => course(id),
    (seen) => seen.includes('time'),
  );
  await armed(id, 0);
  expect(await course(id)).toEqual(['closing', 'rating', 'time']);
  expect(await undo(id)).toMatchObject({ status: 409, body: { error: 'ERR_UNDO_LATE' } });
});

test('undone, the ticket is as it was, once for every instance, and nothing leaves', async () => {
  const { id, queueId } = await openTicket(service, scene, scene.ana, '5511987659202');
  await close(id, { withoutRating: true });
  await armed(id);
  const done = await undo(id, { key: 'undo' });
  expect(done).toMatchObject({ status: 200, body: { id, status: 'open', userId: scene.ana.id, queueId } });
  expect(await undo(id, { key: 'undo', of: other })).toMatchObject({ status: 200, position: done.position });
  await armed(id, 0);
  await clock(60);
  const { id: later } = await openTicket(service, scene, scene.ana, '5511987659203');
  await close(later, { withoutRating: true });
  await eventually(
    () => course(later),
    (seen) => seen.includes('time'),
  );
  expect(await course(later)).toEqual(['closing', 'time']);
  expect(await course(id)).toEqual(['undone']);
  expect((await factsOf(id)).map(({ type }) => type).slice(-2)).toEqual(['TicketClosed', 'ClosingUndone']);
});

test('the customer’s message ends the wait, and the timer says nothing more', async () => {
  const phone = '5511987659204';
  const { id } = await openTicket(service, scene, scene.ana, phone);
  await close(id);
  await armed(id);
  await inbound(wrote(scene, phone, 'Só mais uma coisa'));
  await armed(id, 0);
  await clock(60);
  expect(await course(id)).toEqual(['closing', 'rating', 'customer']);
  const types = (await factsOf(id)).map(({ type }) => type);
  expect(types.indexOf('ClosingReleased')).toBeLessThan(types.lastIndexOf('TicketOpened'));
  expect(await undo(id)).toMatchObject({ status: 409, body: { error: 'ERR_UNDO_LATE' } });
});

test('without a message nothing waits, and it can be undone; without the wish to undo the message leaves at once', async () => {
  const { id } = await openTicket(service, scene, scene.ana, '5511987659205');
  expect(await close(id, {}, '')).toMatchObject({ status: 200, body: { closing: { waits: false } } });
  expect(await undo(id, { by: scene.bruno.token })).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } });
  expect(await undo(id)).toMatchObject({ status: 200, body: { status: 'open' } });
  const body = { status: 'closed' };
  const atOnce = await ask(service, `PUT /tickets/${id}?msgAutomatic=true`, { token, body });
  expect(atOnce.body).not.toHaveProperty('closing');
  expect(await course(id)).toEqual(['undone', 'closing', 'rating']);
  expect(await undo(id)).toMatchObject({ status: 409, body: { error: 'ERR_UNDO_LATE' } });
  const stranger = (await makeScene(service)).admin.token;
  expect(await undo(id, { by: stranger })).toMatchObject({ status: 404, body: { error: 'ERR_NO_TICKET_FOUND' } });
});

test('a queue that was deleted meanwhile is left as soon as the ticket is open again', async () => {
  const { id } = await openTicket(service, scene, scene.admin, '5511987659206');
  const asAdmin = { token: scene.admin.token };
  await ask(service, `PUT /tickets/${id}`, { ...asAdmin, body: { queueId: scene.otherQueueId, userId: scene.admin.id } });
  await ask(service, `PUT /tickets/${id}`, { ...asAdmin, body: { status: 'closed', undoable: true } });
  expect(await ask(service, `DELETE /queue/${scene.otherQueueId}`, asAdmin)).toMatchObject({ status: 200 });
  expect(await undo(id, { by: scene.admin.token })).toMatchObject({ status: 200, body: { queueId: scene.otherQueueId } });
  await eventually(
    () => factsOf(id),
    (facts) => facts.at(-1)?.type === 'TicketLeftQueue',
  );
});

const reminderOf = async (ticketId: string): Promise<Reminder> => {
  await armed(ticketId);
  const { rows } = await pool.query<{ due_at: Date; armed_by: string }>(
    `select due_at, armed_by from command.timer where timer = 'closing' and subject = $1`,
    [ticketId],
  );
  const [{ due_at: dueAt, armed_by: causationId }] = rows as [{ due_at: Date; armed_by: string }];
  return { commandId: newId(), subject: ticketId, companyId: scene.companyId, dueAt, lateMs: 0, isLate: false, causationId };
};
const fresh = (deps: Deps): Deps => {
  const { codec, log, clock } = deps;
  return { ...deps, handle: createHandler({ store: deps.store, codec, log, clock }) };
};

test('a process that dies at any moment leaves a message that another sends, once', async () => {
  const { deps } = await world.instance({ idle: true });
  const moments = Array.from({ length: 4 }, (_, n) => [false, true].map((heard) => ({ step: n + 1, heard }))).flat();
  let died = 0;
  for (const [at, moment] of moments.entries()) {
    const { id } = await openTicket(service, scene, scene.ana, `551198765930${at}`);
    await close(id);
    const reminder = await reminderOf(id);
    const dying = mortal(deps, [], moment);
    const over = Promise.resolve(createReleaseClosing({ ...deps, ...dying.deps })(reminder)).then(() => dying.over());
    if (await dying.dead) died += 1;
    else await over;
    await createReleaseClosing(fresh(deps))(reminder);
    expect(await course(id)).toEqual(['closing', 'rating', 'time']);
  }
  expect([died > 1, died < moments.length]).toEqual([true, true]);
});

test('undone while two processes want to send it, it leaves once or not at all, as the answer says', async () => {
  for (let n = 0; n < 5; n += 1) {
    const { id } = await openTicket(service, scene, scene.ana, `551198765940${n}`);
    await close(id);
    const reminder = await reminderOf(id);
    const [{ status }] = await Promise.all([
      undo(id),
      ...[service, other].map(({ deps }) => createReleaseClosing(deps)({ ...reminder, commandId: newId() })),
    ]);
    expect([status, await course(id)]).toEqual(status === 200 ? [200, ['undone']] : [409, ['closing', 'rating', 'time']]);
  }
});
