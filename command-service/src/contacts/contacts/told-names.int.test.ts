import type { ContactView, Identity } from '@prosa/contracts';
import { ask, makeScene, startWorld } from '../../testing/world.fixture.ts';
import { createClaims } from './claims.ts';
import { readContact } from './contact.reading.ts';
import { createResolveContact } from './resolve-contact.ts';

const world = await startWorld();
const service = await world.instance();
const { deps } = service;
const { companyId, ana } = await makeScene(service);
afterAll(() => world.close());

const resolve = createResolveContact({ ...deps, claims: createClaims(deps) });
const writes = (name: string, ...identities: Identity[]) =>
  resolve({ companyId, identities, name, channel: 'whatsapp', actor: { kind: 'system', id: 'test' } });
const phone = (value: string): Identity => ({ kind: 'phone', value });
const nameOf = async (contactId: string) => (await readContact(deps.store, companyId, contactId))?.name;
const create = (name: string, number: string) =>
  ask<ContactView>(service, 'POST /contacts', { token: ana.token, body: { name, number } });

test('who is called by the number takes the first real name that the channel tells, and no later one', async () => {
  const number = phone('5511955557001');
  const id = await writes('', number);
  for (const none of ['', '.', '\u200b', '+55 11 95555-7001']) expect(await writes(none, number)).toBe(id);
  expect(await nameOf(id)).toBe('5511955557001');
  await writes('\u202aBia Reis\u202c ', number);
  expect(await nameOf(id)).toBe('Bia Reis');
  await writes('Outra', number);
  expect(await nameOf(id)).toBe('Bia Reis');
});

test('so does one whom somebody kept by the number in another spelling, and nobody who was given a name', async () => {
  const { body: byNumber } = await create('(11) 95555-7002', '5511955557002');
  await writes('Caio', phone('5511955557002'));
  expect(await nameOf(byNumber.id)).toBe('Caio');
  const { body: named } = await create('Cliente 7', '5511955557003');
  await writes('Davi', phone('5511955557003'));
  expect(await nameOf(named.id)).toBe('Cliente 7');
});

test('and one who is known by an address of the channel alone', async () => {
  const lid: Identity = { kind: 'lid', value: '7004@lid' };
  const id = await writes('', lid);
  await writes('Eva', lid);
  expect(await nameOf(id)).toBe('Eva');
});

test('two messages at once give one name', async () => {
  const number = phone('5511955557005');
  const id = await writes('', number);
  await Promise.all([writes('Fabi', number), writes('Fabi', number), writes('Fabiana', number)]);
  expect(['Fabi', 'Fabiana']).toContain(await nameOf(id));
  const changes = (await deps.store.load(`contact-${id}`)).filter(({ type }) => type === 'ContactChanged');
  expect(changes).toHaveLength(1);
});
