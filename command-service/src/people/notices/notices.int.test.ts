import { randomBytes } from 'node:crypto';
import { conversationOf, conversationStream, type NoticeLanguage, type TicketOwn } from '@prosa/contracts';
import { type PushService, startPushService } from '../../../../infra/testing/push-service.ts';
import type { CommandService } from '../../app.ts';
import { createInbound } from '../../channels/inbound/inbound.consumer.ts';
import { company } from '../../company/companies/companies.decider.ts';
import {
  ask,
  caughtUp,
  eventually,
  makeScene,
  openTicket,
  type Person,
  type Scene,
  startWorld,
  wrote,
} from '../../testing/world.fixture.ts';
import { sessions } from '../sessions/sessions.ts';
import { pushKeysOf } from './push-keys.ts';

let world: Awaited<ReturnType<typeof startWorld>>;
let push: PushService;
let one: CommandService;
const PROSA_PUSH_KEY = randomBytes(32);
const instance = (more: { clock?: () => Date; idle?: boolean } = {}) =>
  world.instance({ ...more, push: { PROSA_PUSH_KEY, PROSA_PUSH_SERVICES: push.origin, PROSA_ADMIN_EMAIL: 'dona@padaria.test' } });
beforeAll(async () => {
  [world, push] = await Promise.all([startWorld(), startPushService()]);
  one = await instance();
});
afterEach(() => push.answer(() => ({ status: 201 })));
afterAll(async () => {
  await world?.close();
  await push?.close();
});

type Device = ReturnType<PushService['device']>;
/** A person with a session, and that session's token. */
const signedIn = async (person: Person, { companyId }: Scene, through = one): Promise<Person> => {
  const owner = { userId: person.id, companyId };
  const { version } = await sessions(through.deps).open(owner);
  return { ...person, token: await through.deps.tokens.signAccess({ ...owner, version }) };
};
const subscribe = ({ token }: Person, { endpoint, keys }: Pick<Device, 'endpoint' | 'keys'>, language: NoticeLanguage = 'pt') =>
  ask(one, 'PUT /push-subscriptions', { token, body: { endpoint, keys, language } });
/** A company in which the named people have a device each. */
const office = async (...people: ('ana' | 'bruno' | 'admin')[]) => {
  const scene = await makeScene(one);
  const devices = {} as Record<string, Device>;
  for (const name of people) {
    scene[name] = await signedIn(scene[name], scene);
    devices[name] = push.device();
    expect((await subscribe(scene[name], devices[name]!)).status).toBe(200);
  }
  return { scene, devices };
};
let number = 0;
const newPhone = () => `55119555${String(++number).padStart(5, '0')}`;
const inbound = (through = one) => createInbound(through.deps);
const left = async () => {
  const { rows } = await one.deps.pool.query<{ count: number }>(
    'select ((select count(*) from command.notice) + (select count(*) from command.notice_delivery))::int as count',
  );
  return rows[0]!.count;
};
/** Waits until no notification is pending for the events written so far. */
const allNotified = async () => {
  await caughtUp(one.deps, ['notices']);
  await eventually(left, (count) => count === 0);
};
const countOf = async ({ id }: Person) =>
  (await one.deps.pool.query('select from command.push_subscription where user_id = $1', [id])).rowCount;
const now = () => one.deps.pool.query('update command.notice_delivery set due_at = now()');

