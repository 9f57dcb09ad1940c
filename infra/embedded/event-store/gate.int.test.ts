import { AccessDeniedError, EventStoreDBClient } from '@eventstore/db-client';
import { credentials, Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { StoreClient } from '../../runtime/store/client.ts';
import { ServerFeaturesClient, StreamsClient, sharedMessages, streamMessages } from '../../runtime/store/protocol.ts';
import { storeUrl } from './password.ts';
import { type RunningEventStore, startEventStore } from './server.ts';
import { collect, events, failureOf, fresh, temporaryFolder } from './temporary-store.ts';

const { AppendReq, BatchAppendReq, DeleteReq, ReadReq, TombstoneReq } = streamMessages;
const { Empty, StreamIdentifier, UUID } = sharedMessages;

const password = 'p/a+s:s=';
let folder: ReturnType<typeof temporaryFolder>;
let server: RunningEventStore;
let owner: EventStoreDBClient;
let raw: InstanceType<typeof StreamsClient>;
beforeAll(async () => {
  folder = temporaryFolder();
  server = await startEventStore({ dataDir: folder.dataDir, port: 0, password });
  owner = StoreClient.at(server.url);
  raw = new StreamsClient(server.address, credentials.createInsecure());
});
afterAll(async () => {
  raw.close();
  await owner.dispose();
  await server.close();
  folder.remove();
});

const basic = (words: string) => `Basic ${Buffer.from(words).toString('base64')}`;
const identifier = (stream: string) => new StreamIdentifier().setStreamName(Buffer.from(stream, 'utf8').toString('base64'));

/** Resolves to how a call ends: the code of its error, or `OK` if it answered. */
const endOf = (call: { on(event: string, listener: (said: unknown) => void): unknown }) =>
  new Promise<status>((resolve) => {
    call.on('data', () => resolve(status.OK));
    call.on('error', (error) => resolve((error as ServiceError).code));
  });
const answered = (open: (answer: (error: ServiceError | null) => void) => unknown) =>
  new Promise<status>((resolve) => void open((error) => resolve(error?.code ?? status.OK)));

const message = (stream: string) => {
  const proposed = new BatchAppendReq.ProposedMessage().setId(new UUID().setString(crypto.randomUUID()));
  proposed.getMetadataMap().set('type', 'Intruded').set('content-type', 'application/json');
  const options = new BatchAppendReq.Options().setStreamIdentifier(identifier(stream)).setAny(new Empty());
  const id = new UUID().setString(crypto.randomUUID());
  return new BatchAppendReq().setCorrelationId(id).setOptions(options).setProposedMessagesList([proposed]).setIsFinal(true);
};
const reading = () =>
  new ReadReq.Options()
    .setAll(new ReadReq.Options.AllOptions().setStart(new Empty()))
    .setNoFilter(new Empty())
    .setUuidOption(new ReadReq.Options.UUIDOption().setString(new Empty()));

/** Every call of the service, on a stream, with the given metadata. */
const calls: Record<string, (stream: string, carried: Metadata) => Promise<status>> = {
  read: (_, carried) => endOf(raw.read(new ReadReq().setOptions(reading().setCount('10')), carried)),
  subscribe: (_, carried) =>
    endOf(raw.read(new ReadReq().setOptions(reading().setSubscription(new ReadReq.Options.SubscriptionOptions())), carried)),
  append: (stream, carried) =>
    answered((answer) => {
      const call = raw.append(carried, answer);
      call.on('error', () => undefined);
      call.write(new AppendReq().setOptions(new AppendReq.Options().setStreamIdentifier(identifier(stream)).setAny(new Empty())));
      const proposed = new AppendReq.ProposedMessage().setId(new UUID().setString(crypto.randomUUID()));
      proposed.getMetadataMap().set('type', 'Intruded').set('content-type', 'application/json');
      call.write(new AppendReq().setProposedMessage(proposed));
      call.end();
    }),
  batchAppend: (stream, carried) => {
    const call = raw.batchAppend(carried);
    call.write(message(stream));
    return endOf(call);
  },
  delete: (stream, carried) =>
    answered((answer) =>
      raw.delete(
        new DeleteReq().setOptions(new DeleteReq.Options().setStreamIdentifier(identifier(stream)).setAny(new Empty())),
        carried,
        answer,
      ),
    ),
  tombstone: (stream, carried) =>
    answered((answer) =>
      raw.tombstone(
        new TombstoneReq().setOptions(new TombstoneReq.Options().setStreamIdentifier(identifier(stream)).setAny(new Empty())),
        carried,
        answer,
      ),
    ),
};
const strangers = {
  nothing: undefined,
  'nothing said': '',
  'another password': basic('prosa:another'),
  'another user': basic(`admin:${password}`),
  'the beginning of it': basic(`prosa:${password.slice(0, -1)}`),
  'more than it': basic(`prosa:${password}x`),
  'another scheme': `Bearer ${password}`,
};

describe.each(Object.keys(calls))('%s', (name) => {
  it.each(Object.entries(strangers))('is refused with %s, and does nothing', async (_, authorization) => {
    const stream = fresh();
    await owner.appendToStream(stream, events(3));
    const carried = new Metadata();
    if (authorization !== undefined) carried.set('authorization', authorization);
    expect(await calls[name]!(stream, carried)).toBe(status.UNAUTHENTICATED);
    expect(await collect(owner.readStream(stream))).toHaveLength(3);
  });

  it('is done with the password', async () => {
    const stream = fresh();
    await owner.appendToStream(stream, events(3));
    const carried = new Metadata();
    carried.set('authorization', basic(`prosa:${password}`));
    expect(await calls[name]!(stream, carried)).toBe(status.OK);
  });
});

it('reports its features without a password, because clients ask without credentials', async () => {
  const client = new ServerFeaturesClient(server.address, credentials.createInsecure());
  expect(await answered((answer) => client.getSupportedMethods(new Empty(), answer))).toBe(status.OK);
  client.close();
});

it('lets the whole client work if each of its calls carries the password', async () => {
  const stream = fresh();
  await owner.appendToStream(stream, events(2), { expectedRevision: 'no_stream' });
  const seen = owner.subscribeToStream(stream);
  const numbers: unknown[] = [];
  for await (const { event } of seen) if (numbers.push(event?.data) === 2) break;
  expect(numbers).toEqual([{ n: 0 }, { n: 1 }]);
  await owner.deleteStream(stream);
  await owner.tombstoneStream(fresh());
  expect((await collect(owner.readAll({ maxCount: 3 }))).length).toBe(3);
});

it("refuses EventStoreDB's own client, which sends no password without TLS, with its usual error", async () => {
  const stranger = EventStoreDBClient.connectionString(storeUrl(server.address, password));
  expect(await failureOf(stranger.appendToStream(fresh(), events(1)))).toBeInstanceOf(AccessDeniedError);
  expect(await failureOf(collect(stranger.readAll()))).toBeInstanceOf(AccessDeniedError);
  await stranger.dispose();
});
