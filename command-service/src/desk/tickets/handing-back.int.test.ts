import { type ConversationFact, conversationOf, conversationStream } from '@prosa/contracts';
import { ask, joinPair, openTicket } from '../../testing/world.fixture.ts';

const { world, c1, c2, scene } = await joinPair();
afterAll(() => world.close());
const { ana, bruno } = scene;
const { store } = c1.deps;

const transfer = (ticketId: string, body: object, by = ana, of = c1) =>
  ask(of, `PUT /tickets/${ticketId}`, { token: by.token, body });
const undo = (ticketId: string, by = ana, of = c1) => ask(of, `POST /tickets/${ticketId}/undo-transfer`, { token: by.token });
const factsOf = async (ticketId: string) =>
  (await store.load(conversationStream(conversationOf(ticketId)!))) as ConversationFact[];

test('a transfer with a note is one step, and is taken back on another instance, once', async () => {
  const { id } = await openTicket(c1, scene, ana, '5511987659201');
  const body = { queueId: scene.queueId, userId: bruno.id, note: ' A peça já chegou ', servedBy: ana.id };
  expect(await transfer(id, body)).toMatchObject({ status: 200, body: { userId: bruno.id } });
  const [moved, noted] = (await factsOf(id)).slice(-2);
  expect(moved).toMatchObject({ type: 'TicketTransferred', data: { userId: bruno.id } });
  expect(noted).toMatchObject({ type: 'MessageObserved', data: { body: 'A peça já chegou', userId: ana.id } });
  expect(noted!.meta.at).toEqual(moved!.meta.at);
  expect(await undo(id, ana, c2)).toMatchObject({ status: 200, body: { userId: ana.id, status: 'open' } });
});

test('whoever was later reads who was first, and where it is', async () => {
  const { id } = await openTicket(c1, scene, ana, '5511987659202');
  const both = await Promise.all([
    transfer(id, { userId: bruno.id, servedBy: ana.id }),
    transfer(id, { queueId: scene.queueId, userId: null, servedBy: ana.id }, ana, c2),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)).toMatchObject({
    body: { error: 'ERR_TICKET_MOVED', details: { by: ana.name, queue: expect.any(String) } },
  });
});

test('what cannot be taken back is refused with its reason', async () => {
  const { id } = await openTicket(c1, scene, ana, '5511987659203');
  await transfer(id, { userId: bruno.id });
  await transfer(id, { userId: ana.id }, bruno);
  expect(await undo(id)).toMatchObject({
    status: 409,
    body: { error: 'ERR_TICKET_MOVED', details: { by: bruno.name, user: ana.name } },
  });
  const nobody = id.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  expect(await undo(nobody)).toMatchObject({ status: 404, body: { error: 'ERR_NO_TICKET_FOUND' } });
});

test('a note that is too short is refused at its field', async () => {
  const { id } = await openTicket(c1, scene, ana, '5511987659204');
  expect(await transfer(id, { userId: bruno.id, note: 'Oi' })).toMatchObject({
    status: 400,
    body: { error: 'ERR_VALIDATION', fields: { note: 'Too Short!' } },
  });
});
