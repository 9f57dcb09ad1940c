import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import {
  type Control,
  childId,
  conversationKey,
  type Identity,
  type Inbound,
  newId,
  type Outbound,
  type SettingControl,
  topics,
} from '@prosa/contracts';
import {
  type Bus,
  busMigrations,
  connectBus,
  connectionKeys,
  connectMediaStore,
  connectPg,
  createLogger,
  keyRing,
  keysMigrations,
  mediaVault,
  migrate,
  prepareBus,
} from '@prosa/infra/runtime';
import { testDatabase } from '../../../infra/testing/postgres/postgres.ts';
import { type ChannelGateway, createChannelGateway, type GatewayOptions } from '../app.ts';
import { simulatorProvider } from '../channels/simulator/simulator.provider.ts';

export const silent = createLogger('test', process.env.TEST_LOG ?? 'silent');
export const tokenSecret = randomBytes(32);
export const masterKey = randomBytes(32);
export const webhookToken = 'a-token-of-a-test-connection';
/** Short enough for quick tests of dead owners, and long enough for a busy machine not to miss a renewal. */
export const quickLeases = { ttlMs: 6_000, renewMs: 300 };

const LEAST_PAUSE_MS = 10;
const MOST_PAUSE_MS = 50;
/** A wait looks again after a tenth of its time so far: each look at the database costs the product processor time. */
const pauseAfter = (ms: number): number => Math.min(MOST_PAUSE_MS, Math.max(LEAST_PAUSE_MS, ms / 10));

/** Waits until `check` returns something, at most `ms` milliseconds. */
export const until = async <Result>(
  what: string,
  check: () => Result | Promise<Result>,
  ms = 40_000,
): Promise<NonNullable<Result>> => {
  const begun = Date.now();
  for (;;) {
    const result = await check();
    if (result) return result as NonNullable<Result>;
    const waited = Date.now() - begun;
    if (waited > ms) throw new Error(`Not in ${ms} ms: ${what}`);
    await sleep(pauseAfter(waited));
  }
};

export type World = Awaited<ReturnType<typeof openWorld>>;

