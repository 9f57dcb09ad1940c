import { once } from 'node:events';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kafka, logLevel } from 'kafkajs';
import { silent, testBrokers, until } from '../bus.fixture.ts';
import { kafkaClient } from './client.ts';

const OF_KAFKA = /[\\/]kafkajs[\\/]|request-queue\.patch\.ts/;
/** Counts the timers that the client arms while `work` runs: others run in this process as well. */
const timersDuring = async (work: () => Promise<unknown>): Promise<number> => {
  const original = globalThis.setTimeout;
  let count = 0;
  globalThis.setTimeout = ((...args: Parameters<typeof original>) => {
    if (OF_KAFKA.test(new Error().stack ?? '')) count += 1;
    return original(...args);
  }) as typeof original;
  try {
    await work();
  } finally {
    globalThis.setTimeout = original;
  }
  return count;
};

test('an idle connection hardly ever wakes the process', async () => {
  const admin = kafkaClient({ brokers: testBrokers(), clientId: 'idle', log: silent }).admin();
  await admin.connect();
  await admin.listTopics();
  const count = await timersDuring(() => sleep(1000));
  await admin.disconnect();
  expect(count).toBeLessThanOrEqual(2);
});

test('requests that wait for capacity are still sent', async () => {
  const brokers = [testBrokers()];
  kafkaClient({ brokers: testBrokers(), clientId: 'mended', log: silent });
  const admin = new Kafka({ brokers, logLevel: logLevel.NOTHING, clientId: 'crowded' }).admin();
  await admin.connect();
  let answers = 0;
  await Promise.all(
    Array.from({ length: 50 }, async () => {
      await admin.listTopics();
      answers += 1;
    }),
  );
  await until('all were answered', () => answers === 50);
  await admin.disconnect();
});

test('the broker still supports the oldest API versions that the client uses', async () => {
  const protocol = createRequire(import.meta.url)('kafkajs/src/protocol/requests/index.js') as {
    requests: Record<string, { versions: number[] } | Record<string, never>>;
  };
  const keys = createRequire(import.meta.url)('kafkajs/src/protocol/requests/apiKeys.js') as Record<string, number>;
  const ours = Math.max(...(protocol.requests.DeleteTopics as { versions: (string | number)[] }).versions.map(Number));
  const versions = await apiVersions(testBrokers());
  const theirs = versions.get(keys.DeleteTopics as number);
  expect(theirs?.min).toBeLessThanOrEqual(ours);
});

/** Asks ApiVersions v0 over a plain socket: the client itself does not notice which API versions a broker no longer supports. */
const apiVersions = async (broker: string): Promise<Map<number, { min: number; max: number }>> => {
  const [host, port] = broker.split(':') as [string, string];
  const socket = connect(Number(port), host);
  await once(socket, 'connect');
  // size, api key 18, version 0, correlation 1, no client id
  socket.write(Buffer.from([0, 0, 0, 10, 0, 18, 0, 0, 0, 0, 0, 1, 0xff, 0xff]));
  let answer = Buffer.alloc(0);
  while (answer.length < 4 || answer.length < 4 + answer.readInt32BE(0))
    answer = Buffer.concat([answer, ((await once(socket, 'data')) as [Buffer])[0]]);
  socket.destroy();
  const versions = new Map<number, { min: number; max: number }>();
  const count = answer.readInt32BE(10);
  for (let index = 0; index < count; index += 1) {
    const at = 14 + index * 6;
    versions.set(answer.readInt16BE(at), { min: answer.readInt16BE(at + 2), max: answer.readInt16BE(at + 4) });
  }
  return versions;
};
