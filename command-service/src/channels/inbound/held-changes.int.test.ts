import { conversationKey, conversationStream, newId } from '@prosa/contracts';
import { createClaims } from '../../contacts/contacts/claims.ts';
import { createFindContact } from '../../contacts/contacts/resolve-contact.ts';
import { startPair, wrote } from '../../testing/world.fixture.ts';
import { createInbound } from './inbound.consumer.ts';

const { world, c1, scene } = await startPair();
const inbound = createInbound(c1.deps);
const findContact = createFindContact({ ...c1.deps, claims: createClaims(c1.deps) });
afterAll(() => world.close());

const identitiesOf = (phone: string) => [{ kind: 'phone' as const, value: phone }];
const changesOf = async (phone: string) => {
  const contactId = await findContact(scene.companyId, identitiesOf(phone));
  const facts = await c1.deps.store.load(conversationStream(conversationKey(scene.connectionId, contactId!)));
  return facts
    .filter(({ type }) => /Edited|Revoked|Reacted/.test(type))
    .map(({ type, data }) => [
      type,
      (data as { body?: string; emoji?: string }).body ?? (data as { emoji?: string }).emoji ?? null,
    ]);
};
const done = (phone: string, target: string, at: string, more: object) => ({
  companyId: scene.companyId,
  connectionId: scene.connectionId,
  identities: identitiesOf(phone),
  channelId: newId(),
  target: { channelId: target },
  at,
  ...more,
});
const [t1, t2, t3] = [1, 2, 3].map((second) => `2026-03-01T12:00:0${second}.000Z`) as [string, string, string];
const held = async () => (await c1.deps.pool.query('select from command.held_change')).rowCount;

test('what is done to a message before it comes is done when it comes, once, and the latest counts', async () => {
  const phone = '5511900000801';
  const target = newId();
  // The first that is ever heard of this customer.
  await inbound(done(phone, target, t2, { kind: 'edit', body: 'second' }));
  await inbound(done(phone, target, t1, { kind: 'edit', body: 'first' }));
  const withdrawn = done(phone, target, t3, { kind: 'reaction', emoji: '' });
  await inbound(withdrawn);
  await inbound(withdrawn);
  expect(await held()).toBe(3);
  const message = wrote(scene, phone, 'zero', { channelId: target });
  await inbound(message);
  await inbound(message);
  expect(await changesOf(phone)).toEqual([
    ['MessageEdited', 'first'],
    ['MessageEdited', 'second'],
    ['MessageReacted', ''],
  ]);
  expect(await held()).toBe(0);
  await inbound(done(phone, target, t2, { kind: 'reaction', emoji: '❤️' }));
  await inbound(done(phone, target, t1, { kind: 'edit', body: 'too late' }));
  expect(await changesOf(phone)).toHaveLength(3);
});

test('a deletion that comes first deletes; somebody else’s does nothing', async () => {
  const [phone, other, target] = ['5511900000802', '5511900000803', newId()];
  await inbound(wrote(scene, phone, 'begins'));
  await inbound(wrote(scene, other, 'begins'));
  await inbound(done(phone, target, t1, { kind: 'revoke' }));
  await inbound(done(other, target, t1, { kind: 'edit', body: 'not mine' }));
  await inbound(wrote(scene, phone, 'gone', { channelId: target }));
  expect(await changesOf(phone)).toEqual([['MessageRevoked', null]]);
  expect(await changesOf(other)).toEqual([]);
});
