import { jest } from '@jest/globals';
import { ASK_TIMEOUT_MS, gatewayCalls, newId } from '@prosa/contracts';
import { INTERNAL_SIGNATURE, internalCalls } from '@prosa/infra/runtime';
import type { GatewayServices, Provider, Secrets, Session } from '../channels/provider.port.ts';
import { simulatorProvider } from '../channels/simulator/simulator.provider.ts';
import { openWorld, tokenSecret, until, type World, writer } from '../testing/gateway.fixture.ts';

/** A provider that needs secrets, by the port only. */
const seen = new Map<string, (Secrets | null)[]>();
let services: GatewayServices | undefined;
/** Until then sends of "Espere" last. */
const released = Promise.withResolvers<void>();
const provider: Provider = {
  channel: 'facebook',
  provider: 'beta',
  identities: ['psid'],
  again: 'unsure',
  start: ({ id }, held) => {
    const look = async (): Promise<void> => void seen.set(id, [...(seen.get(id) ?? []), await held.secrets()]);
    void look();
    const session: Session = {
      send: async ({ body }) => {
        if (body === 'Espere') await released.promise;
        return { channelId: null };
      },
      nudged: () => void look(),
      stop: async () => undefined,
    };
    return session;
  },
  webhook: (_, its) => {
    services = its;
  },
  answers: async (question, _, signal) => {
    if (question.kind === 'templates') return { kind: 'templates', templates: [], next: question.next };
    if (question.kind !== 'pages') throw new Error('It breaks.');
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    return null;
  },
};

let world: World;
let url: string;
beforeAll(async () => {
  world = await openWorld();
  ({ url } = await world.gateway({ providers: (tools) => [simulatorProvider(tools), provider] }));
});
afterAll(() => world.close());

