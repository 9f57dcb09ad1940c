import { conversationOf, conversationStream, limits, newId, type TicketOwn } from '@prosa/contracts';
import { ask, joinPair, makeScene, openTicket, type Scene } from '../../testing/world.fixture.ts';

const { world, c1, c2, scene } = await joinPair();
afterAll(() => world.close());

const { admin, ana, bruno } = scene;
let phone = 5511987660000;
const open = (by = ana, of: Scene = scene): Promise<TicketOwn> => {
  phone += 1;
  return openTicket(c1, of, by, String(phone));
};
type Bulk = { results: { id: string; status: number; error?: string }[] };
const bulk = (body: object, { token = ana.token, key = newId(), through = c1, query = '' } = {}) =>
  ask<Bulk>(through, `POST /tickets/bulk${query}`, { token, key, body });
const typesOf = async ({ id }: TicketOwn) =>
  (await c1.deps.store.load(conversationStream(conversationOf(id)!))).map(({ type }) => type).slice(2);

test('each ticket is changed as by a single call, and its result is that call’s answer', async () => {
  const [one, two, returned] = [await open(), await open(), await open()];
  await ask(c1, `PUT /tickets/${returned.id}`, { token: ana.token, body: { status: 'pending' } });
  const stranger = await makeScene(c1);
  const far = await open(stranger.ana, stranger);
  const unknown = newId();
  const ids = [one, two, returned, far].map(({ id }) => id);
  const { status, body, position } = await bulk({ ticketIds: [...ids, unknown, one.id], status: 'closed' });
  expect(status).toBe(200);
  expect(position).not.toBeNull();
  expect(body.results).toEqual([
    { id: one.id, status: 200 },
    { id: two.id, status: 200 },
    { id: returned.id, status: 409, error: 'ERR_TRANSITION' },
    { id: far.id, status: 404, error: 'ERR_NO_TICKET_FOUND' },
    { id: unknown, status: 404, error: 'ERR_NO_TICKET_FOUND' },
  ]);
  expect(await typesOf(one)).toEqual(['TicketClosed']);
  expect(await typesOf(far)).toEqual([]);
});

test('a repeat with the same key gets the same answer and does nothing twice; with another body it is refused', async () => {
  const [one, two] = [await open(), await open()];
  const key = newId();
  const body = { ticketIds: [one.id, two.id], queueId: scene.otherQueueId };
  const answers = await Promise.all([c1, c2, c1].map((through) => bulk(body, { key, through, token: admin.token })));
  answers.push(await bulk(body, { key, through: c2, token: admin.token }));
  for (const answer of answers) expect(answer.body.results.map(({ status }) => status)).toEqual([200, 200]);
  for (const ticket of [one, two]) expect(await typesOf(ticket)).toEqual(['TicketTransferred']);
  expect(await bulk({ ...body, queueId: scene.queueId }, { key, token: admin.token })).toMatchObject({
    status: 422,
    body: { error: 'ERR_IDEMPOTENCY_MISMATCH' },
  });
});

test('tags are set, or added to those that each ticket has, before it is closed', async () => {
  const tag = async (name: string) =>
    (await ask<{ id: string }>(c1, 'POST /tags', { token: admin.token, body: { name } })).body.id;
  const [late, angry] = [await tag('Atrasado'), await tag('Bravo')];
  const [one, two] = [await open(), await open()];
  const ticketIds = [one.id, two.id];
  const tagsOf = async ({ id }: TicketOwn) =>
    (await ask<TicketOwn>(c2, `POST /tags/sync`, { token: ana.token, body: { ticketId: id, tags: [late, angry] } })).body.tagIds;
  await bulk({ ticketIds: [one.id], tags: [late] });
  await bulk({ ticketIds, addTags: [{ id: angry }], status: 'closed' });
  expect(await typesOf(one)).toEqual(['TicketTagged', 'TicketTagged', 'TicketClosed']);
  expect(await typesOf(two)).toEqual(['TicketTagged', 'TicketClosed']);
  // It has both tags already: nothing more is written.
  expect(await tagsOf(one)).toEqual([late, angry]);
  expect(await typesOf(one)).toHaveLength(3);
  expect((await bulk({ ticketIds, tags: [newId()] })).body.results.map(({ error }) => error)).toEqual([
    'ERR_NO_TAG_FOUND',
    'ERR_NO_TAG_FOUND',
  ]);
});

test('a ticket that the user may not serve is not found, and of two users who accept one gets it', async () => {
  const ticket = await open();
  await ask(c1, `PUT /tickets/${ticket.id}`, { token: ana.token, body: { status: 'pending' } });
  const accept = (token: string, through: typeof c1) => bulk({ ticketIds: [ticket.id], status: 'open' }, { token, through });
  const answers = await Promise.all([accept(ana.token, c1), accept(bruno.token, c2)]);
  expect(answers.map(({ body }) => body.results[0]!.status).sort()).toEqual([200, 409]);
});

test('an empty change, and too many tickets, are refused by field', async () => {
  const { id } = await open();
  expect(await bulk({ ticketIds: [id] })).toMatchObject({ status: 400, body: { fields: { status: 'Required' } } });
  expect(await bulk({ ticketIds: [], status: 'closed' })).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } });
  const many = Array.from({ length: limits.bulkTickets + 1 }, () => newId());
  expect((await bulk({ ticketIds: many, status: 'closed' })).body).toMatchObject({ error: 'ERR_VALIDATION' });
});
