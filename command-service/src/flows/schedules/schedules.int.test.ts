import {
  type ConversationFact,
  conversationKey,
  conversationStream,
  newId,
  type ScheduleOwn,
  scheduleFaults,
  wallTimeAt,
} from '@prosa/contracts';
import { createInbound } from '../../channels/inbound/inbound.consumer.ts';
import { company } from '../../company/companies/companies.decider.ts';
import { knownContacts } from '../../contacts/contacts/known-contacts.ts';
import { report } from '../../desk/messages/channel-scene.fixture.ts';
import type { Deps } from '../../kernel/deps.ts';
import { createHandler } from '../../kernel/handler.ts';
import { mortal } from '../../reactors/reactors.fixture.ts';
import {
  ask,
  eventually,
  makeScene,
  openTicket,
  outboundOf,
  type Person,
  type Scene,
  startWorld,
} from '../../testing/world.fixture.ts';
import type { Reminder } from '../../timers/timer.rows.ts';
import { createSendScheduled } from './schedule.sending.ts';

/** Two instances, either of which may lead the timer. */
const world = await startWorld();
const [service, other] = [await world.instance(), await world.instance()];
const { store, pool } = service.deps;
const scene = await makeScene(service);
const sends = await outboundOf(service.bus, 'send');
const inbound = createInbound(service.deps);
const sending = (deps: Deps) => createSendScheduled({ ...deps, contacts: knownContacts(deps.store) });
afterAll(() => world.close());
/** The clock of all timers is ahead by so many hours. */
const clockAhead = (hours: number) =>
  pool.query(`create or replace function command.timer_now() returns timestamptz language sql stable as
    $$ select statement_timestamp() + interval '${hours} hours' $$`);
beforeEach(() => clockAhead(0));

type Body = Partial<{ body: string; contactId: string; sendAt: string; userId: string }>;
type Answer = ScheduleOwn & { error: string; fields: Record<string, string> };
const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
const text = 'Seu pedido chega hoje';
const plan = (body: Body, by: Person = scene.ana) => ask<Answer>(service, 'POST /schedules', { token: by.token, body });
const change = (id: string, body: Body, by: Person = scene.ana) =>
  ask<Answer>(service, `PUT /schedules/${id}`, { token: by.token, body });
const retry = (id: string) => ask<Answer>(service, `POST /schedules/${id}/retry`, { token: scene.ana.token });
const contact = async (number: string, of: Scene = scene): Promise<string> => {
  const { body } = await ask<{ id: string }>(service, 'POST /contacts', {
    token: of.ana.token,
    body: { name: `Cliente ${number.slice(-4)}`, number },
  });
  return body.id;
};
const planned = async (contactId: string, more: Body = {}, by: Person = scene.ana): Promise<string> => {
  const { status, body } = await plan({ contactId, body: text, sendAt: inHours(1), ...more }, by);
  expect(status).toBe(201);
  return body.id;
};
const factsOf = async (id: string) => (await store.load(`schedule-${id}`)).map(({ type, data }) => ({ type, data }));
const lastOf = async (id: string) => (await factsOf(id)).at(-1);
const ended = (id: string, type: string) =>
  eventually(
    () => lastOf(id),
    (fact) => fact?.type === type,
  );
const sentTo = async (contactId: string, of: Scene = scene) =>
  ((await store.load(conversationStream(conversationKey(of.connectionId, contactId)))) as ConversationFact[]).filter(
    ({ type }) => type === 'MessageSent' || type === 'OutreachSent',
  );