test('five messages of a customer are one notification for each user who sees the waiting ticket, encrypted for their device', async () => {
  const { scene, devices } = await office('ana', 'admin');
  const stranger = await office('ana');
  const phone = newPhone();
  for (const text of ['Oi', 'Tem pão?', 'E bolo?', 'De fubá', 'Alô?']) await inbound()(wrote(scene, phone, text));
  await allNotified();
  for (const device of [devices.ana!, devices.admin!]) {
    const shown = push.shown(device.name);
    expect(shown).toHaveLength(1);
    expect(shown[0]!.notice).toEqual({
      why: 'message',
      ticketId: expect.any(String),
      userId: device === devices.ana ? scene.ana.id : scene.admin.id,
      seq: expect.any(Number),
      unread: 5,
      name: `Cliente ${phone.slice(-4)}`,
      kind: null,
      text: 'Alô?',
      language: 'pt',
      mayAnswer: false,
    });
    expect(shown[0]!.headers).toMatchObject({
      ttl: '14400',
      urgency: 'high',
      topic: shown[0]!.notice.ticketId.replaceAll('-', ''),
    });
  }
  expect(push.shown(stranger.devices.ana!.name)).toEqual([]);
  const [first] = push.shown(devices.ana!.name);
  expect(first!.key).toBe(pushKeysOf(PROSA_PUSH_KEY).publicKey);
  expect(first!.claims).toMatchObject({ aud: push.origin, sub: 'mailto:dona@padaria.test' });
  expect((await ask(one, 'GET /auth/push-key', { token: scene.ana.token })).body).toEqual({ key: first!.key });
});

test('only the attendant of an open ticket is notified, and of a transfer only its new attendant; users are not notified of their own acts', async () => {
  const { scene, devices } = await office('ana', 'bruno', 'admin');
  const phone = newPhone();
  const ticket = await openTicket(one, scene, scene.ana, phone);
  await inbound()(wrote(scene, phone, '', { body: null, place: { latitude: 1, longitude: 2, name: 'Padaria', address: null } }));
  await allNotified();
  expect(push.shown(devices.ana!.name).map(({ notice }) => notice)).toMatchObject([
    { why: 'message', kind: 'place', text: 'Padaria', mayAnswer: true, ticketId: ticket.id },
  ]);
  await ask<TicketOwn>(one, `PUT /tickets/${ticket.id}`, {
    token: scene.ana.token,
    body: { userId: scene.bruno.id, queueId: scene.queueId },
  });
  await allNotified();
  expect(push.shown(devices.bruno!.name).map(({ notice }) => notice)).toMatchObject([
    { why: 'transferred', unread: 1, mayAnswer: true },
  ]);
  expect(push.pushed.filter(({ device }) => device === devices.ana!.name)).toHaveLength(1);
  expect(push.shown(devices.admin!.name)).toEqual([]);
});

test('who is named in an observation is notified once, whoever serves the ticket, with who wrote what; of one that was seen before nobody is', async () => {
  const { scene, devices } = await office('ana', 'bruno', 'admin');
  const phone = newPhone();
  const ticket = await openTicket(one, scene, scene.ana, phone);
  const observe = (body: string, ...mentions: { userId: string; at: number; length: number }[]) =>
    ask(one, `POST /messages/${ticket.id}`, { token: scene.ana.token, body: { body, isObservation: true, mentions } });
  const toBruno = { userId: scene.bruno.id, at: 0, length: 6 };
  expect((await observe('@bruno, libera o frete?', toBruno)).status).toBe(201);
  await allNotified();
  expect(push.shown(devices.bruno!.name).map(({ notice }) => notice)).toMatchObject([
    { why: 'mentioned', ticketId: ticket.id, by: scene.ana.name, text: '@bruno, libera o frete?', mayAnswer: false },
  ]);
  expect(push.shown(devices.admin!.name)).toEqual([]);

  push.answer(() => ({ status: 503 }));
  await observe('@bruno, de novo', toBruno);
  await eventually(
    () => one.deps.pool.query('select from command.notice_delivery where attempts > 0'),
    ({ rowCount }) => rowCount === 1,
  );
  expect((await ask(one, `PUT /tickets/${ticket.id}/seen`, { token: scene.bruno.token })).status).toBe(200);
  push.answer(() => ({ status: 201 }));
  await now();
  await allNotified();
  expect(push.shown(devices.bruno!.name)).toHaveLength(1);
}, 60_000);

