import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Control, childId, conversationKey, type Inbound, newId, type Outbound, topics } from '@prosa/contracts';
import { type Bus, busMigrations, connectBus, connectPg, createLogger, migrate, prepareBus } from '@prosa/infra/runtime';
import { testDatabase } from '../../../infra/testing/postgres.ts';
import { type ChannelGateway, createChannelGateway, type GatewayOptions } from '../app.ts';

export const silent = createLogger('test', process.env.TEST_LOG ?? 'silent');
export const tokenSecret = randomBytes(32);
export const masterKey = randomBytes(32);
export const webhookToken = 'a-token-of-a-test-connection';
/** So short that tests of dead owners are quick, and so long that a busy machine does not miss them. */
export const quickLeases = { ttlMs: 6_000, renewMs: 300 };

/** Waits until `check` gives something, at most for `ms`. */
export const until = async <Result>(
  what: string,
  check: () => Result | Promise<Result>,
  ms = 20_000,
): Promise<NonNullable<Result>> => {
  const end = Date.now() + ms;
  for (;;) {
    const result = await check();
    if (result) return result as NonNullable<Result>;
    if (Date.now() > end) throw new Error(`Not in ${ms} ms: ${what}`);
    await sleep(10);
  }
};

export type World = Awaited<ReturnType<typeof openWorld>>;

/** A database and a bus, with gateways on them: what the command and the projection side say is said by the test. */
export const openWorld = async () => {
  const database = await testDatabase();
  const pool = connectPg(database.url);
  await migrate(pool, [busMigrations]);
  const busConfig = { databaseUrl: database.url, clientId: 'test', log: silent };
  await prepareBus(busConfig);
  const bus: Bus = await connectBus(busConfig);
  const heard: Inbound[] = [];
  const outcomes = new Map<string, string[]>();
  const acks = new Map<string, number[]>();
  await bus.consume({
    group: 'test',
    topics: [topics.inbound],
    handle: async ({ value }) => {
      const said = value as Inbound;
      heard.push(said);
      if (said.kind === 'outcome') outcomes.set(said.messageId, [...(outcomes.get(said.messageId) ?? []), said.outcome]);
      if (said.kind === 'ack') acks.set(said.messageId, [...(acks.get(said.messageId) ?? []), said.ack]);
    },
  });
  const gateways = new Set<ChannelGateway>();
  let position = 0;
  const companyId = newId();
  const config = (projectionUrl = 'http://127.0.0.1:1') => ({
    HOST: '127.0.0.1',
    PORT: 0,
    LOG_LEVEL: 'silent' as const,
    DATABASE_URL: database.url,
    KAFKA_BROKERS: undefined,
    PROSA_KEYS: masterKey,
    PROSA_TOKEN_SECRET: tokenSecret,
    PROJECTION_URL: projectionUrl,
  });

  const control = async (change: Partial<Control> = {}): Promise<Control> => {
    position += 1;
    const value: Control = {
      kind: 'connection',
      connectionId: newId(),
      companyId,
      name: 'Loja',
      channel: 'simulator',
      provider: 'beta',
      status: 'CONNECTED',
      tokenHash: createHash('sha256').update(webhookToken).digest('hex'),
      deleted: false,
      asked: null,
      position: String(position),
      ...change,
    };
    await bus.publish([{ topic: topics.control, key: value.connectionId, value }]);
    return value;
  };

  return {
    pool,
    bus,
    url: database.url,
    companyId,
    heard,
    config,
    control,
    /** A connection that every gateway knows. */
    connection: async (change: Partial<Control> = {}): Promise<string> => {
      const { connectionId } = await control(change);
      await until('the connection is known', async () => {
        const { rowCount } = await pool.query('select 1 from gateway.connection where connection_id = $1', [connectionId]);
        return rowCount === 1;
      });
      return connectionId;
    },
    /** A gateway that finds Postgres at `databaseUrl`, where that is not the straight way. */
    gateway: async (options: GatewayOptions = {}, projectionUrl?: string, databaseUrl = database.url) => {
      const gateway = createChannelGateway(
        { ...config(projectionUrl), DATABASE_URL: databaseUrl },
        {
          log: silent,
          ...options,
          owners: { ...quickLeases, ...options.owners },
        },
      );
      gateways.add(gateway);
      const { url } = await gateway.start();
      return {
        url,
        close: async () => {
          gateways.delete(gateway);
          await gateway.close();
        },
      };
    },
    send: (messages: Outbound[]) =>
      bus.publish(messages.map((value) => ({ topic: topics.outbound, key: value.conversation, value }))),
    /** What was heard of a message, by kind. */
    outcomesOf: (messageId: string): string[] => outcomes.get(messageId) ?? [],
    acksOf: (messageId: string): number[] => acks.get(messageId) ?? [],
    close: async () => {
      await Promise.all([...gateways].map((gateway) => gateway.close()));
      await bus.close();
      await pool.end();
      await database.drop();
    },
  };
};

/** What an attendant writes to one customer of a connection: message after message, at rising positions. */
export const writer = (companyId: string, connectionId: string, number = '5511987654321') => {
  const conversation = conversationKey(connectionId, number);
  let position = 0;
  const message = (
    body: string,
    more: Partial<Extract<Outbound, { kind: 'send' }>> = {},
  ): Extract<Outbound, { kind: 'send' }> => {
    position += 1;
    return {
      kind: 'send',
      companyId,
      connectionId,
      conversation,
      messageId: childId(conversation, `out:${newId()}`),
      attempt: 1,
      to: { kind: 'phone', value: number },
      body,
      quoted: null,
      priority: 'attendant',
      position: String(position),
      at: new Date().toISOString(),
      ...more,
    };
  };
  return {
    number,
    conversation,
    message,
    takeBack: (messageId: string): Outbound => {
      const { to, at, ...rest } = message('');
      return { kind: 'delete', companyId, connectionId, conversation, messageId, to, position: rest.position, at };
    },
  };
};

/** The simulated customers' side of a connection. */
export const customers = (url: string, connectionId: string, token = webhookToken) => {
  const call = (method: string, path: string, body?: unknown) =>
    fetch(`${url}/webhooks/simulator/${connectionId}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  return {
    post: (body: unknown) => call('POST', '', body),
    text: (more: object = {}) =>
      call('POST', '', {
        id: newId(),
        type: 'text',
        from: '5511987654321',
        name: 'Carla',
        text: 'Olá',
        at: new Date().toISOString(),
        ...more,
      }),
    faults: (faults: object) => call('PUT', '/faults', faults),
    delivered: async (to = '5511987654321') => {
      const reply = await call('GET', `/delivered?to=${encodeURIComponent(to)}`);
      return (await reply.json()) as { id: string; text: string; at: string }[];
    },
  };
};