test('a message is scheduled, changed and deleted; its fields are checked', async () => {
  const contactId = await contact('5511971110001');
  const sendAt = inHours(2);
  const made = await plan({ contactId, body: `  ${text} `, sendAt });
  expect(made).toMatchObject({
    status: 201,
    body: { contactId, body: text, sendAt, sentAt: null, status: 'PENDENTE', userId: scene.ana.id },
  });
  const { id } = made.body;
  expect(await change(id, { body: 'Chega amanhã' })).toMatchObject({ status: 200, body: { id, body: 'Chega amanhã', sendAt } });
  const { short, required, past, time } = scheduleFaults;
  expect((await plan({ body: 'Oi!!' })).body.fields).toEqual({ body: short, contactId: required, sendAt: required });
  expect((await plan({ contactId, body: text, sendAt: 'amanhã' })).body.fields).toEqual({ sendAt: time });
  expect((await plan({ contactId, body: text, sendAt: inHours(-1) })).body.fields).toEqual({ sendAt: past });
  expect((await change(id, { sendAt: inHours(-1) })).body.fields).toEqual({ sendAt: past });
  expect(await plan({ contactId: newId(), body: text, sendAt })).toMatchObject({
    status: 404,
    body: { error: 'ERR_NO_CONTACT_FOUND' },
  });
  expect(await ask(service, `DELETE /schedules/${id}`, { token: scene.ana.token })).toMatchObject({ status: 200 });
  expect(await change(id, { body: text })).toMatchObject({ status: 404, body: { error: 'ERR_NO_SCHEDULE_FOUND' } });
});

test('only administrators schedule in the name of somebody else, who must exist', async () => {
  const contactId = await contact('5511971110002');
  const { ana, bruno, admin } = scene;
  const asked = { contactId, body: text, sendAt: inHours(1) };
  expect((await plan({ ...asked, userId: bruno.id })).body.fields).toEqual({ userId: 'Invalid value' });
  expect((await plan({ ...asked, userId: newId() }, admin)).body.fields).toEqual({ userId: 'Invalid value' });
  expect((await plan({ ...asked, userId: bruno.id }, admin)).body.userId).toBe(bruno.id);
  expect((await plan({ ...asked, userId: ana.id })).body.userId).toBe(ana.id);
});

test('a time without a zone is on the company’s clocks', async () => {
  const contactId = await contact('5511971110003');
  const sendAt = inHours(48).slice(0, 16);
  const { body } = await plan({ contactId, body: text, sendAt });
  expect(wallTimeAt(new Date(body.sendAt), 'America/Sao_Paulo')).toBe(sendAt);
});

test('a time that the company’s clocks skip is refused; of one that they show twice it is the first', async () => {
  const away = await makeScene(service);
  const contactId = await contact('5511971110005', away);
  const body = { schedules: [], timeZone: 'America/New_York' };
  await ask(service, `PUT /companies/${away.companyId}/schedules`, { token: away.admin.token, body });
  const at = (sendAt: string) => plan({ contactId, body: text, sendAt }, away.ana);
  // The second Sunday of March and the first of November.
  expect((await at('2099-03-08T02:30')).body.fields).toEqual({ sendAt: scheduleFaults.skipped });
  expect((await at('2099-11-01T01:30')).body.sendAt).toBe('2099-11-01T05:30:00.000Z');
  const id = await planned(contactId, { sendAt: '2099-03-08T03:00' }, away.ana);
  expect((await lastOf(id))?.data).toMatchObject({ sendAt: '2099-03-08T07:00:00.000Z' });
  expect((await change(id, { sendAt: '2099-03-08T02:59' }, away.ana)).body.fields).toEqual({ sendAt: scheduleFaults.skipped });
});

test('other companies have no such schedule, contact or user', async () => {
  const far = await makeScene(service);
  const id = await planned(await contact('5511971110004'));
  const theirs = await contact('5511971110004', far);
  for (const [call, body] of [
    [`PUT /schedules/${id}`, { body: 'Outro texto' }],
    [`DELETE /schedules/${id}`, undefined],
    [`POST /schedules/${id}/retry`, undefined],
  ] as const)
    expect(await ask(service, call, { token: far.admin.token, body })).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_SCHEDULE_FOUND' },
    });
  expect(await plan({ contactId: theirs, body: text, sendAt: inHours(1) })).toMatchObject({ status: 404 });
  expect(await change(id, { contactId: theirs })).toMatchObject({ status: 404, body: { error: 'ERR_NO_CONTACT_FOUND' } });
  expect((await change(id, { userId: far.ana.id }, scene.admin)).body.fields).toEqual({ userId: 'Invalid value' });
});