test('whom an observation may not name is refused, and nobody is notified', async () => {
  const { scene, devices } = await office('bruno');
  const stranger = await office();
  const ticket = await openTicket(one, scene, scene.ana, newPhone());
  const observe = (userId: string) =>
    ask(one, `POST /messages/${ticket.id}`, {
      token: scene.ana.token,
      body: { body: '@alguém, veja', isObservation: true, mentions: [{ userId, at: 0, length: 7 }] },
    });
  expect(await observe(stranger.scene.bruno.id)).toMatchObject({ status: 404, body: { error: 'ERR_NO_USER_FOUND' } });
  await allNotified();
  expect(push.shown(devices.bruno!.name)).toEqual([]);
});

test('a message that was read before its notification was sent is not notified', async () => {
  const { scene, devices } = await office('ana');
  const phone = newPhone();
  const ticket = await openTicket(one, scene, scene.ana, phone);
  push.answer(() => ({ status: 503 }));
  await inbound()(wrote(scene, phone, 'Segredo'));
  await eventually(left, (count) => count === 1);
  await eventually(
    () => one.deps.pool.query('select from command.notice_delivery where attempts > 0'),
    ({ rowCount }) => rowCount === 1,
  );
  const facts = await one.deps.store.load(conversationStream(conversationOf(ticket.id)!));
  const { messageId: upTo } = facts.findLast(({ type }) => type === 'MessageReceived')!.data as { messageId: string };
  const read = await ask(one, `POST /tickets/${ticket.id}/read`, { token: scene.ana.token, body: { upTo } });
  expect(read.status).toBe(200);
  push.answer(() => ({ status: 201 }));
  await now();
  await allNotified();
  expect(push.shown(devices.ana!.name)).toEqual([]);
}, 60_000);

test('a device that its push service reports as gone is deleted', async () => {
  const { scene } = await office('ana');
  push.answer(() => ({ status: 410 }));
  await inbound()(wrote(scene, newPhone(), 'Oi'));
  await eventually(
    () => countOf(scene.ana),
    (count) => count === 0,
  );
  expect(await left()).toBe(0);
});

test('a notification that a push service refuses permanently is dropped, and the device is kept', async () => {
  const { scene } = await office('ana');
  let asked = 0;
  push.answer(() => {
    asked += 1;
    return { status: 413 };
  });
  await inbound()(wrote(scene, newPhone(), 'Oi'));
  await eventually(
    () => asked,
    (times) => times > 0,
  );
  await allNotified();
  expect(await countOf(scene.ana)).toBe(1);
});

test('a push service that does not answer delays no other service, and is retried later', async () => {
  const [slow, quick] = [await office('ana', 'bruno', 'admin'), await startPushService()];
  const scene = await makeScene(one);
  const free = Promise.withResolvers<{ status: number }>();
  try {
    const other = await world.instance({ idle: true, push: { PROSA_PUSH_KEY, PROSA_PUSH_SERVICES: quick.origin } });
    const ana = await signedIn(scene.ana, scene);
    const { endpoint, keys, name } = quick.device();
    expect((await ask(other, 'PUT /push-subscriptions', { token: ana.token, body: { endpoint, keys } })).status).toBe(200);
    push.answer(() => free.promise);
    for (let n = 0; n < 12; n += 1) await inbound()(wrote(slow.scene, newPhone(), 'Oi'));
    await caughtUp(one.deps, ['notices']);
    // The sending instance does not have the other service in its allowed list, so it deletes that device, which shows that it processed
    // it.
    await inbound()(wrote(scene, newPhone(), 'Oi'));
    await eventually(
      () => countOf(ana),
      (count) => count === 0,
    );
    expect(quick.shown(name)).toEqual([]);
    expect(await left()).toBeGreaterThan(0);
  } finally {
    free.resolve({ status: 201 });
    await quick.close();
  }
  await allNotified();
  expect(push.shown(slow.devices.ana!.name)).toHaveLength(12);
}, 60_000);

