import { jest } from '@jest/globals';
import { ask, joinPair } from '../../testing/world.fixture.ts';
import { knownContacts } from './known-contacts.ts';

const { world, scene } = await joinPair();
const { companyId, ana } = scene;
// An instance of its own, so that the test can count its reads.
const service = await world.instance({ idle: true });
const { store } = service.deps;
const contact = async (number: string) => {
  const { body } = await ask<{ id: string }>(service, 'POST /contacts', { token: ana.token, body: { name: 'Bia', number } });
  return body.id;
};
const rename = (id: string, name: string) => ask(service, `PUT /contacts/${id}`, { token: ana.token, body: { name } });
afterAll(() => world.close());
afterEach(() => jest.restoreAllMocks());

test('a contact is read once, until an event of theirs is heard, or it is asked for as it is now', async () => {
  const id = await contact('5511974443001');
  const contacts = knownContacts(store);
  const load = jest.spyOn(store, 'load');
  expect((await contacts.of(companyId, id))?.name).toBe('Bia');
  await rename(id, 'Bianca');
  load.mockClear();
  expect((await contacts.of(companyId, id))?.name).toBe('Bia');
  expect(load).not.toHaveBeenCalled();
  expect((await contacts.ofNow(companyId, id))?.name).toBe('Bianca');
  expect((await contacts.of(companyId, id))?.name).toBe('Bianca');
  expect(load).toHaveBeenCalledTimes(1);
  contacts.heard(`contact-${id}`);
  await contacts.of(companyId, id);
  expect(load).toHaveBeenCalledTimes(2);
});

test('an event that is heard while a contact is being read is not missed', async () => {
  const id = await contact('5511974443002');
  const contacts = knownContacts(store);
  const before = contacts.ofNow(companyId, id);
  contacts.heard(`contact-${id}`);
  await before;
  await rename(id, 'Beatriz');
  expect((await contacts.of(companyId, id))?.name).toBe('Beatriz');
});
