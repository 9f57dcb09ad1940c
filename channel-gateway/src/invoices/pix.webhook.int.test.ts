import { newId, topics } from '@prosa/contracts';
import type { BusMessage } from '@prosa/infra/runtime';
import { createLogger, createServer } from '@prosa/infra/runtime';
import { hintsAllowed, pixWebhook } from './pix.webhook.ts';

const published: BusMessage[] = [];
let broken = false;
const app = createServer({ log: createLogger('test', 'silent'), name: 'test', trustedProxies: ['loopback'] });
pixWebhook(app, async (messages) => {
  if (broken) throw new Error('The bus is away.');
  published.push(...messages);
});
afterAll(() => app.close());
beforeEach(() => {
  published.length = 0;
  broken = false;
});

let senders = 0;
const somebody = (): string => {
  senders += 1;
  return `10.9.0.${senders}`;
};
const post = async (payload: string | object, path = '/webhooks/pix', from = somebody()) => {
  const { statusCode } = await app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });
  return statusCode;
};
const id = () => newId().replaceAll('-', '');
const pix = (...txids: string[]) => ({ pix: txids.map((txid) => ({ txid, endToEndId: 'E1', valor: '1.00' })) });

test.each(['/webhooks/pix', '/webhooks/pix/pix'])('what is told at %s is a hint for each charge, and no more', async (path) => {
  const [one, two] = [id(), id()];
  expect(await post(pix(one, two, one), path)).toBe(200);
  expect(published).toEqual(
    [one, two].map((txid) => ({ topic: topics.payments, key: txid, value: { kind: 'pix', txids: [txid] } })),
  );
});

test.each([
  ['a test of the bank', { evento: 'teste_webhook' }],
  ['no transfers', { pix: [] }],
  ['transfers without a charge', { pix: [{ endToEndId: 'E1', valor: '1.00' }] }],
  ['what is no charge`s id', { pix: [{ txid: `'; drop table` }, { txid: 7 }, null, 'x'] }],
])('%s is taken and hints at nothing', async (_, body) => {
  expect(await post(body)).toBe(200);
  expect(published).toEqual([]);
});

test.each([
  ['no JSON', '{'],
  ['a list', '[]'],
  ['a word', '"pix"'],
  ['pix that is no list', '{"pix":7}'],
])('%s is refused', async (_, body) => {
  expect(await post(body)).toBe(400);
  expect(published).toEqual([]);
});

test('what cannot be kept is not taken: the bank tells again', async () => {
  broken = true;
  expect(await post(pix(id()))).toBe(503);
});

test('a sender gets through with so many a minute and is answered all the same; others are not held up', async () => {
  const many = Array.from({ length: 150 }, id);
  expect(await post(pix(...many), '/webhooks/pix', '10.1.1.1')).toBe(200);
  expect(await post(pix(id()), '/webhooks/pix', '10.1.1.1')).toBe(200);
  expect(published).toHaveLength(120);
  expect(await post(pix(id()), '/webhooks/pix', '10.1.1.2')).toBe(200);
  expect(published).toHaveLength(121);
});

test('after a minute a sender begins anew', () => {
  const allowed = hintsAllowed(2);
  expect(allowed('a', ['1', '2', '3'], 0)).toEqual(['1', '2']);
  expect(allowed('a', ['4'], 59_999)).toEqual([]);
  expect(allowed('a', ['5'], 60_000)).toEqual(['5']);
});