test.each([
  ['http', 'http://8.8.8.8/push/x'],
  ['this machine', 'https://127.0.0.1/push/x'],
  ['a name of this machine', 'https://localhost/push/x'],
  ['the metadata of a cloud', 'https://169.254.169.254/latest'],
  ['a private network', 'https://[fd00::1]/push/x'],
])('an endpoint of %s is refused', async (_, endpoint) => {
  const { scene } = await office();
  const ana = await signedIn(scene.ana, scene);
  const answer = await subscribe(ana, { endpoint, keys: push.device().keys });
  expect(answer).toMatchObject({ status: 400, body: { error: 'ERR_PUSH_ADDRESS' } });
  expect(JSON.stringify(answer.body)).not.toContain(endpoint);
  expect(await countOf(ana)).toBe(0);
});

test('invalid keys are refused, and an installation without a push key reports that it sends no notifications', async () => {
  const { scene } = await office();
  const { endpoint } = push.device();
  const keys = { p256dh: randomBytes(65).toString('base64url'), auth: randomBytes(16).toString('base64url') };
  expect(await subscribe(scene.ana, { endpoint, keys })).toMatchObject({
    status: 400,
    body: { fields: { keys: 'Invalid key' } },
  });
  const without = await world.instance({ idle: true });
  const { token } = scene.ana;
  expect((await ask(without, 'GET /auth/push-key', { token })).body).toEqual({ key: null });
  const body = { endpoint, keys: push.device().keys };
  expect(await ask(without, 'PUT /push-subscriptions', { token, body })).toMatchObject({ body: { error: 'ERR_PUSH_OFF' } });
});

test('events more than ten minutes old are not notified', async () => {
  const { scene, devices } = await office('ana');
  const past = await instance({ idle: true, clock: () => new Date(Date.now() - 11 * 60_000) });
  await inbound(past)(wrote(scene, newPhone(), 'De ontem'));
  await inbound()(wrote(scene, newPhone(), 'De agora'));
  await allNotified();
  expect(push.shown(devices.ana!.name).map(({ notice }) => notice.text)).toEqual(['De agora']);

  push.answer(() => ({ status: 503 }));
  await inbound()(wrote(scene, newPhone(), 'Envelhece'));
  await eventually(
    () => one.deps.pool.query('select from command.notice_delivery where attempts > 0'),
    ({ rowCount }) => rowCount === 1,
  );
  push.answer(() => ({ status: 201 }));
  await one.deps.pool.query(`update command.notice_delivery set at = at - interval '11 minutes', due_at = now()`);
  await allNotified();
  expect(push.shown(devices.ana!.name)).toHaveLength(1);
}, 60_000);

test('a push whose result was not recorded is sent again with the same topic, and the device shows one notification', async () => {
  const { scene, devices } = await office('ana');
  const { pool } = one.deps;
  await pool.query(`
    create sequence command.refused;
    create function command.never() returns trigger language plpgsql as
      $$ begin perform nextval('command.refused'); raise exception 'not now'; end $$;
    create trigger never before delete on command.notice_delivery for each row execute function command.never();`);
  const sent = () => push.pushed.filter(({ device }) => device === devices.ana!.name);
  await inbound()(wrote(scene, newPhone(), 'Oi'));
  await eventually(sent, ({ length }) => length > 0);
  // The push arrives before its result is recorded; a sequence keeps what a failed statement has counted.
  await eventually(
    () => pool.query<{ is_called: boolean }>('select is_called from command.refused'),
    ({ rows }) => rows[0]!.is_called,
  );
  await pool.query('drop function command.never() cascade; drop sequence command.refused');
  await allNotified();
  expect(sent().length).toBeGreaterThan(1);
  expect(push.shown(devices.ana!.name)).toHaveLength(1);
  expect(new Set(sent().map(({ notice }) => notice.seq)).size).toBe(1);
}, 60_000);

