import { childId, conversationKey } from '@prosa/contracts';
import { createInbound } from '../../channels/inbound/inbound.consumer.ts';
import { createClaims } from '../../contacts/contacts/claims.ts';
import { createFindContact } from '../../contacts/contacts/resolve-contact.ts';
import { ask, caughtUp, eventually, joinPair, makeConnection, outboundOf, wrote } from '../../testing/world.fixture.ts';

const { world, c1, scene } = await joinPair();
const inbound = createInbound(c1.deps);
const findContact = createFindContact({ ...c1.deps, claims: createClaims(c1.deps) });
const reads = await outboundOf(c1.bus, 'read');
// It begins at the end of the store.
beforeAll(() => caughtUp(c1.deps, ['reads']));
afterAll(() => world.close());

/** A customer's ticket on a connection; the ids of its messages. */
const written = async (connectionId: string, number: string, ...texts: string[]) => {
  const messages = texts.map((text) => wrote({ ...scene, connectionId }, number, text));
  for (const message of messages) await inbound(message);
  const contactId = await findContact(scene.companyId, [{ kind: 'phone', value: number }]);
  const key = conversationKey(connectionId, contactId!);
  const facts = await c1.deps.store.load(`conversation-${key}`);
  const ticketId = (facts.find(({ type }) => type === 'TicketOpened')!.data as { ticketId: string }).ticketId;
  return { ticketId, key, channelIds: messages.map(({ channelId }) => channelId) };
};

test('C24: what a user reads is told to the channel by its ids, once; the simulator and what was read on the phone are not', async () => {
  const connectionId = await makeConnection(c1.deps, scene.companyId, { channel: 'whatsapp', queueIds: [scene.queueId] });
  const { ticketId, key, channelIds } = await written(connectionId, '5511930000001', 'Oi', 'Alguém?');
  const simulated = await written(scene.connectionId, '5511930000002', 'Oi');
  for (const one of [simulated, { ticketId, key, channelIds }]) {
    const upTo = childId(one.key, `in:${one.channelIds.at(-1)}`);
    const { status } = await ask(c1, `POST /tickets/${one.ticketId}/read`, { token: scene.ana.token, body: { upTo } });
    expect(status).toBe(200);
  }
  await inbound(wrote({ ...scene, connectionId }, '5511930000001', 'Sumiu?'));
  await inbound({ ...wrote({ ...scene, connectionId }, '5511930000001', 'Já vai'), kind: 'mirrored' });
  await caughtUp(c1.deps, ['reads']);
  await eventually(
    () => reads,
    (all) => all.length > 0,
  );
  expect(reads).toMatchObject([{ connectionId, conversation: key, channelIds, to: { kind: 'phone', value: '5511930000001' } }]);
});
