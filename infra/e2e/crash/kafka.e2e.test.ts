import { randomUUID } from 'node:crypto';
import { topics } from '@prosa/contracts';
import { Kafka, logLevel } from 'kafkajs';
import { fileAfter } from '../../simulate/media.ts';
import { type Product, startProductOnSharedPostgres } from '../../testing/product.ts';
import { START } from '../people.fixture.ts';
import { nothingWrong, traffic } from '../traffic.fixture.ts';

const brokers = process.env.TEST_KAFKA_BROKERS;
let product: Product;
beforeAll(async () => {
  if (!brokers) throw new Error('These tests need a Kafka broker in TEST_KAFKA_BROKERS.');
  product = await startProductOnSharedPostgres({ kafkaBrokers: brokers });
}, START);
afterAll(() => product?.stop(), START);

test('over a real Kafka broker nothing is lost, doubled or out of order, and files go as references', async () => {
  const { result, failures, conversations } = await traffic(product, { conversations: 30, concurrency: 10, seed: 1 });
  expect(failures).toEqual([]);
  expect(result).toMatchObject({ ...nothingWrong, conversations: 30, tickets: 30 });

  const said = await everythingOn(Object.values(topics));
  const naming = (topic: string, kind: string) =>
    said.filter(({ on, value }) => on === topic && value.includes(`"kind":"${kind}"`) && value.includes('"mediaId":"'));
  const counts = [naming(topics.inbound, 'message'), naming(topics.outbound, 'fetch'), naming(topics.inbound, 'media')].map(
    ({ length }) => length,
  );
  const sent = naming(topics.outbound, 'send').length;
  expect(sent).toBeGreaterThan(0);
  expect(counts).toEqual(Array(3).fill(result.files - sent));
  expect(sent).toBeLessThan(result.files);
  // The first bytes of each file that may have been sent, as they are and as JSON would have them: no other file begins so.
  const beginnings = conversations.flatMap(({ turns }, n) =>
    turns.map((_, i) => fileAfter(n, i, 1)!.bytes.subarray(0, 48)).flatMap((bytes) => [bytes, bytes.toString('base64')]),
  );
  expect(said.filter(({ value }) => beginnings.some((bytes) => value.includes(bytes)))).toEqual([]);
  // A push brings all that a commit has changed.
  const each = said.flatMap(({ on, value }) =>
    on === topics.push
      ? ((JSON.parse(value.toString()) as { changes?: object[] }).changes ?? [])
      : [JSON.parse(value.toString())],
  );
  expect(each.filter((one) => JSON.stringify(one).length > 4_000)).toEqual([]);
}, 180_000);

/** The messages of the topics, from their beginning to what is their end now. */
const everythingOn = async (names: string[]): Promise<{ on: string; value: Buffer }[]> => {
  const kafka = new Kafka({ brokers: [brokers!], logLevel: logLevel.NOTHING });
  const admin = kafka.admin();
  const consumer = kafka.consumer({ groupId: randomUUID() });
  const said: { on: string; value: Buffer }[] = [];
  const left = new Map<string, bigint>();
  await admin.connect();
  for (const topic of names)
    for (const { partition, low, high } of await admin.fetchTopicOffsets(topic))
      if (BigInt(high) > BigInt(low)) left.set(`${topic} ${partition}`, BigInt(high));
  await admin.disconnect();
  const read = Promise.withResolvers<void>();
  if (left.size === 0) read.resolve();
  await consumer.connect();
  await consumer.subscribe({ topics: names, fromBeginning: true });
  await consumer.run({
    eachMessage: async ({ topic, partition, message: { offset, value } }) => {
      if (value) said.push({ on: topic, value });
      const place = `${topic} ${partition}`;
      if (BigInt(offset) + 1n >= (left.get(place) ?? 0n)) left.delete(place);
      if (left.size === 0) read.resolve();
    },
  });
  await read.promise;
  await consumer.disconnect();
  return said;
};
