import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { type EventData, jsonEvent } from '@eventstore/db-client';
import { type CallOptions, credentials, type ServiceError, status } from '@grpc/grpc-js';
import { StreamsClient, sharedMessages, streamMessages } from '../../runtime/store/protocol.ts';
import { collect, fresh, temporaryStore, ways } from './temporary-store.ts';

const { AppendReq } = streamMessages;
const { Empty, StreamIdentifier, UUID } = sharedMessages;

const EVENTS = 20;
let store: Awaited<ReturnType<typeof temporaryStore>>;
let raw: InstanceType<typeof StreamsClient>;
beforeAll(async () => {
  store = await temporaryStore();
  raw = new StreamsClient(new URL(store.url()).host, credentials.createInsecure());
});
afterAll(async () => {
  raw.close();
  await store.stop();
});

type Attempt = { stream: string; batch: EventData[] };
const attempt = (bytes: number): Attempt => ({
  stream: fresh(),
  batch: Array.from({ length: EVENTS }, (_, n) => jsonEvent({ type: 'Counted', data: { n, padding: 'x'.repeat(bytes) } })),
});

/** Opens an append by the classic call; its events are sent one by one, `code` resolves to how it ended. */
const begin = ({ stream, batch }: Attempt, options: Partial<CallOptions> = {}, client = raw) => {
  let call!: ReturnType<typeof client.append>;
  const code = new Promise<status>((resolve) => {
    call = client.append(options, (error: ServiceError | null) => resolve(error?.code ?? status.OK));
  });
  call.on('error', () => undefined);
  const identifier = new StreamIdentifier().setStreamName(Buffer.from(stream).toString('base64'));
  call.write(new AppendReq().setOptions(new AppendReq.Options().setStreamIdentifier(identifier).setNoStream(new Empty())));
  const messages = batch.map(({ id, type, contentType, data }) => {
    const message = new AppendReq.ProposedMessage().setId(new UUID().setString(id));
    message.getMetadataMap().set('type', type).set('content-type', contentType);
    return new AppendReq().setProposedMessage(message.setData(Buffer.from(JSON.stringify(data)).toString('base64')));
  });
  return { call, code, messages };
};

const whole = async (one: Attempt): Promise<status> => {
  const { call, code, messages } = begin(one);
  for (const message of messages) call.write(message);
  call.end();
  return code;
};

const turns = async (most: number): Promise<void> => {
  for (let left = Math.floor(Math.random() * most); left > 0; left -= 1) await setImmediate();
};

const lengthOf = async ({ stream }: Attempt): Promise<number> =>
  (await collect(store.client().readStream(stream)).catch(() => [])).length;

/** A cancelled append is written completely or not at all, and repeating the same call completes it. */
const expectWholeOrNothing = async (attempts: Attempt[]) => {
  // The same connection sends this after everything that was cancelled, and the writer decides in order.
  expect(await whole(attempt(1))).toBe(status.OK);
  const lengths = await Promise.all(attempts.map(lengthOf));
  expect(lengths.filter((length) => length !== 0 && length !== EVENTS)).toEqual([]);
  for (const { stream, batch } of attempts) {
    const options = { expectedRevision: 'no_stream', ...ways[1]!.options } as const;
    expect((await store.client().appendToStream(stream, batch, options)).nextExpectedRevision).toBe(BigInt(EVENTS - 1));
  }
  expect(new Set(await Promise.all(attempts.map(lengthOf)))).toEqual(new Set([EVENTS]));
  return lengths;
};

it.each([
  [10, 160],
  [3_000, 100],
  [30_000, 20],
])('cancelled at any moment, an append of events of %i bytes is written completely or not at all', async (bytes, count) => {
  const attempts = Array.from({ length: count }, () => attempt(bytes));
  const cancelIt = async (one: Attempt) => {
    const { call, code, messages } = begin(one);
    const sent = Math.floor(Math.random() * (EVENTS + 2));
    for (const message of messages.slice(0, sent)) {
      call.write(message);
      if (Math.random() < 0.3) await turns(3);
    }
    if (sent > EVENTS) call.end();
    await turns(6);
    call.cancel();
    return code;
  };
  // One at a time and concurrently: on one connection, where they share the ping that checks for cancellation.
  for (let at = 0; at < count; at += 10) {
    if (at % 20 === 0) for (const one of attempts.slice(at, at + 10)) await cancelIt(one);
    else await Promise.all(attempts.slice(at, at + 10).map(cancelIt));
  }
  await expectWholeOrNothing(attempts);
});

it('an incomplete append ends at its deadline', async () => {
  const attempts = Array.from({ length: 60 }, () => attempt(1_000));
  const codes = await Promise.all(
    attempts.map(async (one) => {
      const { call, code, messages } = begin(one, { deadline: Date.now() + 20 + Math.random() * 60 });
      let over = false;
      void code.then(() => {
        over = true;
      });
      for (const message of messages) {
        call.write(message);
        await turns(3);
      }
      // It ends its request a moment after the deadline, like a client that has not noticed the deadline.
      while (!over) await setImmediate();
      call.end();
      return code;
    }),
  );
  expect(new Set(codes)).toEqual(new Set([status.DEADLINE_EXCEEDED]));
  expect(new Set(await expectWholeOrNothing(attempts))).toEqual(new Set([0]));
});

it('complete appends are answered, however many there are at once', async () => {
  const attempts = Array.from({ length: 100 }, () => attempt(10));
  expect(new Set(await Promise.all(attempts.map(whole)))).toEqual(new Set([status.OK]));
  expect(new Set(await Promise.all(attempts.map(lengthOf)))).toEqual(new Set([EVENTS]));
});

it('if the connection breaks during an append, nothing of it is written', async () => {
  const attempts = Array.from({ length: 20 }, () => attempt(100));
  const { hostname, port } = new URL(store.url());
  const cables = new Set<Socket>();
  const between = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const end of [near, far]) cables.add(end.on('error', () => undefined));
    near.pipe(far).pipe(near);
  }).listen(0, '127.0.0.1');
  await once(between, 'listening');
  for (const one of attempts) {
    const address = `127.0.0.1:${(between.address() as AddressInfo).port}`;
    const client = new StreamsClient(address, credentials.createInsecure());
    const { call, code, messages } = begin(one, {}, client);
    for (const message of messages.slice(0, 7)) call.write(message);
    await turns(20);
    for (const cable of cables) cable.destroy();
    call.cancel();
    await code;
    client.close();
  }
  between.close();
  expect(new Set(await expectWholeOrNothing(attempts))).toEqual(new Set([0]));
});
