import { childId, conversationOf, conversationStream, type MessageOwn, newId, type TicketOwn } from '@prosa/contracts';
import type { CommandService } from '../../app.ts';
import { createInbound } from '../../channels/inbound/inbound.consumer.ts';
import { RECENT } from '../../kernel/loaded.ts';
import { type Answer, ask, joinPair, makeScene, openTicket } from '../../testing/world.fixture.ts';
import { KNOWN_TICKETS } from '../conversation-kernel/conversation.known.ts';
import type { ConversationEvent } from '../conversation-kernel/conversation.state.ts';

/** Commands that are repeated when the conversation's state no longer knows them or their target. */
const { world, c1, c2, scene } = await joinPair();
afterAll(() => world.close());

type Again = (through: CommandService) => Promise<Answer>;
const repeatable = (call: Parameters<typeof ask>[1], key: string, body?: unknown): Again => {
  const { token } = scene.ana;
  return (through) => ask(through, call, { token, key, ...(body !== undefined && { body }) });
};
const told = ({ status, body, position }: Answer) => ({ status, id: body.id, position });

/** Writes more tickets, messages and commands than a state holds, as another instance would have. */
const forget = async ({ id, contactId }: TicketOwn): Promise<void> => {
  const { store, codec } = c1.deps;
  const key = conversationOf(id)!;
  const stream = conversationStream(key);
  const { companyId, queueId, connectionId } = scene;
  const opened = {
    protocol: '9',
    status: 'open' as const,
    queueId,
    userId: scene.ana.id,
    connectionId,
    contactId,
    channel: 'simulator',
  };
  const [ticketId, at] = [childId(key, 'ticket:last'), new Date()];
  const commands: ConversationEvent[][] = [
    ...Array.from({ length: KNOWN_TICKETS }, (_, n): ConversationEvent[] => {
      const closed = { ticketId: childId(key, `ticket:${n}`), userId: null, reason: 'resolved' as const, ratingAsked: false };
      return [
        { type: 'TicketOpened', data: { ...opened, ticketId: closed.ticketId } },
        { type: 'TicketClosed', data: closed },
      ];
    }),
    [{ type: 'TicketOpened', data: { ...opened, ticketId } }],
    ...Array.from({ length: RECENT }, (_, n): ConversationEvent[] => {
      const channelId = `m${n}`;
      const data = {
        ticketId,
        messageId: childId(key, `in:${channelId}`),
        body: 'Olá',
        channelId,
        quotedId: null,
        sentAt: at.toISOString(),
      };
      return [{ type: 'MessageReceived', data }];
    }),
  ];
  const sealed = [];
  for (const events of commands) {
    const commandId = newId();
    const meta = {
      companyId,
      actor: { kind: 'system', id: 'test' } as const,
      commandId,
      correlationId: commandId,
      causationId: commandId,
      at,
    };
    sealed.push(...(await codec.encodeAll(events, meta, contactId)));
  }
  for (let from = 0; from < sealed.length; from += 400) {
    const [last] = await store.load(stream, { direction: 'backwards', max: 1 });
    await store.append(stream, sealed.slice(from, from + 400), last!.meta.revision);
  }
};

test('creating, tagging, sending, retrying and deleting get the same answers long afterwards, with any key', async () => {
  const { ana, queueId, companyId, connectionId } = scene;
  const { body: contact } = await ask(c1, 'POST /contacts', {
    token: ana.token,
    body: { name: 'Maria', number: '5511987650091' },
  });
  const { body: tag } = await ask(c1, 'POST /tags', { token: ana.token, body: { name: 'Garantia' } });
  const first: { again: Again; answer: Answer }[] = [];
  const carryOut = async (again: Again) => {
    const answer = await again(c1);
    first.push({ again, answer });
    return answer;
  };
  const create = await carryOut(repeatable('POST /tickets', newId(), { contactId: contact.id, queueId }));
  const ticket = create.body as TicketOwn;
  await carryOut(repeatable('POST /tags/sync', 'tag', { ticketId: ticket.id, tags: [tag.id] }));
  const { body: sent } = await carryOut(repeatable(`POST /messages/${ticket.id}`, 'send', { body: 'Chegou?' }));
  const inbound = createInbound(c1.deps);
  const at = new Date().toISOString();
  const outcome = { kind: 'outcome', companyId, connectionId, messageId: sent.id as string, attempt: 1, at } as const;
  await inbound({ ...outcome, outcome: 'failed', reason: 'refused' });
  await carryOut(repeatable(`POST /messages/${sent.id}/retry`, newId()));
  await carryOut(repeatable(`DELETE /messages/${sent.id}`, 'delete'));
  await carryOut(repeatable(`PUT /tickets/${ticket.id}`, newId(), { status: 'closed' }));
  expect(first.map(({ answer }) => answer.status)).toEqual([201, 200, 201, 200, 200, 200]);

  await forget(ticket);
  await ask(c1, `DELETE /tags/${tag.id}`, { token: ana.token });

  for (const { again, answer } of first) for (const through of [c1, c2]) expect(told(await again(through))).toEqual(told(answer));
});

test('creating and tagging get the same answers after queue and tag were deleted', async () => {
  const { admin, queueId } = scene;
  const { body: contact } = await ask(c1, 'POST /contacts', {
    token: admin.token,
    body: { name: 'Rui', number: '5511987650092' },
  });
  const { body: tag } = await ask(c1, 'POST /tags', { token: admin.token, body: { name: 'Troca' } });
  const [createKey, tagKey] = [newId(), newId()];
  const options = { token: admin.token, key: createKey, body: { contactId: contact.id, queueId } };
  const created = await ask<MessageOwn>(c1, 'POST /tickets', options);
  const tagging = { token: admin.token, key: tagKey, body: { ticketId: created.body.id, tags: [tag.id] } };
  const tagged = await ask(c1, 'POST /tags/sync', tagging);
  await ask(c1, `DELETE /tags/${tag.id}`, { token: admin.token });
  await ask(c1, `DELETE /queue/${queueId}`, { token: admin.token });
  for (const through of [c1, c2]) {
    expect(told(await ask(through, 'POST /tickets', options))).toEqual(told(created as unknown as Answer));
    expect(told(await ask(through, 'POST /tags/sync', tagging))).toEqual(told(tagged));
  }
});

test('one key used for two tickets is refused, whatever the call', async () => {
  const people = await makeScene(c1);
  const one = await openTicket(c1, people, people.ana, '5511987650093');
  const two = await openTicket(c1, people, people.ana, '5511987650094');
  const twice = async (call: string, first: string, second: string, body?: unknown) => {
    const key = newId();
    const asked = (through: CommandService, id: string) =>
      ask(through, call.replace(':id', id) as Parameters<typeof ask>[1], {
        token: people.ana.token,
        key,
        ...(body !== undefined && { body }),
      });
    const done = await asked(c1, first);
    expect(done.status).toBeLessThan(300);
    expect(await asked(c2, second)).toMatchObject({ status: 422, body: { error: 'ERR_IDEMPOTENCY_MISMATCH' } });
    expect(told(await asked(c2, first))).toEqual(told(done));
    return done.body.id as string;
  };
  const inOne = await twice('POST /messages/:id', one.id, two.id, { body: 'Olá' });
  const inTwo = await twice('POST /messages/:id', two.id, one.id, { body: 'Olá' });
  await twice('DELETE /messages/:id', inOne, inTwo);
  await twice('PUT /tickets/:id', one.id, two.id, { status: 'closed' });
});
