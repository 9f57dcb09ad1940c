import { conversationOf, conversationStream, newId } from '@prosa/contracts';
import { createInbound } from '../../channels/inbound/inbound.consumer.ts';
import { ask, caughtUp, joinPair, openTicket, outboundOf, wrote } from '../../testing/world.fixture.ts';

const { world, c1, c2, scene } = await joinPair({ complationMessage: 'Até logo', ratingMessage: 'De 1 a 3?' });
const inbound = createInbound(c1.deps);
const sends = await outboundOf(c1.bus, 'send');
afterAll(() => world.close());

const { admin, ana } = scene;
const factsOf = (ticketId: string) => c1.deps.store.load(conversationStream(conversationOf(ticketId)!));
const typesOf = async (ticketId: string) => (await factsOf(ticketId)).map(({ type }) => type);

test('an administrator deletes a ticket once, on any instance, without a message to the customer', async () => {
  const phone = '5511987653001';
  const ticket = await openTicket(c1, scene, ana, phone);
  const key = newId();
  const remove = (through: typeof c1, token: string, by?: string) =>
    ask(through, `DELETE /tickets/${ticket.id}`, { token, ...(by && { key: by }) });
  expect(await remove(c1, ana.token)).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } });
  const answers = await Promise.all([c1, c2, c1, c2].map((through) => remove(through, admin.token, key)));
  for (const answer of answers) expect(answer).toMatchObject({ status: 200, body: null, position: answers[0]!.position });
  expect(await remove(c2, admin.token)).toMatchObject({ status: 404, body: { error: 'ERR_NO_TICKET_FOUND' } });
  for (const through of [c1, c2])
    expect(await ask(through, `PUT /tickets/${ticket.id}`, { token: admin.token, body: { status: 'closed' } })).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_TICKET_FOUND' },
    });
  expect(await typesOf(ticket.id)).toEqual(['ConversationStarted', 'TicketOpened', 'TicketDeleted']);

  await inbound(wrote(scene, phone, 'Oi, de novo'));
  const facts = await factsOf(ticket.id);
  expect(facts.slice(3).map(({ type }) => type)).toEqual(['TicketOpened', 'MessageReceived']);
  expect(facts[3]!.data).not.toMatchObject({ ticketId: ticket.id });
  await caughtUp(c1.deps);
  const { rows } = await c1.deps.pool.query('select from command.open_ticket where id = $1', [ticket.id]);
  expect(rows).toEqual([]);
  expect(sends.filter(({ conversation }) => conversation === conversationOf(ticket.id))).toEqual([]);
});

test('a customer’s answer to the rating request is a rating and opens no ticket, on any instance, however often it is reported', async () => {
  await ask(c1, 'PUT /settings/userRating', { token: admin.token, body: { value: 'enabled' } });
  const phone = '5511987653002';
  const ticket = await openTicket(c1, scene, ana, phone);
  const close = () => ask(c1, `PUT /tickets/${ticket.id}?msgAutomatic=true`, { token: ana.token, body: { status: 'closed' } });
  expect((await close()).status).toBe(200);
  const answer = wrote(scene, phone, '3');
  await Promise.all([inbound(answer), createInbound(c2.deps)(answer), inbound(answer)]);
  const facts = await factsOf(ticket.id);
  expect(facts.map(({ type }) => type).slice(-2)).toEqual(['TicketClosed', 'RatingGiven']);
  expect(facts.at(-1)!.data).toMatchObject({ ticketId: ticket.id, rating: 3, body: '3' });
  // The next text is the comment on it, whatever follows opens a ticket.
  await inbound(wrote(scene, phone, 'obrigado'));
  expect((await typesOf(ticket.id)).slice(-2)).toEqual(['RatingCommented', 'MessageSent']);
  await inbound(wrote(scene, phone, 'Mais uma coisa'));
  expect((await typesOf(ticket.id)).slice(-2)).toEqual(['TicketOpened', 'MessageReceived']);
});
