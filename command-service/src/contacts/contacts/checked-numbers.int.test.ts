import { ASK_TIMEOUT_MS } from '@prosa/contracts';
import { createInbound } from '../../channels/inbound/inbound.consumer.ts';
import { connect } from '../../desk/messages/channel-scene.fixture.ts';
import { startGateway } from '../../testing/gateway.fixture.ts';
import { ask, makeScene, type Scene, startWorld, wrote } from '../../testing/world.fixture.ts';

const gateway = await startGateway();
const world = await startWorld();
gateway.tokenSecret = world.tokenSecret;
const service = await world.instance({ gatewayUrl: gateway.url });
const other = await world.instance({ gatewayUrl: gateway.url, idle: true });
const { pool } = service.deps;
afterAll(async () => {
  await world.close();
  await gateway.close();
});

/** The channel's answer for a number; undefined: it cannot tell. */
let says: Record<string, string | null | undefined> = {};
let scene: Scene;
beforeEach(async () => {
  scene = await makeScene(service, { channel: 'whatsapp' });
  await connect(service, scene);
  says = {};
  gateway.asked = [];
  gateway.answer = (question) => {
    if (question.kind !== 'numbers') return null;
    const numbers = question.numbers.flatMap((asked) => {
      const value = asked in says ? says[asked] : asked;
      return value === undefined ? [] : [{ asked, value }];
    });
    return { kind: 'numbers', numbers };
  };
});

type Told = { id: string; number: string; error?: string };
const create = (number: string, through = service) =>
  ask<Told>(through, 'POST /contacts', { token: scene.ana.token, body: { name: 'Cliente', number } });
const open = (contactId: string) =>
  ask<Told>(service, 'POST /tickets', { token: scene.ana.token, body: { contactId, queueId: scene.queueId } });
const age = (days: number) => pool.query(`update command.checked_number set at = at - make_interval(days => $1)`, [days]);

test('C7: a number is kept as the channel spells it, and asked for once in 30 days, by whichever instance', async () => {
  says['5511987650001'] = '551187650001';
  const first = await create('+55 11 98765-0001');
  expect(first).toMatchObject({ status: 201, body: { number: '551187650001' } });
  expect(gateway.asked).toMatchObject([
    { kind: 'numbers', connectionId: scene.connectionId, channel: 'whatsapp', provider: 'beta', numbers: ['5511987650001'] },
  ]);
  expect(await create('5511987650001', other)).toMatchObject({ body: { error: 'ERR_DUPLICATED_CONTACT' } });
  expect(gateway.asked).toHaveLength(1);
  await age(29);
  await create('5511987650001', other);
  expect(gateway.asked).toHaveLength(1);
  await age(2);
  await create('5511987650001', other);
  expect(gateway.asked).toHaveLength(2);
  const { rows } = await pool.query<{ dump: string }>('select string_agg(c::text, $1) as dump from command.checked_number c', [
    '',
  ]);
  expect(rows[0]!.dump).not.toMatch(/98765|8765/);
});

test('C7: nobody there is ERR_CHECK_NUMBER, and asked for again after a day', async () => {
  says['5511987650002'] = null;
  for (let tries = 0; tries < 2; tries += 1)
    expect(await create('5511987650002')).toMatchObject({ status: 400, body: { error: 'ERR_CHECK_NUMBER' } });
  expect(gateway.asked).toHaveLength(1);
  await age(2);
  says = {};
  expect(await create('5511987650002')).toMatchObject({ status: 201, body: { number: '5511987650002' } });
});

test('C7: a channel that does not answer, or is not ready, is ERR_WAPP_CHECK_CONTACT', async () => {
  gateway.answer = () => null;
  expect(await create('5511987650003')).toMatchObject({ status: 502, body: { error: 'ERR_WAPP_CHECK_CONTACT' } });
  scene = await makeScene(service, { channel: 'whatsapp' });
  gateway.asked = [];
  expect(await create('5511987650004')).toMatchObject({ status: 502, body: { error: 'ERR_WAPP_CHECK_CONTACT' } });
  expect(gateway.asked).toEqual([]);
});

test('C7: a gateway that says nothing at all is given up after 5 s', async () => {
  gateway.answer = () => 'silence';
  const since = Date.now();
  expect(await create('5511987650019')).toMatchObject({ status: 502, body: { error: 'ERR_WAPP_CHECK_CONTACT' } });
  // It would never answer.
  expect(Date.now() - since).toBeGreaterThan(ASK_TIMEOUT_MS - 1_000);
});

test('C7: where the channel cannot tell, the number stays as it was typed', async () => {
  says['5511987650005'] = undefined;
  expect(await create('5511987650005')).toMatchObject({ status: 201, body: { number: '5511987650005' } });
  gateway.asked = [];
  for (const more of [{ channel: 'whatsapp', provider: 'cloud' }, { channel: 'simulator' }] as const) {
    scene = await makeScene(service, more);
    expect(await create('5511987650005')).toMatchObject({ status: 201 });
  }
  expect(gateway.asked).toEqual([]);
});

test('C7: another number of a contact is checked, the same one is not', async () => {
  const { body } = await create('5511987650006');
  gateway.asked = [];
  const change = (more: object) => ask<Told>(service, `PUT /contacts/${body.id}`, { token: scene.ana.token, body: more });
  expect(await change({ name: 'Outro nome', number: '5511987650006' })).toMatchObject({ status: 200 });
  expect(gateway.asked).toEqual([]);
  says['5511987650007'] = null;
  expect(await change({ number: '5511987650007' })).toMatchObject({ status: 400, body: { error: 'ERR_CHECK_NUMBER' } });
  says['5511987650008'] = '551187650008';
  expect(await change({ number: '5511987650008' })).toMatchObject({ status: 200, body: { number: '551187650008' } });
});

test('C7: a ticket opens with a number that is there; of who has written nobody asks', async () => {
  const { body } = await create('5511987650009');
  await age(31);
  says['5511987650009'] = null;
  expect(await open(body.id)).toMatchObject({ status: 400, body: { error: 'ERR_CHECK_NUMBER' } });
  await createInbound(service.deps)(wrote(scene, '5511987650009', 'Oi', { channel: 'whatsapp' }));
  gateway.asked = [];
  expect(await open(body.id)).toMatchObject({ body: { error: 'ERR_OTHER_OPEN_TICKET' } });
  expect(gateway.asked).toEqual([]);
});