test('when its time has come it is sent once: into the unfinished ticket, otherwise outside of any', async () => {
  const ticket = await openTicket(service, scene, scene.bruno, '5511972220001');
  const fresh = await contact('5511972220002');
  const [one, two] = [await planned(ticket.contactId), await planned(fresh)];
  await clockAhead(2);
  expect(await ended(one, 'ScheduleSent')).toMatchObject({ data: { ticketId: ticket.id } });
  expect(await ended(two, 'ScheduleSent')).toMatchObject({ data: { ticketId: null } });
  const [inTicket, outside] = [await sentTo(ticket.contactId), await sentTo(fresh)];
  expect(inTicket).toMatchObject([{ type: 'MessageSent', data: { body: text, origin: 'schedule', userId: scene.ana.id } }]);
  expect(outside).toMatchObject([{ type: 'OutreachSent', data: { body: text, origin: 'schedule', userId: scene.ana.id } }]);
  const { messageId } = inTicket[0]!.data as { messageId: string };
  expect(
    await eventually(
      () => sends.find((one) => one.messageId === messageId),
      (sent) => sent !== undefined,
    ),
  ).toMatchObject({ body: text, priority: 'automatic' });
  expect(await change(one, { body: 'Tarde demais' })).toMatchObject({ status: 409, body: { error: 'ERR_SCHEDULE_SENT' } });
  expect(await retry(one)).toMatchObject({ status: 409, body: { error: 'ERR_SCHEDULE_SENT' } });
});

test('after a ticket was closed its customer gets the message outside of it', async () => {
  const ticket = await openTicket(service, scene, scene.ana, '5511972220003');
  const id = await planned(ticket.contactId);
  await ask(service, `PUT /tickets/${ticket.id}`, { token: scene.ana.token, body: { status: 'closed' } });
  await clockAhead(2);
  await ended(id, 'ScheduleSent');
  expect((await sentTo(ticket.contactId)).at(-1)).toMatchObject({ type: 'OutreachSent', data: { lastTicketId: ticket.id } });
});

test('into a ticket whose queue was deleted since it is sent all the same', async () => {
  const shop = await makeScene(service);
  const ticket = await openTicket(service, shop, shop.ana, '5511972220013');
  const id = await planned(ticket.contactId, {}, shop.ana);
  expect(await ask(service, `DELETE /queue/${shop.queueId}`, { token: shop.admin.token })).toMatchObject({ status: 200 });
  const stream = conversationStream(conversationKey(shop.connectionId, ticket.contactId));
  await eventually(
    () => store.load(stream),
    (facts) => facts.at(-1)?.type === 'TicketLeftQueue',
  );
  await clockAhead(2);
  expect(await ended(id, 'ScheduleSent')).toMatchObject({ data: { ticketId: ticket.id } });
  expect(await sentTo(ticket.contactId, shop)).toHaveLength(1);
});

test('a change of its time counts, whatever the old time was; what was deleted is not sent', async () => {
  const [moved, gone] = [await contact('5511972220004'), await contact('5511972220005')];
  const [later, never] = [await planned(moved), await planned(gone)];
  await change(later, { sendAt: inHours(5), body: 'Chega amanhã' });
  await ask(service, `DELETE /schedules/${never}`, { token: scene.ana.token });
  await clockAhead(2);
  const marker = await planned(await contact('5511972220006'));
  await ended(marker, 'ScheduleSent');
  expect([await sentTo(moved), await sentTo(gone)]).toEqual([[], []]);
  await clockAhead(6);
  await ended(later, 'ScheduleSent');
  expect(await sentTo(moved)).toMatchObject([{ data: { body: 'Chega amanhã' } }]);
});

