import { randomUUID } from 'node:crypto';
import { type EventCodec, eventCodec } from '../events/codec.ts';
import { refusalOf } from '../http/errors.ts';
import { ConfigError } from '../kernel/config.ts';
import { keysOf, restartableStore, runtimeDatabase, someMeta, testEvents, until } from '../runtime.fixture.ts';
import { StoreDenied } from './errors.ts';
import { connectStore } from './store.ts';

let database: Awaited<ReturnType<typeof runtimeDatabase>>;
let server: Awaited<ReturnType<typeof restartableStore>>;
let codec: EventCodec;
beforeAll(async () => {
  database = await runtimeDatabase();
  server = await restartableStore('a+secret/of:this@store=');
  codec = eventCodec({ events: testEvents, keys: keysOf(database.pool) });
});
afterAll(async () => {
  await server.close();
  await database.close();
});

const counted = (n: number) => codec.encodeAll([{ type: 'Counted', data: { n } }], someMeta());

test('with the password a client appends, reads and subscribes, also after a reconnect', async () => {
  const store = connectStore(server.url, codec);
  const stream = `test-${randomUUID()}`;
  const ending = new AbortController();
  const heard: unknown[] = [];
  const following = store.subscribeAll({
    from: 'start',
    prefixes: [stream],
    onBatch: (facts) => void heard.push(...facts.map(({ data }) => data)),
    signal: ending.signal,
  });
  const { revision } = await store.append(stream, await counted(1), 'no_stream');
  await server.stop();
  await server.start();
  await until(async () => (await store.load(stream).catch(() => [])).length === 1);
  await store.append(stream, await counted(2), revision);
  await until(() => heard.length === 2);
  expect(heard).toEqual([{ n: 1 }, { n: 2 }]);
  expect(await store.head()).toBeGreaterThan(0n);
  ending.abort();
  await following;
  await store.close();
});

test.each([
  ['without a password', (url: string) => url.replace(/\/\/.*@/, '//')],
  ['with another one', (url: string) => url.replace(/:[^:@]*@/, ':another@')],
])('%s nothing is read or written, and the reason is reported', async (_, changed) => {
  const warned: unknown[] = [];
  const log = { warn: (more: { err: unknown }) => warned.push(more.err) } as never;
  const store = connectStore(changed(server.url), codec, { log });
  const stream = `test-${randomUUID()}`;
  await expect(store.append(stream, await counted(1), 'no_stream')).rejects.toThrow(StoreDenied);
  await expect(store.load(stream)).rejects.toThrow(/does not take the user and password of EVENTSTORE_URL/);
  await expect(store.head()).rejects.toThrow(StoreDenied);
  const ending = new AbortController();
  const following = store.subscribeAll({ from: 'start', onBatch: () => undefined, signal: ending.signal });
  await until(() => warned.some((error) => error instanceof StoreDenied));
  ending.abort();
  await following;
  await store.close();
  expect(refusalOf(new StoreDenied(new Error('denied')))).toMatchObject({ status: 503, body: { error: 'ERR_BUSY' } });
});

test.each(['prosa:s3cret@127.0.0.1:2113', 'esdb://prosa:s3cret@', 'esdb://prosa:s3cret@host:x?tls=false'])(
  'an invalid address is refused without showing its content: %s',
  (url) => {
    const connect = () => connectStore(url, codec);
    expect(connect).toThrow(ConfigError);
    expect(connect).not.toThrow(/s3cret/);
  },
);
