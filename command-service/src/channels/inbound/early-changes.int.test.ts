import { conversationKey, conversationStream, newId } from '@prosa/contracts';
import { connectionKeys, inTransaction } from '@prosa/infra/runtime';
import { until } from '../../../../infra/testing/until.ts';
import { createClaims } from '../../contacts/contacts/claims.ts';
import { createFindContact } from '../../contacts/contacts/resolve-contact.ts';
import type { ReactorTools } from '../../kernel/reactor.ts';
import { ask, startPair, wrote } from '../../testing/world.fixture.ts';
import { dropHeldChanges, heldChanges } from './early-changes.ts';
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

/** Holds an edit with these words of a contact. Returns who they are, and what the table has of it. */
const heldEdit = async (phone: string, body: string) => {
  const contact = { token: scene.admin.token, body: { name: 'Bia', number: phone } };
  expect((await ask(c1, 'POST /contacts', contact)).status).toBe(201);
  const target = newId();
  await inbound(done(phone, target, t1, { kind: 'edit', body }));
  const contactId = (await findContact(scene.companyId, identitiesOf(phone)))!;
  const rowOf = async () =>
    (await c1.deps.pool.query<Record<string, unknown>>('select * from command.held_change where target = $1', [target])).rows[0];
  return { target, contactId, rowOf };
};
const sweep = () => heldChanges(c1.deps).sweep();

test('what a customer wrote is held encrypted', async () => {
  const { rowOf } = await heldEdit('5511900000804', 'segredo');
  const { sealed, ...others } = (await rowOf())!;
  expect(String(sealed)).not.toContain('segredo');
  expect(JSON.stringify(others)).not.toMatch(/segredo|5511900000804/);
});

test('a sweep deletes what has waited for a day, and what a forgotten person wrote; nothing of theirs is held afterwards', async () => {
  const [old, forgotten, other] = [
    await heldEdit('5511900000805', 'old'),
    await heldEdit('5511900000806', 'theirs'),
    await heldEdit('5511900000807', 'stays'),
  ];
  await c1.deps.pool.query(`update command.held_change set at = at - interval '25 hours' where target = $1`, [old.target]);
  await c1.deps.keys.destroy(forgotten.contactId);
  await sweep();
  expect([await old.rowOf(), await forgotten.rowOf(), await other.rowOf()]).toEqual([undefined, undefined, expect.anything()]);
  const edit = done('5511900000806', forgotten.target, t2, { kind: 'edit', body: 'again' });
  await heldChanges(c1.deps).hold(edit as never, forgotten.contactId);
  expect(await forgotten.rowOf()).toBeUndefined();
});

test('what is held of a contact goes when the contact is deleted', async () => {
  const [gone, other] = [await heldEdit('5511900000808', 'gone'), await heldEdit('5511900000809', 'stays')];
  expect((await ask(c1, `DELETE /contacts/${gone.contactId}`, { token: scene.admin.token })).status).toBe(200);
  await until(async () => (await gone.rowOf()) === undefined);
  expect(await other.rowOf()).toBeDefined();
});

test('the leading instance sweeps without anything being held or deleted', async () => {
  const { target, rowOf } = await heldEdit('5511900000810', 'old');
  await c1.deps.pool.query(`update command.held_change set at = at - interval '25 hours' where target = $1`, [target]);
  const ending = new AbortController();
  const { beside } = dropHeldChanges.start(c1.deps as ReactorTools);
  const sweeping = beside!(ending.signal);
  await until(async () => (await rowOf()) === undefined);
  ending.abort();
  await sweeping;
});

test('for a connection that was deleted nothing is held', async () => {
  const { target, rowOf, contactId } = await heldEdit('5511900000811', 'first');
  const { pool, config } = c1.deps;
  await pool.query('delete from command.held_change where target = $1', [target]);
  const connection = { id: scene.connectionId, companyId: scene.companyId };
  await inTransaction(pool, (client) => connectionKeys({ pool, masterKey: config.PROSA_KEYS }).destroy(client, connection));
  await heldChanges(c1.deps).hold(done('5511900000811', target, t1, { kind: 'edit', body: 'late' }) as never, contactId);
  expect(await rowOf()).toBeUndefined();
});
