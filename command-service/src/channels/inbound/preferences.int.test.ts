import { type ContactView, conversationKey, conversationStream, type Identity } from '@prosa/contracts';
import { createClaims } from '../../contacts/contacts/claims.ts';
import { readContact } from '../../contacts/contacts/contact.reading.ts';
import { createOptOuts } from '../../contacts/contacts/opt-outs.ts';
import { createFindContact } from '../../contacts/contacts/resolve-contact.ts';
import { ask, eventually, joinPair, makeScene, wrote } from '../../testing/world.fixture.ts';
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

describe('who writes SAIR', () => {
  const optOuts = createOptOuts(c1.deps);
  const since = (number: string) => optOuts.since(companyId, number);
  const sair = (number: string, hour: number) => inbound(wrote(scene, number, 'SAIR.', { at: at(hour) }));
  const takeBack = (id: string, token = admin.token) => ask<ContactView>(c1, `DELETE /contacts/${id}/opt-out`, { token });
  const textsOf = async (id: string) =>
    (await c1.deps.store.load(conversationStream(conversationKey(connectionId, id))))
      .filter(({ type }) => type === 'MessageReceived')
      .map(({ data }) => (data as { body: string }).body);

  test('without a ticket becomes a contact who wants no campaigns, and opens none', async () => {
    await sair('5511987100010', 1);
    const id = await idOf('5511987100010');
    expect(await shown(id)).toBe(at(1));
    expect(await since('551187100010')).toBe(at(1));
    expect(await textsOf(id)).toEqual([]);
    await inbound(wrote(scene, '5511987100010', 'Ainda posso perguntar?'));
    expect(await textsOf(id)).toEqual(['Ainda posso perguntar?']);
  });

  test('with an unfinished ticket shows it there', async () => {
    await inbound(wrote(scene, '5511940100011', 'Oi'));
    await sair('5511940100011', 1);
    const id = await idOf('5511940100011');
    expect(await textsOf(id)).toEqual(['Oi', 'SAIR.']);
    expect(await shown(id)).toBe(at(1));
  });

  test('is taken at their word when the message could only be read later', async () => {
    const later = wrote(scene, '5511940100012', null as never, { line: 'undecrypted', at: at(1) });
    await inbound(later);
    const id = await idOf('5511940100012');
    expect(await since('5511940100012')).toBeNull();
    await inbound({ ...later, body: 'sair', line: undefined, again: true });
    expect(await shown(id)).toBe(at(1));
  });

  test('gets campaigns again once a user says so, and can go again; nobody else’s contact is changed', async () => {
    await sair('5511940100013', 1);
    const id = await idOf('5511940100013');
    expect((await takeBack(id)).body).toMatchObject({ id, optedOutAt: null });
    expect((await takeBack(id)).body).toMatchObject({ id, optedOutAt: null });
    expect(await since('5511940100013')).toBeNull();
    await inbound(wrote(scene, '5511940100013', 'stop', { at: new Date().toISOString() }));
    expect(await since('5511940100013')).not.toBeNull();
    const other = await makeScene(c1);
    expect(await takeBack(id, other.admin.token)).toMatchObject({ status: 404, body: { error: 'ERR_NO_CONTACT_FOUND' } });
  });

  test('is not forgotten when the contact is deleted and added again', async () => {
    await sair('5511940100014', 1);
    const id = await idOf('5511940100014');
    await ask(c1, `DELETE /contacts/${id}`, { token: admin.token });
    expect(await since('5511940100014')).toBe(at(1));
    const body = { name: 'De novo', number: '5511940100014' };
    const anew = await eventually(
      () => ask<ContactView>(c1, 'POST /contacts', { token: admin.token, body }),
      ({ status }) => status === 201,
    );
    expect(anew.body.id).not.toBe(id);
    expect(anew.body.optedOutAt).toBe(at(1));
    expect((await takeBack(anew.body.id)).body.optedOutAt).toBeNull();
    expect(await since('5511940100014')).toBeNull();
  });
});
