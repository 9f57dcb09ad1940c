import { ConnectionStatus, newId } from '@prosa/contracts';
import { connectionKeys, readCode } from '@prosa/infra/runtime';
import { customers } from '../../testing/customers.fixture.ts';
import { masterKey, openWorld, until, type World, writer } from '../../testing/gateway.fixture.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

const statesOf = (id: string) =>
  world.heard.flatMap((said) => (said.kind === 'session' && said.connectionId === id ? [said.status] : []));
const ask = (connectionId: string, what: 'start' | 'renew' | 'end') =>
  world.control({ connectionId, asked: { id: newId(), ask: what } });

test('a session that was asked to end sends nothing, with the next owner either, until it is asked to start; then all in order', async () => {
  const first = await world.gateway();
  const id = await world.connection();
  const ana = writer(world.companyId, id);
  await ask(id, 'end');
  await until('it has ended', () => statesOf(id).includes('DISCONNECTED'));
  const messages = Array.from({ length: 5 }, (_, nth) => ana.message(`${nth}`));
  await world.send(messages.slice(0, 3));
  await first.close();
  const { url } = await world.gateway();
  await world.send(messages.slice(3));
  const marker = writer(world.companyId, await world.connection()).message('marker');
  await world.send([marker]);
  await until('another one sends', () => world.outcomesOf(marker.messageId).includes('taken'));
  expect((await customers(url, id).text()).status).toBe(202);
  expect(await customers(url, id).delivered()).toEqual([]);

  await ask(id, 'start');
  await until('all are taken', () => messages.every(({ messageId }) => world.outcomesOf(messageId).includes('taken')));
  expect((await customers(url, id).delivered()).map(({ text }) => text)).toEqual(messages.map(({ body }) => body));
  expect(statesOf(id)).toEqual(['DISCONNECTED', 'CONNECTED']);
});

test('one that nothing was asked of says nothing: it is there from the first', async () => {
  const { url } = await world.gateway();
  const id = await world.connection();
  const message = writer(world.companyId, id).message('Olá');
  await world.send([message]);
  await until('it is taken', () => world.outcomesOf(message.messageId).includes('taken'));
  expect((await customers(url, id).text()).status).toBe(202);
  expect(statesOf(id)).toEqual([]);
});

const codeOf = (id: string) =>
  readCode(world.pool, connectionKeys({ pool: world.pool, masterKey, cacheMs: 0 }), { id, companyId: world.companyId });

test('its webhook puts a session into each status, on any instance; what is sent waits until it is connected', async () => {
  const [first, second] = [await world.gateway(), await world.gateway()];
  const id = await world.connection();
  const ana = writer(world.companyId, id);
  const put = (nth: number, state: object) => customers([first, second][nth % 2]!.url, id).session(state);
  const others = ConnectionStatus.exclude(['CONNECTED']).options;
  for (const [nth, status] of others.entries()) {
    const reply = await put(nth, { status });
    expect([reply.status, await reply.text()]).toEqual([204, '']);
    await until(`it is ${status}`, () => statesOf(id).at(-1) === status);
  }
  const message = ana.message('Olá');
  await world.send([message]);
  const marker = writer(world.companyId, await world.connection()).message('marker');
  await world.send([marker]);
  await until('another connection sends', () => world.outcomesOf(marker.messageId).includes('taken'));
  expect(world.outcomesOf(message.messageId)).toEqual([]);
  await put(1, { status: 'connected' });
  await until('it is taken', () => world.outcomesOf(message.messageId).includes('taken'));
  await until('it is connected', () => statesOf(id).at(-1) === 'CONNECTED');
  expect(statesOf(id)).toEqual([...others, 'CONNECTED']);
});

test('it shows the code that it is given, or one of its own, until a device is linked; the next owner shows it too', async () => {
  const first = await world.gateway();
  const id = await world.connection();
  const put = (state: object) => customers(first.url, id).session(state);
  await put({ status: 'qrcode', qrcode: 'read-me' });
  await until('the code is shown', async () => (await codeOf(id)).qrcode === 'read-me');
  await until('it is told', () => statesOf(id).at(-1) === 'qrcode');
  await put({ status: 'qrcode' });
  const other = await until('another is shown', async () => {
    const code = await codeOf(id);
    return code.qrcode !== 'read-me' && code;
  });
  expect(other).toEqual({ qrcode: expect.stringMatching(/^prosa-simulator:.{36}$/), retries: 1 });
  const stored = await world.pool.query('select code from gateway.simulator_session where connection_id = $1', [id]);
  expect(String(stored.rows[0].code)).not.toContain('prosa-simulator');

  await first.close();
  const second = await world.gateway();
  await until('its next owner has it', async () => {
    const { rows } = await world.pool.query<{ epoch: string }>('select epoch from live.session where connection_id = $1', [id]);
    return Number(rows[0]?.epoch) > 1;
  });
  expect(await codeOf(id)).toEqual(other);
  await customers(second.url, id).session({ status: 'PAIRING' });
  await until('it is paired', () => statesOf(id).at(-1) === 'PAIRING');
  expect(await codeOf(id)).toEqual({ qrcode: '', retries: 0 });
});

test('a request for a new code shows one that nobody has seen; to end the session, none', async () => {
  await world.gateway();
  const id = await world.connection();
  await ask(id, 'renew');
  const first = await until('a code is shown', async () => (await codeOf(id)).qrcode);
  await until('it is told', () => statesOf(id).at(-1) === 'qrcode');
  await ask(id, 'renew');
  await until('another is shown', async () => ![first, ''].includes((await codeOf(id)).qrcode));
  await ask(id, 'end');
  await until('it has ended', () => statesOf(id).at(-1) === 'DISCONNECTED');
  expect((await codeOf(id)).qrcode).toBe('');
});

test.each([
  ['no status', {}, 'status'],
  ['an unknown status', { status: 'SLEEPING' }, 'status'],
  ['a code that is no text', { status: 'qrcode', qrcode: 5 }, 'qrcode'],
  ['a code that is too long', { status: 'qrcode', qrcode: 'x'.repeat(2_001) }, 'qrcode'],
])('%s is refused by field', async (_, state, field) => {
  const { url } = await world.gateway();
  const id = await world.connection();
  const reply = await customers(url, id).session(state);
  expect(reply.status).toBe(400);
  expect(await reply.json()).toMatchObject({ error: 'ERR_VALIDATION', fields: { [field]: expect.any(String) } });
  expect((await customers(url, id, 'another-token').session({ status: 'OPENING' })).status).toBe(401);
  expect(statesOf(id)).toEqual([]);
});
