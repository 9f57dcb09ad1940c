import { type Product, startProductOnSharedPostgres } from '../testing/product.ts';
import { START } from './people.fixture.ts';
import { nothingWrong, traffic } from './traffic.fixture.ts';

const brokers = process.env.TEST_KAFKA_BROKERS;
let product: Product;
beforeAll(async () => {
  if (!brokers) throw new Error('These tests need a Kafka broker in TEST_KAFKA_BROKERS.');
  product = await startProductOnSharedPostgres({ kafkaBrokers: brokers });
}, START);
afterAll(() => product?.stop(), START);

test('over a real Kafka broker nothing is lost, doubled or out of order', async () => {
  const { result, failures } = await traffic(product, { conversations: 30, concurrency: 10, seed: 1 });
  expect(failures).toEqual([]);
  expect(result).toMatchObject({ ...nothingWrong, conversations: 30, tickets: 30 });
}, 180_000);
