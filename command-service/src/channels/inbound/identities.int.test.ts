import { conversationKey, conversationStream, type Identity, newId } from '@prosa/contracts';
import { createClaims } from '../../contacts/contacts/claims.ts';
import { readContactEver } from '../../contacts/contacts/contact.reading.ts';
import { createFindContact } from '../../contacts/contacts/resolve-contact.ts';
import { ask, eventually, joinPair, wrote } from '../../testing/world.fixture.ts';
import { createInbound } from './inbound.consumer.ts';

const { world, c1, c2, scene } = await joinPair();
const { companyId, connectionId, ana } = scene;
const inbound = createInbound(c1.deps);
const findContact = createFindContact({ ...c1.deps, claims: createClaims(c1.deps) });
afterAll(() => world.close());

const phone = (value: string): Identity => ({ kind: 'phone', value });
const lid = (value: string): Identity => ({ kind: 'lid', value: `${value}@lid` });
const bsuid = (value: string): Identity => ({ kind: 'bsuid', value });
const said = (identities: Identity[], body = 'Oi') => wrote(scene, '', body, { identities: identities as never, name: 'Carla' });
const ownerOf = (one: Identity) => findContact(companyId, [one]);
const recordOf = async (one: Identity) => readContactEver(c1.deps.store, companyId, (await ownerOf(one))!);
const changed = (was: Identity[], is: Identity[]) => ({
  kind: 'identity' as const,
  companyId,
  connectionId,
  was,
  is,
  at: new Date().toISOString(),
});
const factsIn = (contactId: string) => c1.deps.store.load(conversationStream(conversationKey(connectionId, contactId)));
const typesIn = async (contactId: string) => (await factsIn(contactId)).map(({ type }) => type);
const openedFor = async (contactId: string) =>
  ((await factsIn(contactId)).findLast(({ type }) => type === 'TicketOpened')!.data as { ticketId: string }).ticketId;

test('C27: a LID first, its number later by a contact of its own: they become one, that of the number', async () => {
  const [number, id] = [phone('5511940000001'), lid('940000000000001')];
  await inbound(said([id]));
  const nameless = (await ownerOf(id))!;
  const made = await ask<{ id: string }>(c1, 'POST /contacts', {
    token: ana.token,
    body: { name: 'Carla', number: number.value },
  });
  await inbound(said([number, id], 'Agora com número'));
  await eventually(
    () => ownerOf(id),
    (owner) => owner === made.body.id,
  );
  await eventually(
    () => typesIn(nameless),
    (types) => types.at(-1) === 'ConversationContinued',
  );
  expect((await typesIn(made.body.id)).filter((type) => type === 'TicketOpened')).toHaveLength(1);
  await createInbound(c2.deps)(said([id], 'E por LID'));
  expect((await typesIn(made.body.id)).at(-1)).toBe('MessageReceived');
});

test('C27: whoever serves a LID serves the contact of its number, from the message on that shows that they are one', async () => {
  const [number, id] = [phone('5511940000011'), lid('940000000000011')];
  const body = { name: 'Carla', number: number.value };
  const made = await ask<{ id: string }>(c1, 'POST /contacts', { token: ana.token, body });
  await inbound(said([id]));
  const nameless = (await ownerOf(id))!;
  await ask(c1, `PUT /tickets/${await openedFor(nameless)}`, { token: ana.token, body: { status: 'open' } });
  await inbound(said([number, id], 'Sou eu, a Carla'));
  expect((await typesIn(nameless)).slice(-2)).toEqual(['TicketClosed', 'ConversationContinued']);
  const facts = await factsIn(made.body.id);
  expect(facts.map(({ type }) => type)).toEqual(['ConversationStarted', 'TicketOpened', 'MessageReceived']);
  expect(facts[1]!.data).toMatchObject({ status: 'open', userId: ana.id });
});

test('C27: another number: answers go there, the conversation shows it, and the old number is free for a stranger', async () => {
  const [old, now] = [phone('5511940000002'), phone('5511940000003')];
  await inbound(said([old, bsuid('BR.1')]));
  const contactId = (await ownerOf(old))!;
  const change = changed([old, bsuid('BR.1')], [now, bsuid('BR.2')]);
  await inbound(change);
  await inbound(change);
  expect(await ownerOf(now)).toBe(contactId);
  expect(await ownerOf(bsuid('BR.2'))).toBe(contactId);
  expect((await recordOf(now))!.number).toBe(now.value);
  await eventually(
    () => typesIn(contactId),
    (types) => types.includes('NumberChanged'),
  );
  await eventually(
    () => createClaims(c1.deps).placeOf(companyId, old).then(createClaims(c1.deps).holderOf),
    (holder) => holder === null,
  );
  await inbound(said([old], 'Sou outra pessoa'));
  expect(await ownerOf(old)).not.toBe(contactId);
});

test('C27: the new number has a contact already: the two become one; a change of a stranger makes nobody', async () => {
  const [old, now] = [phone('5511940000004'), phone('5511940000005')];
  await inbound(said([old]));
  await inbound(said([now]));
  const survivor = (await ownerOf(now))!;
  await inbound(changed([old], [now]));
  await eventually(
    () => ownerOf(old),
    (owner) => owner === survivor,
  );
  await inbound(changed([phone('5511940000006')], [phone('5511940000007')]));
  expect(await ownerOf(phone('5511940000007'))).toBeNull();
});

test('C26: who has no number is addressed by the id that only this business knows', async () => {
  const id = bsuid(`BR.${newId()}`);
  await inbound(said([id]));
  const record = (await recordOf(id))!;
  expect(record.number).toBe(id.value);
  expect(record.identified).toEqual([]);
});