test('a clock that is set back and forth sends nothing twice', async () => {
  const contactId = await contact('5511972220007');
  const id = await planned(contactId);
  await clockAhead(2);
  await ended(id, 'ScheduleSent');
  await clockAhead(-1);
  await clockAhead(3);
  const marker = await planned(await contact('5511972220008'), { sendAt: inHours(2) });
  await ended(marker, 'ScheduleSent');
  expect(await sentTo(contactId)).toHaveLength(1);
  expect((await factsOf(id)).map(({ type }) => type)).toEqual(['ScheduleCreated', 'ScheduleStarted', 'ScheduleSent']);
});

test('up to a day late it is sent, telling how late; later it has failed', async () => {
  const [late, tooLate] = [await contact('5511972220009'), await contact('5511972220010')];
  const [one, two] = [await planned(late, { sendAt: inHours(3) }), await planned(tooLate)];
  await clockAhead(26);
  await ended(one, 'ScheduleSent');
  const [, started] = await factsOf(one);
  expect(Math.round((started!.data as { lateMs: number }).lateMs / 3_600_000)).toBe(23);
  expect(await ended(two, 'ScheduleFailed')).toMatchObject({ data: { reason: 'ERR_SCHEDULE_LATE' } });
  expect(await sentTo(tooLate)).toEqual([]);
});

test('through a connection that is off it fails with the reason, and is sent again on request', async () => {
  const off = await makeScene(service);
  const them = await contact('5511973330002', off);
  await report(service, off, 'DISCONNECTED');
  const { body: theirs } = await ask<Answer>(service, 'POST /schedules', {
    token: off.ana.token,
    body: { contactId: them, body: text, sendAt: inHours(1) },
  });
  await clockAhead(2);
  expect(await ended(theirs.id, 'ScheduleFailed')).toMatchObject({ data: { reason: 'ERR_WAPP_NOT_INITIALIZED' } });
  const again = await ask<Answer>(service, `POST /schedules/${theirs.id}/retry`, { token: off.ana.token });
  expect(again).toMatchObject({ status: 200, body: { status: 'PENDENTE', reason: null } });
  await eventually(
    () => factsOf(theirs.id),
    (facts) => facts.filter(({ type }) => type === 'ScheduleFailed').length === 2,
  );
});

test('what a company schedules waits while its subscription is over or it is stopped, and has failed after a day', async () => {
  const late = await makeScene(service);
  const them = await contact('5511973330005', late);
  const { companyId, ana } = late;
  const change = (changes: { dueDate: string } | { status: boolean }) =>
    service.deps.handle({
      decider: company,
      stream: `company-${companyId}`,
      command: { do: 'change company', companyId, changes },
      missing: 'ERR_NO_COMPANY_FOUND',
      commandId: newId(),
      actor: { kind: 'system', id: 'test' },
      companyId,
    });
  const asked = { token: ana.token, body: { contactId: them, body: text, sendAt: inHours(1) } };
  const { body: one } = await ask<Answer>(service, 'POST /schedules', asked);
  const { body: two } = await ask<Answer>(service, 'POST /schedules', { ...asked, body: { ...asked.body, sendAt: inHours(3) } });
  const { body: lost } = await ask<Answer>(service, 'POST /schedules', { ...asked, body: { ...asked.body, sendAt: inHours(7) } });
  /** Each has been looked at, and is not done. */
  const waits = (...ids: string[]) =>
    eventually(
      () => pool.query('select from command.timer where subject = any($1) and attempts > 0', [ids]),
      ({ rowCount }) => rowCount === ids.length,
    );
  const lookNow = () => pool.query(`update command.timer set next_try = command.timer_now() where attempts > 0`);
  await change({ dueDate: inHours(-1) });
  await clockAhead(2);
  await waits(one.id);
  await change({ dueDate: inHours(48) });
  await change({ status: false });
  await clockAhead(6);
  await lookNow();
  await waits(one.id, two.id);
  expect(await sentTo(them, late)).toEqual([]);
  await change({ status: true });
  await lookNow();
  for (const { id } of [one, two]) await ended(id, 'ScheduleSent');
  expect(await sentTo(them, late)).toHaveLength(2);
  await change({ status: false });
  await clockAhead(8);
  await waits(lost.id);
  await clockAhead(32);
  await lookNow();
  expect(await ended(lost.id, 'ScheduleFailed')).toMatchObject({ data: { reason: 'ERR_SCHEDULE_LATE' } });
});

