import { type ConversationFact, conversationOf, conversationStream, newId } from '@prosa/contracts';
import { createInbound } from '../../channels/inbound/inbound.consumer.ts';
import { company } from '../../company/companies/companies.decider.ts';
import type { Deps } from '../../kernel/deps.ts';
import { createHandler } from '../../kernel/handler.ts';
import { mortal } from '../../reactors/reactors.fixture.ts';
import { ask, eventually, makeScene, type Scene, startWorld, wrote } from '../../testing/world.fixture.ts';
import type { Reminder } from '../../timers/timer.rows.ts';
import { createCloseInSilence } from './silence.ts';

/** Two instances, either of which may lead the timer. */
const world = await startWorld();
const [service, other] = [await world.instance(), await world.instance()];
const { store, pool } = service.deps;
const inbound = createInbound(service.deps);
afterAll(() => world.close());

/** The clock of all timers is ahead by so many minutes. */
const clockAhead = (minutes: number) =>
  pool.query(`create or replace function command.timer_now() returns timestamptz language sql stable as
    $$ select statement_timestamp() + interval '${minutes} minutes' $$`);
beforeEach(() => clockAhead(0));

const MINUTES = 30;
const texts = { complationMessage: 'Obrigada!', ratingMessage: 'De 1 a 3, que nota?' };
const makeShop = (closeAfterMinutes: number = MINUTES) => makeScene(service, { closeAfterMinutes, ...texts });
const shop = await makeShop();
let people = 0;
const known: string[] = [];
type Served = { scene: Scene; ticketId: string; phone: string };
const factsOf = async ({ ticketId }: Pick<Served, 'ticketId'>) =>
  (await store.load(conversationStream(conversationOf(ticketId)!))) as ConversationFact[];
const answer = async ({ scene, ticketId }: Served, body = 'Temos, sim.') =>
  expect(await ask(service, `POST /messages/${ticketId}`, { token: scene.ana.token, body: { body } })).toMatchObject({
    status: 201,
  });
const writes = ({ scene, phone }: Served) => inbound(wrote(scene, phone, 'Obrigado'));
/** A customer has written, and Ana has answered. */
const served = async (scene = shop): Promise<Served> => {
  people += 1;
  const phone = `551197777${String(people).padStart(4, '0')}`;
  await inbound(wrote(scene, phone, 'Tem pão?'));
  const { rows } = await eventually(
    () =>
      pool.query<{ id: string }>('select id from command.open_ticket where company_id = $1 and id <> all($2)', [
        scene.companyId,
        known,
      ]),
    ({ rowCount }) => rowCount === 1,
  );
  const ticketId = rows[0]!.id;
  known.push(ticketId);
  await ask(service, `PUT /tickets/${ticketId}`, { token: scene.ana.token, body: { status: 'open' } });
  const mine = { scene, ticketId, phone };
  await answer(mine);
  await eventually(
    () => pool.query('select from command.open_ticket where id = $1 and user_id is not null', [ticketId]),
    ({ rowCount }) => rowCount === 1,
  );
  return mine;
};
const entryOf = async ({ ticketId }: Served) => {
  const { rows } = await pool.query<{ due_at: Date; armed_by: string }>(
    `select due_at, armed_by from command.timer where timer = 'silence' and subject like '%' || $1`,
    [ticketId],
  );
  return rows[0];
};
const armed = (one: Served) =>
  eventually(
    () => entryOf(one),
    (entry) => entry !== undefined,
  );
const disarmed = (one: Served) =>
  eventually(
    () => entryOf(one),
    (entry) => entry === undefined,
  );
const closed = (one: Served) =>
  eventually(
    () => factsOf(one),
    (facts) => facts.at(-1)?.type === 'TicketClosed',
  );
const setMinutes = async ({ scene }: Served, closeAfterMinutes: unknown) =>
  ask(service, `PUT /whatsapp/${scene.connectionId}`, { token: scene.admin.token, body: { closeAfterMinutes } });
const closing = [
  { type: 'MessageSent', data: { body: texts.complationMessage, origin: 'closing', userId: null } },
  { type: 'TicketClosed', data: { reason: 'silence', userId: null, ratingAsked: false } },
];

test('who does not answer for as long as the connection says has their ticket closed: closing words, no rating, no tag needed', async () => {
  const { companyId, admin } = shop;
  await ask(service, 'PUT /settings/userRating', { token: admin.token, body: { value: 'enabled' } });
  await service.deps.handle({
    decider: company,
    stream: `company-${companyId}`,
    command: { do: 'change company', companyId, changes: { tagForce: true } },
    missing: 'ERR_NO_COMPANY_FOUND',
    companyId,
    commandId: newId(),
    actor: { kind: 'system', id: 'test' },
  });
  const [silent, talks] = [await served(), await served()];
  for (const one of [silent, talks]) await armed(one);
  await writes(talks);
  await disarmed(talks);
  await clockAhead(MINUTES - 1);
  const early = await served();
  await armed(early);
  expect((await factsOf(silent)).at(-1)?.type).toBe('MessageSent');
  await clockAhead(MINUTES);
  expect((await closed(silent)).slice(-2)).toMatchObject(closing);
  await disarmed(silent);
  expect((await factsOf(talks)).at(-1)?.type).toBe('MessageReceived');
});