const calls = internalCalls(tokenSecret);
const call = async (method: string, path: string, body: object, signature?: string) => {
  const text = JSON.stringify(body);
  const reply = await fetch(`${url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', [INTERNAL_SIGNATURE]: signature ?? calls.sign(method, path, text) },
    body: text,
  });
  const answer = await reply.text();
  return { status: reply.status, body: answer ? JSON.parse(answer) : null };
};
const secretsOf = (more: object = {}) => ({
  companyId: world.companyId,
  channel: 'facebook',
  provider: 'beta',
  secrets: { accessToken: 'EAA-a-secret-token' },
  externalId: newId(),
  ...more,
});
const put = (id: string, said: object, signature?: string) => call('PUT', gatewayCalls.secrets(id), said, signature);
const ask = (question: object) => call('POST', gatewayCalls.ask, question);
const asked = (more: object) => ({ companyId: world.companyId, channel: 'facebook', provider: 'beta', ...more });

test('C6: secrets reach the session that needs them, sealed, at once and as often as they change', async () => {
  const id = await world.connection({ channel: 'facebook' });
  await until('it has begun', () => seen.get(id));
  const said = secretsOf();
  expect(await put(id, said)).toEqual({ status: 204, body: null });
  await until('it knows', () => seen.get(id)?.some((one) => one?.externalId === said.externalId));
  expect(await put(id, { ...said, secrets: { accessToken: 'EAA-another' } })).toMatchObject({ status: 204 });
  await until('it knows', () => seen.get(id)?.at(-1)?.values.accessToken === 'EAA-another');
  const { rows } = await world.pool.query<{ row: string }>(
    'select s::text as row from gateway.secret s where connection_id = $1',
    [id],
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]!.row).not.toContain(Buffer.from('EAA-another').toString('hex'));
  const found = await services!.whoHas('facebook', said.externalId);
  expect(found?.id).toBe(id);
});

test('C6: secrets may come before their connection, and go with it', async () => {
  const id = newId();
  const said = secretsOf();
  expect((await put(id, said)).status).toBe(204);
  await world.connection({ connectionId: id, channel: 'facebook' });
  await until('it knows', () => seen.get(id)?.some((one) => one !== null));
  await world.control({ connectionId: id, channel: 'facebook', deleted: true });
  await until('they are gone', async () => {
    const { rowCount } = await world.pool.query('select from gateway.secret where connection_id = $1', [id]);
    return rowCount === 0;
  });
  expect((await put(id, said)).body.error).toBe('ERR_NO_WAPP_FOUND');
  // Its account is free again.
  expect((await put(newId(), said)).status).toBe(204);
});

test('C33: an account belongs to one connection in the installation', async () => {
  const said = secretsOf();
  expect((await put(newId(), said)).status).toBe(204);
  expect(await put(newId(), { ...said, companyId: newId() })).toMatchObject({
    status: 400,
    body: { fields: { externalId: 'in-use' } },
  });
});

test.each(['', 'never-signed', `${Date.now()}.${'A'.repeat(43)}`])('a call signed with "%s" does nothing', async (signature) => {
  const id = newId();
  expect((await put(id, secretsOf(), signature)).status).toBe(401);
  const { rowCount } = await world.pool.query('select from gateway.secret where connection_id = $1', [id]);
  expect(rowCount).toBe(0);
});

test('a signature for another path or body, or of two minutes ago, is none', async () => {
  const [id, said] = [newId(), secretsOf()];
  const path = gatewayCalls.secrets(id);
  const text = JSON.stringify(said);
  expect((await put(id, said, calls.sign('PUT', gatewayCalls.secrets(newId()), text))).status).toBe(401);
  expect((await put(id, said, calls.sign('PUT', path, JSON.stringify(secretsOf())))).status).toBe(401);
  expect((await put(id, said, calls.sign('PUT', path, text, Date.now() - 120_000))).status).toBe(401);
});

test('another company’s connection is not there', async () => {
  const id = await world.connection({ channel: 'facebook' });
  expect((await put(id, secretsOf({ companyId: newId() }))).body.error).toBe('ERR_NO_WAPP_FOUND');
  const question = asked({ kind: 'templates', connectionId: id, next: null, companyId: newId() });
  expect((await ask(question)).body.error).toBe('ERR_NO_WAPP_FOUND');
  // Nor is one whose secrets came before it.
  const early = newId();
  await put(early, secretsOf());
  expect((await put(early, secretsOf({ companyId: newId() }))).body.error).toBe('ERR_NO_WAPP_FOUND');
});

test('C7: a question is answered by the provider, and by 503 if that cannot or takes too long', async () => {
  const connectionId = await world.connection({ channel: 'facebook' });
  const templates = asked({ kind: 'templates', connectionId, next: 'page 2' });
  expect(await ask(templates)).toEqual({ status: 200, body: { kind: 'templates', templates: [], next: 'page 2' } });
  const check = asked({ kind: 'check', secrets: {}, values: {} });
  expect((await ask(check)).status).toBe(503);
  expect((await ask({ ...check, channel: 'simulator' })).status).toBe(503);
  // A question that would never be answered is given up before the command side itself gives up.
  const limits = jest.spyOn(AbortSignal, 'timeout');
  expect((await ask(asked({ kind: 'pages', userToken: 'x' }))).status).toBe(503);
  expect(limits).toHaveBeenCalledWith(ASK_TIMEOUT_MS - 500);
  limits.mockRestore();
  expect((await ask(asked({ kind: 'weather' }))).status).toBe(400);
});

test('since when the oldest message waits is told, whichever provider has the connection, without those of campaigns', async () => {
  const connectionId = await world.connection({ channel: 'facebook' });
  const since = async () => (await ask(asked({ kind: 'queue', connectionId }))).body as { waitingSince: string | null };
  expect(await since()).toEqual({ kind: 'queue', waitingSince: null });
  const to = { kind: 'psid', value: '1/2' } as const;
  const ana = writer(world.companyId, connectionId);
  await world.send([ana.message('Espere', { to, priority: 'campaign' })]);
  const campaign = async () =>
    (await world.pool.query('select from gateway.outbox where connection_id = $1', [connectionId])).rowCount;
  await until('it is there', async () => (await campaign()) === 1);
  expect((await since()).waitingSince).toBeNull();
  const first = ana.message('Espere', { to, priority: 'integration' });
  await world.send([first]);
  await until('it waits', async () => (await since()).waitingSince !== null);
  const { rows } = await world.pool.query('select created_at as at from gateway.outbox where message_id = $1', [first.messageId]);
  expect((await since()).waitingSince).toBe(rows[0].at.toISOString());
  await world.send([ana.message('Espere', { to })]);
  expect((await since()).waitingSince).toBe(rows[0].at.toISOString());
  released.resolve();
  await until('all have left', async () => (await since()).waitingSince === null);
});
