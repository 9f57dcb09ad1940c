import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newId } from '@prosa/contracts';
import { until } from '../gateway.fixture.ts';
import { recorded, recordedNames } from './bodies.ts';
import { type GraphStandIn, startGraphStandIn } from './graph-stand-in.ts';
import { calmHabits } from './model.ts';
import { signatureOf } from './webhooks.ts';

let graph: GraphStandIn;
/** Webhooks that arrived at the product's address, and its next answers. */
const heard: { body: string; signature: string | undefined }[] = [];
const answers: number[] = [];
const product = createServer(async (request, response) => {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  heard.push({ body: String(Buffer.concat(pieces)), signature: request.headers['x-hub-signature-256'] as string });
  response.writeHead(answers.shift() ?? 200).end();
});
beforeAll(async () => {
  graph = await startGraphStandIn();
  product.listen(0, '127.0.0.1');
  await once(product, 'listening');
  graph.webhooks.to(`http://127.0.0.1:${(product.address() as AddressInfo).port}`);
});
beforeEach(() => {
  heard.length = 0;
  Object.assign(graph.habits, calmHabits);
});
afterAll(async () => {
  await graph.close();
  product.close();
});

const call = async (token: string | null, path: string, body?: object) => {
  const reply = await fetch(`${graph.url}/v25.0/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...(token !== null && { authorization: `Bearer ${token}` }), 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: reply.status, body: (await reply.json()) as Record<string, never> & { error: { code: number } } };
};
const textTo = (to: string, body = 'Oi', ours: string = newId()) => ({
  messaging_product: 'whatsapp',
  to,
  type: 'text',
  text: { body },
  biz_opaque_callback_data: ours,
});

test('only its own token may act for an account, and a dead one for none', async () => {
  const [one, other] = [graph.number(), graph.number()];
  expect((await call(null, `${one.id}/messages`, textTo('5511987654321'))).body.error.code).toBe(190);
  expect((await call(other.token, `${one.id}/messages`, textTo('5511987654321'))).body.error.code).toBe(100);
  expect((await call(one.token, `${one.id}/messages`, textTo('5511987654321'))).status).toBe(200);
  graph.kill(one.token);
  expect(await call(one.token, `${one.id}/messages`, textTo('5511987654321'))).toMatchObject({
    status: 401,
    body: { error: { code: 190, error_subcode: 460 } },
  });
});

test('what Meta would refuse is refused and noted', async () => {
  const number = graph.number();
  const bad = [
    { ...textTo('5511987654321'), to: 'US.13491208655302741918' },
    { ...textTo('5511987654321'), biz_opaque_callback_data: undefined },
    textTo('5511987654321', 'a'.repeat(4_097)),
    { ...textTo('5511987654321'), type: 'image', text: undefined, image: { id: '1' } },
    { ...textTo('5511987654321'), surprise: 1 },
  ];
  for (const body of bad) expect((await call(number.token, `${number.id}/messages`, body)).status).toBe(400);
  expect(graph.problems.splice(0)).toHaveLength(bad.length);
  const ours = newId();
  for (let time = 0; time < 2; time += 1) await call(number.token, `${number.id}/messages`, textTo('5511987654321', 'Oi', ours));
  expect(graph.problems.splice(0)).toEqual([`The message ${ours} was sent twice.`]);
});

test('an answer can be an error, of no known shape, late, or cut off before or after the message is accepted', async () => {
  const number = graph.number();
  const sent = () => graph.accepted.filter(({ account }) => account === number.id).length;
  const send = () => call(number.token, `${number.id}/messages`, textTo('5511987654321'));
  graph.next('messages', { error: { code: 131047 } }, { cut: 'before' }, { cut: 'after' });
  expect((await send()).body.error.code).toBe(131047);
  await expect(send()).rejects.toThrow();
  expect(sent()).toBe(0);
  await expect(send()).rejects.toThrow();
  expect(sent()).toBe(1);
  expect((await send()).status).toBe(200);
});

test('lists come in pages', async () => {
  const number = graph.number({
    templates: Array.from({ length: 30 }, (_, nth) => ({
      name: `t${nth}`,
      language: 'pt_BR',
      status: 'APPROVED',
      category: 'UTILITY',
      components: [{ type: 'BODY', text: 'Olá' }],
    })),
  });
  const first = (await call(number.token, `${number.wabaId}/message_templates?limit=25`)).body as unknown as {
    data: object[];
    paging: { next?: string; cursors: { after: string } };
  };
  expect(first.data).toHaveLength(25);
  expect(first.paging.next).toBeDefined();
  const rest = (await call(number.token, `${number.wabaId}/message_templates?limit=25&after=${first.paging.cursors.after}`))
    .body as unknown as typeof first;
  expect(rest.data).toHaveLength(5);
  expect(rest.paging.next).toBeUndefined();
});

test('recorded bodies are delivered byte for byte, signed, doubled, shuffled, late, and again until they are taken', async () => {
  expect(recordedNames()).toHaveLength(23);
  Object.assign(graph.habits, { double: 1, shuffleMs: 100, lateMs: 20 });
  answers.push(503, 503);
  for (const name of recordedNames()) graph.webhooks.send(recorded(name));
  await graph.webhooks.idle();
  expect(heard).toHaveLength(23 * 2 + 2);
  for (const { body, signature } of heard) expect(signature).toBe(signatureOf(body, graph.app.secret));
  const order = heard.map(({ body }) => body);
  expect(new Set(order)).toEqual(new Set(recordedNames().map(recorded)));
  expect(order).not.toEqual(order.toSorted());
});

test('an accepted message gets the statuses that were asked for', async () => {
  graph.habits.receipts = 'read';
  const number = graph.number();
  await call(number.token, `${number.id}/messages`, textTo('5511987654321'));
  await until('the statuses', () => heard.length === 3);
  expect(heard.map(({ body }) => JSON.parse(body).entry[0].changes[0].value.statuses[0].status).toSorted()).toEqual([
    'delivered',
    'read',
    'sent',
  ]);
});