test('each message of ours begins the silence anew, and what happens to the ticket ends it', async () => {
  const [again, over, gone] = [await served(), await served(), await served()];
  const before = (await armed(again))!.due_at;
  await answer(again, 'Mais alguma coisa?');
  await eventually(
    () => entryOf(again),
    (entry) => entry !== undefined && entry.due_at > before,
  );
  for (const one of [over, gone]) await armed(one);
  await ask(service, `PUT /tickets/${over.ticketId}`, { token: shop.ana.token, body: { status: 'pending' } });
  await ask(service, `DELETE /tickets/${gone.ticketId}`, { token: shop.admin.token });
  for (const one of [over, gone]) await disarmed(one);
  await clockAhead(MINUTES);
  await closed(again);
});

test('other minutes count at once: fewer, more, none', async () => {
  const one = await served(await makeShop());
  await armed(one);
  expect(await setMinutes(one, 10)).toMatchObject({ status: 200, body: { closeAfterMinutes: 10 } });
  await clockAhead(10);
  expect((await closed(one)).slice(-2)).toMatchObject(closing);

  await clockAhead(0);
  const two = await served(await makeShop());
  const { due_at: first } = (await armed(two))!;
  await setMinutes(two, 60);
  const { due_at: second } = (await eventually(
    () => entryOf(two),
    (entry) => entry !== undefined && entry.due_at > first,
  ))!;
  expect(second.getTime() - first.getTime()).toBe(MINUTES * 60_000);
  await setMinutes(two, 0);
  await disarmed(two);
  await answer(two);
  await clockAhead(90);
  const marker = await served();
  await armed(marker);
  expect((await factsOf(two)).at(-1)?.type).toBe('MessageSent');
});

test('after a downtime the customer’s answer, which may be on its way, is awaited first', async () => {
  const [answers, silent] = [await served(), await served()];
  for (const one of [answers, silent]) await armed(one);
  await clockAhead(300);
  for (const one of [answers, silent])
    await eventually(
      () => entryOf(one),
      (entry) => entry !== undefined && entry.due_at.getTime() > Date.now() + 300 * 60_000,
    );
  await writes(answers);
  await disarmed(answers);
  await clockAhead(302);
  await closed(silent);
  expect((await factsOf(answers)).at(-1)?.type).toBe('MessageReceived');
});

test('minutes that are none are refused', async () => {
  const { token } = shop.admin;
  for (const closeAfterMinutes of [-1, 1.5, 43_201, '30', null])
    expect(await ask(service, `PUT /whatsapp/${shop.connectionId}`, { token, body: { closeAfterMinutes } })).toMatchObject({
      status: 400,
      body: { fields: { closeAfterMinutes: expect.any(String) } },
    });
});

const reminderOf = async (one: Served): Promise<Reminder> => {
  const { due_at: dueAt, armed_by: causationId } = (await armed(one))!;
  const { companyId, connectionId } = one.scene;
  const subject = `${connectionId}/${one.ticketId}`;
  return { commandId: newId(), subject, companyId, dueAt, lateMs: 0, isLate: false, causationId };
};
const fresh = (deps: Deps): Deps => {
  const { codec, log, clock } = deps;
  return { ...deps, handle: createHandler({ store: deps.store, codec, log, clock }) };
};
const countsOf = async (one: Served) => {
  const types = (await factsOf(one)).map(({ type }) => type);
  return ['MessageSent', 'TicketClosed'].map((type) => types.filter((other) => other === type).length);
};

test('a process that dies at any moment leaves a ticket that another closes, once', async () => {
  const { deps } = await world.instance({ idle: true });
  const moments = Array.from({ length: 4 }, (_, n) => [false, true].map((heard) => ({ step: n + 1, heard }))).flat();
  let died = 0;
  for (const moment of moments) {
    const one = await served();
    const reminder = await reminderOf(one);
    const dying = mortal(deps, [], moment);
    const over = Promise.resolve(createCloseInSilence({ ...deps, ...dying.deps })(reminder)).then(() => dying.over());
    if (await dying.dead) died += 1;
    else await over;
    await createCloseInSilence(fresh(deps))(reminder);
    expect(await countsOf(one)).toEqual([2, 1]);
  }
  expect([died > 1, died < moments.length]).toEqual([true, true]);
});

test('two processes that both consider themselves the leader close it once', async () => {
  const one = await served();
  const reminder = await reminderOf(one);
  await Promise.all([service, other].map(({ deps }) => createCloseInSilence(deps)(reminder)));
  expect(await countsOf(one)).toEqual([2, 1]);
});