test('what the channel refuses has failed, and is sent once more on request', async () => {
  const contactId = await contact('5511973330003');
  const id = await planned(contactId);
  await clockAhead(2);
  const { data } = (await ended(id, 'ScheduleSent')) as { data: { messageId: string } };
  const { companyId, connectionId } = scene;
  const told = { companyId, connectionId, messageId: data.messageId, attempt: 1, at: new Date().toISOString() };
  await inbound({ kind: 'outcome', outcome: 'failed', reason: 'not-there', ...told });
  expect(await ended(id, 'ScheduleFailed')).toMatchObject({ data: { reason: 'not-there' } });
  expect(await retry(id)).toMatchObject({ status: 200, body: { status: 'PENDENTE' } });
  await ended(id, 'ScheduleSent');
  expect(await sentTo(contactId)).toHaveLength(2);
});

test('a deleted contact’s messages are deleted', async () => {
  const contactId = await contact('5511973330004');
  const id = await planned(contactId);
  await ask(service, `DELETE /contacts/${contactId}`, { token: scene.admin.token });
  await ended(id, 'ScheduleDeleted');
});

/** The reminder that the timer hands over when a message is due. */
const reminderOf = async (id: string): Promise<Reminder> => {
  const { data, meta } = (await store.load(`schedule-${id}`)).at(-1)!;
  return {
    commandId: newId(),
    subject: id,
    companyId: scene.companyId,
    dueAt: new Date((data as { sendAt: string }).sendAt),
    lateMs: 0,
    isLate: false,
    causationId: meta.eventId,
  };
};

describe('a process that dies at any moment', () => {
  const idle = async () => (await world.instance({ idle: true })).deps;
  const fresh = (deps: Deps): Deps => {
    const { codec, log, clock } = deps;
    return { ...deps, handle: createHandler({ store: deps.store, codec, log, clock }) };
  };
  test('leaves a message that another sends, once', async () => {
    const deps = await idle();
    let died = 0;
    const moments = Array.from({ length: 16 }, (_, n) => [false, true].map((heard) => ({ step: n + 1, heard }))).flat();
    for (const [n, moment] of moments.entries()) {
      const contactId = await contact(`55119744400${String(n).padStart(2, '0')}`);
      const id = await planned(contactId, { sendAt: inHours(24) });
      const reminder = await reminderOf(id);
      const dying = mortal(deps, [], moment);
      const over = sending(dying.deps)(reminder).then(() => dying.over());
      if (await dying.dead) died += 1;
      else await over;
      await sending(fresh(deps))(reminder);
      expect(await sentTo(contactId)).toHaveLength(1);
      expect((await factsOf(id)).map(({ type }) => type)).toEqual(['ScheduleCreated', 'ScheduleStarted', 'ScheduleSent']);
    }
    // It died at each of its steps.
    expect([died > 6, died < moments.length]).toEqual([true, true]);
  });
});

test('two processes that both consider themselves the leader send it once', async () => {
  const contactId = await contact('5511974449999');
  const id = await planned(contactId, { sendAt: inHours(24) });
  const reminder = await reminderOf(id);
  await Promise.all([service, other].map(({ deps }) => sending(deps)(reminder)));
  expect(await sentTo(contactId)).toHaveLength(1);
});
