import type { ContactView, Identity } from '@prosa/contracts';
import { createClaims } from '../../contacts/contacts/claims.ts';
import { readContact } from '../../contacts/contacts/contact.reading.ts';
import { createFindContact } from '../../contacts/contacts/resolve-contact.ts';
import { ask, joinPair, wrote } from '../../testing/world.fixture.ts';
import { createInbound } from './inbound.consumer.ts';

const { world, c1, scene } = await joinPair();
const { companyId, connectionId, admin } = scene;
const inbound = createInbound(c1.deps);
const findContact = createFindContact({ ...c1.deps, claims: createClaims(c1.deps) });
afterAll(() => world.close());

const phone = (value: string): [Identity] => [{ kind: 'phone', value }];
const told = (number: string, optedOut: boolean, at: string) =>
  inbound({ kind: 'preference', companyId, connectionId, identities: phone(number), optedOut, at });
const idOf = async (number: string) => (await findContact(companyId, phone(number)))!;
const shown = async (id: string) =>
  (await ask<ContactView>(c1, `PUT /contacts/${id}`, { token: admin.token, body: {} })).body.optedOutAt;
const at = (hour: number) => `2026-03-01T1${hour}:00:00.000Z`;

test('a stop of marketing is kept with the contact, and the latest word counts, in whatever order they come', async () => {
  await inbound(wrote(scene, '5511940100001', 'Oi'));
  const id = await idOf('5511940100001');
  expect(await shown(id)).toBeNull();
  await told('5511940100001', true, at(2));
  expect(await shown(id)).toBe(at(2));
  await told('5511940100001', false, at(1));
  expect(await shown(id)).toBe(at(2));
  await told('5511940100001', false, at(3));
  expect(await shown(id)).toBeNull();
});

test('somebody who is no contact does not become one', async () => {
  await told('5511940100002', true, at(1));
  expect(await findContact(companyId, phone('5511940100002'))).toBeNull();
});

test('whom another contact is merged into has what that one said', async () => {
  for (const number of ['5511940100003', '5511940100004']) await inbound(wrote(scene, number, 'Oi'));
  await told('5511940100003', true, at(1));
  const [mergeId, keepId] = [await idOf('5511940100003'), await idOf('5511940100004')];
  const { status } = await ask(c1, 'POST /contacts/merge', { token: admin.token, body: { keepId, mergeId } });
  expect(status).toBe(200);
  expect((await readContact(c1.deps.store, companyId, keepId))?.preference).toEqual({ optedOut: true, at: at(1) });
});
