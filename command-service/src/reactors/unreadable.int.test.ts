import { childId, conversationKey, conversationStream, newId } from '@prosa/contracts';
import { startWorld } from '../records/world.fixture.ts';
import { caughtUp, eventually } from '../testing/world.fixture.ts';

const world = await startWorld();
afterAll(() => world.close());

test('an event that cannot be read is set aside and told in the log, and the line goes on', async () => {
  const { deps } = await world.instance();
  const { pool, store, codec } = deps;
  const [companyId, connectionId, contactId, commandId] = [newId(), newId(), newId(), newId()];
  const key = conversationKey(connectionId, contactId);
  const meta = {
    companyId,
    actor: { kind: 'system', id: 'test' } as const,
    commandId,
    correlationId: commandId,
    causationId: commandId,
    at: new Date(),
  };
  const ids = { ticketId: childId(key, 'ticket:1'), messageId: childId(key, 'out:1') };
  const data = { ...ids, body: 'Olá', userId: null, origin: 'greeting', signature: null, quotedId: null, clientId: null };
  const [started, sent] = await codec.encodeAll(
    [
      { type: 'ConversationStarted', data: { connectionId, contactId } },
      { type: 'MessageSent', data },
    ],
    meta,
    contactId,
  );
  const damaged = { ...sent, data: { ...(sent?.data as object), body: { k: contactId, v: 'damaged' } } } as NonNullable<
    typeof sent
  >;
  await store.append(conversationStream(key), [started!, damaged], 'no_stream');

  await eventually(
    () => pool.query('select event_id from command.unreadable_event'),
    ({ rows }) => rows.length === 1 && rows[0].event_id === damaged.id,
  );
  await caughtUp(deps);
  const line = world
    .logged()
    .split('\n')
    .find((one) => one.includes('cannot decode an event'));
  expect(JSON.parse(line!)).toMatchObject({ type: 'MessageSent', stream: conversationStream(key) });
});
