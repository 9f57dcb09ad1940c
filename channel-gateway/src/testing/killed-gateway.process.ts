import { topics } from '@prosa/contracts';
import type { Bus, BusMessage, MediaStore } from '@prosa/infra/runtime';
import { createChannelGateway } from '../app.ts';
import type { Provider } from '../channels/provider.port.ts';
import { simulatorProvider } from '../channels/simulator/simulator.provider.ts';
import { forgetfulProvider } from './forgetful.provider.ts';
import { quickLeases, silent } from './gateway.fixture.ts';

/**
 * A gateway that is killed as by kill -9 at one point of a message's way, given by KILL_AT: `inserted` in the outbox, offset not committed;
 * `handed` over, the channel not yet called; `called`, nothing written; `taken` written, not reported; `told`: reported, but that is not
 * written. `nowhere`: it is not killed. Points of a file's way: `asked` for, the download not begun; `half` of it written; `kept`, which is
 * not written; `stored` written, not reported; `reported`, but that is not written.
 */
const killAt = process.env.KILL_AT;
const die = (place: string): void => {
  if (killAt === place) process.kill(process.pid, 'SIGKILL');
};

const dying = (provider: Provider): Provider => ({
  ...provider,
  start: (connection, held) => {
    const session = provider.start(connection, held);
    return {
      ...session,
      // Otherwise the sender, which is notified of the insert at once, might be faster than the kill.
      ready: () => killAt !== 'inserted',
      send: async (message, options) => {
        die('handed');
        const sent = await session.send(message, options);
        die('called');
        return sent;
      },
      fetchMedia: async (source, options) => {
        die('asked');
        return session.fetchMedia!(source, options);
      },
    };
  },
});

const dyingBus = (bus: Bus): Bus => ({
  ...bus,
  publish: async (messages: BusMessage[]) => {
    const tells = messages.some(({ value }) => (value as { kind: string }).kind === 'outcome');
    const files = messages.some(({ value }) => (value as { kind: string }).kind === 'media');
    if (tells) die('taken');
    if (files) die('stored');
    await bus.publish(messages);
    if (tells) die('told');
    if (files) die('reported');
  },
  consume: (options) =>
    bus.consume({
      ...options,
      handle: async (message) => {
        await options.handle(message);
        if (options.topics.includes(topics.outbound)) die('inserted');
      },
    }),
});

/** For a fetched file the bytes are written first, and its facts after them. */
let puts = 0;
const dyingStore = (store: MediaStore): MediaStore => ({
  ...store,
  put: async (name, bytes) => {
    puts += 1;
    const isFirst = puts === 1;
    const size = await store.put(name, isFirst ? dyingBytes(bytes) : bytes);
    if (!isFirst) die('kept');
    return size;
  },
});
async function* dyingBytes(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let pieces = 0;
  for await (const piece of bytes) {
    pieces += 1;
    if (pieces > 2) die('half');
    yield piece;
  }
}

const gateway = createChannelGateway(
  JSON.parse(process.env.GATEWAY_CONFIG ?? '{}', (key, value) =>
    key === 'PROSA_TOKEN_SECRET' || key === 'PROSA_KEYS' ? Buffer.from(value, 'base64') : value,
  ),
  {
    log: silent,
    providers: (tools) => [dying(simulatorProvider(tools)), dying(forgetfulProvider(tools))],
    wrapBus: dyingBus,
    wrapMedia: dyingStore,
    owners: quickLeases,
  },
);
await gateway.start();
process.stdout.write('ready\n');
