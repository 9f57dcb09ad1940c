import type { PushMessage } from '@prosa/contracts';
import { connectStore } from '@prosa/infra/event-store';
import { type Bus, connectPg, eventCodec, keyRing, listenToPg } from '@prosa/infra/runtime';
import { fixtureEvents, fixtureTables, pads, silent } from './engine.fixture.ts';
import { ownStreams } from './own-streams.fixture.ts';
import { startProjector } from './projector.ts';

/** A projector that prints `committed` instead of publishing what it has committed, and then waits to be killed. */
const { EVENTSTORE_URL = '', DATABASE_URL = '', PROSA_KEYS = '', STREAMS = '' } = process.env;
const pool = connectPg(DATABASE_URL, { pipeline: true });
const keys = keyRing({ pool, masterKey: Buffer.from(PROSA_KEYS, 'base64') });
const never = new Promise<never>(() => undefined);
const bus = {
  publish: async (messages: { value: unknown }[]) => {
    if (messages.every(({ value }) => (value as PushMessage).kind === 'tick')) return;
    process.stdout.write('committed\n');
    await never;
  },
} as unknown as Bus;
const store = connectStore(EVENTSTORE_URL, eventCodec({ events: fixtureEvents, keys }));
startProjector({
  pool,
  store: STREAMS === '' ? store : ownStreams(store, STREAMS, 'start'),
  bus,
  listener: await listenToPg({ url: DATABASE_URL, applicationName: 'mute', log: silent }),
  tables: fixtureTables,
  pushes: pads.pushes ?? [],
  log: silent,
  leaseMs: 1_000,
});