test('notifications left by a process that ended are sent by the next one', async () => {
  const { scene, devices } = await office('ana');
  push.answer(() => ({ status: 503 }));
  await inbound()(wrote(scene, newPhone(), 'Oi'));
  await eventually(
    () => one.deps.pool.query('select from command.notice_delivery where attempts > 0'),
    ({ rowCount }) => rowCount === 1,
  );
  const next = await instance();
  await one.close();
  one = next;
  push.answer(() => ({ status: 201 }));
  await now();
  await allNotified();
  expect(push.shown(devices.ana!.name)).toHaveLength(1);
}, 60_000);

describe('a device is deleted', () => {
  test.each<[string, (person: Person, scene: Scene) => Promise<unknown>]>([
    ['when it is asked for', ({ token }) => ask(one, 'DELETE /push-subscriptions', { token })],
    ['at the sign-out', (person, { companyId }) => sessions(one.deps).end({ userId: person.id, companyId })],
    ['at a sign-in elsewhere', (person, scene) => signedIn(person, scene)],
    ['when its user is deleted', ({ id }, { admin }) => ask(one, `DELETE /users/${id}`, { token: admin.token })],
    [
      'when the company is stopped',
      (_, { companyId }) =>
        one.deps.handle({
          decider: company,
          stream: `company-${companyId}`,
          command: { do: 'change company', companyId, changes: { status: false } },
          companyId,
          commandId: companyId,
          actor: { kind: 'system', id: 'test' },
          missing: 'ERR_NO_COMPANY_FOUND',
        }),
    ],
  ])('%s', async (_, end) => {
    const { scene, devices } = await office('ana');
    await end(scene.ana, scene);
    await eventually(
      () => countOf(scene.ana),
      (count) => count === 0,
    );
    await inbound()(wrote(scene, newPhone(), 'Oi'));
    await allNotified();
    expect(push.shown(devices.ana!.name)).toEqual([]);
  });

  test('when another user subscribes it', async () => {
    const { scene, devices } = await office('ana');
    const bruno = await signedIn(scene.bruno, scene);
    expect((await subscribe(bruno, devices.ana!)).status).toBe(200);
    expect([await countOf(scene.ana), await countOf(bruno)]).toEqual([0, 1]);
    await inbound()(wrote(scene, newPhone(), 'Oi'));
    await allNotified();
    expect(push.shown(devices.ana!.name).map(({ notice }) => notice.userId)).toEqual([bruno.id]);
  });
});

test('a user has one device, and the database contains neither its address nor any message text in the clear', async () => {
  const { scene, devices } = await office('ana');
  const second = push.device();
  expect((await subscribe(scene.ana, second, 'es')).status).toBe(200);
  push.answer(() => ({ status: 503 }));
  await inbound()(wrote(scene, newPhone(), 'Palavra secreta'));
  await eventually(
    () => one.deps.pool.query('select from command.notice_delivery where attempts > 0'),
    ({ rowCount }) => rowCount === 1,
  );
  const dump = await Promise.all(
    ['push_subscription', 'notice', 'notice_delivery'].map((table) =>
      one.deps.pool.query<{ row: string }>(`select row_to_json(t)::text as row from command.${table} t`),
    ),
  );
  const all = dump.flatMap(({ rows }) => rows.map(({ row }) => row)).join('\n');
  for (const secret of [second.name, second.keys.auth, second.keys.p256dh, Buffer.from(second.name).toString('hex'), 'secreta'])
    expect(all).not.toContain(secret);
  push.answer(() => ({ status: 201 }));
  await now();
  await allNotified();
  expect(push.shown(devices.ana!.name)).toEqual([]);
  expect(push.shown(second.name).map(({ notice }) => [notice.text, notice.language])).toEqual([['Palavra secreta', 'es']]);
}, 60_000);