/** A database and a bus with gateways: the test plays the command side and the projection side. */
export const openWorld = async () => {
  const database = await testDatabase();
  const pool = connectPg(database.url);
  await migrate(pool, [busMigrations, keysMigrations]);
  const busConfig = { databaseUrl: database.url, clientId: 'test', log: silent };
  await prepareBus(busConfig);
  const bus: Bus = await connectBus(busConfig);
  const heard: Inbound[] = [];
  const outcomes = new Map<string, string[]>();
  const acks = new Map<string, number[]>();
  await bus.consume({
    group: 'test',
    topics: [topics.inbound, topics.receipts],
    handle: async ({ value }) => {
      const said = value as Inbound;
      heard.push(said);
      if (said.kind === 'outcome') outcomes.set(said.messageId, [...(outcomes.get(said.messageId) ?? []), said.outcome]);
      if (said.kind === 'ack') acks.set(said.messageId, [...(acks.get(said.messageId) ?? []), said.ack]);
    },
  });
  const gateways = new Set<ChannelGateway>();
  const mediaFolder = mkdtempSync(join(tmpdir(), 'prosa-gateway-media-'));
  const MEDIA_URL = pathToFileURL(mediaFolder).href;
  const keys = keyRing({ pool, masterKey, cacheMs: 0 });
  const vault = mediaVault({ store: connectMediaStore({ MEDIA_URL }), keys });
  let position = 0;
  const companyId = newId();
  const config = (projectionUrl = 'http://127.0.0.1:1') => ({
    HOST: '127.0.0.1',
    PORT: 0,
    LOG_LEVEL: 'silent' as const,
    DATABASE_URL: database.url,
    MEDIA_URL,
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

  /** A company's setting, as the command side tells it. */
  const setting = async (key: string, value: string): Promise<void> => {
    position += 1;
    const told: SettingControl = { kind: 'setting', companyId, key, value, position: String(position) };
    await bus.publish([{ topic: topics.control, key: `${companyId} ${key}`, value: told }]);
    await until('the setting is known', async () => {
      const { rowCount } = await pool.query('select 1 from gateway.setting where company_id = $1 and key = $2 and value = $3', [
        companyId,
        key,
        value,
      ]);
      return rowCount === 1;
    });
  };

  return {
    setting,
    pool,
    keys,
    /** Opens and seals what belongs to a connection. */
    vaultOf: (id: string) => connectionKeys({ pool, masterKey }).vault({ id, companyId }),
    /** Stores a person's file as the command side does; returns its id. */
    keepFile: async (bytes: Uint8Array, name: string | null, subjectId = newId(), poster: Buffer | null = null) => {
      const pieces = (async function* () {
        for (let at = 0; at < bytes.length; at += 60_000) yield bytes.subarray(at, at + 60_000);
      })();
      return vault.keep({ mediaId: newId(), owner: { subjectId, companyId }, bytes: pieces, name, poster });
    },
    /** Returns what is stored under an id; null if nothing is. */
    kept: async (mediaId: string): Promise<Buffer | null> => {
      const file = await vault.open(mediaId);
      if (!file) return null;
      const pieces: Buffer[] = [];
      for await (const piece of file.read()) pieces.push(piece);
      return Buffer.concat(pieces);
    },
    mediaFolder,
    bus,
    url: database.url,
    companyId,
    heard,
    config,
    control,
    /** Creates a connection that every gateway knows. */
    connection: async (change: Partial<Control> = {}): Promise<string> => {
      const { connectionId } = await control(change);
      await until('the connection is known', async () => {
        const { rowCount } = await pool.query('select 1 from gateway.connection where connection_id = $1', [connectionId]);
        return rowCount === 1;
      });
      return connectionId;
    },
    /** Starts a gateway that reaches Postgres at `databaseUrl`, which may be a proxy. */
    gateway: async (options: GatewayOptions = {}, projectionUrl?: string, databaseUrl = database.url) => {
      const gateway = createChannelGateway(
        { ...config(projectionUrl), DATABASE_URL: databaseUrl },
        {
          log: silent,
          // No other channel, which might ask a server of its own.
          providers: (tools) => [simulatorProvider(tools)],
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
    /** Ends the leases of a gateway that was killed, as they end by themselves after a while; no other one may run. */
    endLeases: () => pool.query(`update lease.lease set until = clock_timestamp() - interval '1 s'`),
    send: (messages: Outbound[]) =>
      bus.publish(messages.map((value) => ({ topic: topics.outbound, key: value.conversation, value }))),
    /** The reports received about a message, by kind. */
    outcomesOf: (messageId: string): string[] => outcomes.get(messageId) ?? [],
    acksOf: (messageId: string): number[] => acks.get(messageId) ?? [],
    close: async () => {
      await Promise.all([...gateways].map((gateway) => gateway.close()));
      await bus.close();
      await pool.end();
      await database.drop();
      rmSync(mediaFolder, { recursive: true, force: true });
    },
  };
};

/** Writes messages of an attendant to one customer of a connection, at rising positions. */
export const writer = (companyId: string, connectionId: string, number = '5511987654321') => {
  const conversation = conversationKey(connectionId, number);
  let position = 0;
  const message = (
    body: string | null,
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
    /** Somebody has read the customer's messages. */
    reads: (channelIds: string[], position: string, to: Identity = { kind: 'phone', value: number }): Outbound => ({
      kind: 'read',
      companyId,
      connectionId,
      conversation,
      to,
      channelIds,
      position,
      at: new Date().toISOString(),
    }),
    /** The customer is forgotten. */
    forgets: (): Outbound => {
      const { position: last, at } = message('');
      return { kind: 'forget', companyId, connectionId, conversation, position: last, at };
    },
    takeBack: (messageId: string): Outbound => {
      const { to, at, ...rest } = message('');
      return { kind: 'delete', companyId, connectionId, conversation, messageId, to, position: rest.position, at };
    },
  };
};
