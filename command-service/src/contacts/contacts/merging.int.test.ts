import { type ContactView, conversationKey, conversationOf, conversationStream, newId, type TicketOwn } from '@prosa/contracts';
import type { CommandService } from '../../app.ts';
import { createInbound } from '../../channels/inbound/inbound.consumer.ts';
import {
  ask,
  eventually,
  makeConnection,
  makeScene,
  openTicket,
  outboundOf,
  type Person,
  startPair,
  wrote,
} from '../../testing/world.fixture.ts';
import { merges } from './merges.decider.ts';

const { world, c1, c2, scene } = await startPair();
const { companyId, connectionId, queueId, admin, ana, bruno } = scene;
const inbound = createInbound(c1.deps);
const sends = await outboundOf(c1.bus, 'send');
afterAll(() => world.close());

let phones = 0;
const phone = () => {
  phones += 1;
  return `551198600${String(phones).padStart(4, '0')}`;
};
const contact = async (more: object = {}): Promise<ContactView> =>
  (await ask<ContactView>(c1, 'POST /contacts', { token: ana.token, body: { name: 'Maria', number: phone(), ...more } })).body;
const merge = (keep: { id: string }, lost: { id: string }, through: CommandService = c2, who: Person = admin, key?: string) =>
  ask<ContactView>(through, 'POST /contacts/merge', {
    token: who.token,
    body: { keepId: keep.id, mergeId: lost.id },
    ...(key && { key }),
  });
const factsIn = (contactId: string, on = connectionId) => c1.deps.store.load(conversationStream(conversationKey(on, contactId)));
const typesIn = async (contactId: string, on = connectionId) => (await factsIn(contactId, on)).map(({ type }) => type);
const differ = { status: 409, body: { error: 'ERR_CONTACTS_DIFFER' } };
const unknown = { status: 404, body: { error: 'ERR_NO_CONTACT_FOUND' } };

test('what the merged customer writes goes on in a ticket of the kept contact, on every instance, and through a stale cache', async () => {
  const keep = await contact({ name: 'Maria José', extraInfo: [{ name: 'CPF', value: '1' }] });
  const extraInfo = ['CPF', 'Cidade'].map((name) => ({ name, value: '1' }));
  const lost = await contact({ email: 'maria@exemplo.com.br', extraInfo });
  const [stale, other] = [createInbound(c1.deps), createInbound(c2.deps)];
  // The instance has cached whose number it is.
  await stale(wrote(scene, lost.number!, 'Oi'));
  const before = await factsIn(lost.id);
  const ticketId = (before.find(({ type }) => type === 'TicketOpened')!.data as { ticketId: string }).ticketId;
  await ask(c1, `PUT /tickets/${ticketId}`, { token: bruno.token, body: { status: 'open' } });

  const done = await merge(keep, lost);
  expect(done).toMatchObject({
    status: 200,
    body: { id: keep.id, name: 'Maria José', number: keep.number, email: 'maria@exemplo.com.br' },
  });
  expect(done.body.extraInfo.map(({ name }) => name)).toEqual(['CPF', 'Cidade']);
  expect(done.body.otherNumbers).toEqual([lost.number]);
  expect((await factsIn(lost.id)).slice(-2).map(({ type, data }) => [type, data])).toEqual([
    ['TicketClosed', { ticketId, userId: null, reason: 'merged', ratingAsked: false }],
    ['ConversationContinued', { in: conversationKey(connectionId, keep.id) }],
  ]);
  const [, opened] = await factsIn(keep.id);
  expect(opened).toMatchObject({
    type: 'TicketOpened',
    data: { contactId: keep.id, userId: bruno.id, queueId, status: 'open' },
    meta: { actor: { kind: 'user', id: admin.id } },
  });
  for (const through of [stale, other, stale]) await through(wrote(scene, lost.number!, 'E agora?'));
  expect((await typesIn(keep.id)).slice(2)).toEqual(Array.from({ length: 3 }, () => 'MessageReceived'));
  expect((await typesIn(lost.id)).at(-1)).toBe('ConversationContinued');
});

test('a message that comes while the contact is merged, before its claims have moved, reaches the kept contact', async () => {
  const [keep, lost] = [await contact(), await contact()];
  // As if the process had died right after the first step of a merge.
  await c1.deps.handle({
    companyId,
    commandId: newId(),
    actor: { kind: 'user', id: admin.id },
    decider: merges,
    stream: `merges-${companyId}`,
    command: { do: 'begin merge', contactId: lost.id, into: keep.id },
    missing: 'ERR_NO_CONTACT_FOUND',
  });
  await inbound(wrote(scene, lost.number!, 'Oi'));
  await eventually(
    async () => (await c1.deps.store.load(`contact-${keep.id}`)).map(({ type }) => type),
    (types) => types.includes('ContactAbsorbed'),
  );
  await inbound(wrote(scene, lost.number!, 'Alô'));
  expect((await typesIn(keep.id)).filter((type) => type === 'TicketOpened')).toHaveLength(1);
  expect((await typesIn(keep.id)).at(-1)).toBe('MessageReceived');
});

test('both have an open ticket: that of the kept one stays, and the other one ends', async () => {
  const [first, second] = [phone(), phone()];
  const kept = await openTicket(c1, scene, ana, first);
  const ended = await openTicket(c1, scene, bruno, second);
  const two = await makeConnection(c1.deps, companyId, { name: 'Outra', queueIds: [] });
  const idOf = (ticket: TicketOwn) => ticket.contactId;
  expect((await merge({ id: idOf(kept) }, { id: idOf(ended) })).status).toBe(200);
  expect(await typesIn(idOf(kept))).toEqual(['ConversationStarted', 'TicketOpened']);
  expect(await typesIn(idOf(ended))).toEqual(['ConversationStarted', 'TicketOpened', 'TicketClosed', 'ConversationContinued']);
  expect(await typesIn(idOf(ended), two)).toEqual(['ConversationStarted', 'ConversationContinued']);
  const again = await ask(c1, `PUT /tickets/${ended.id}`, { token: bruno.token, body: { status: 'open', queueId } });
  expect(again).toMatchObject({ status: 409, body: { error: 'ERR_CONTACT_MERGED' } });
  expect(conversationOf(ended.id)).not.toBe(conversationOf(kept.id));
});

test('the number belongs to the kept contact: nobody else gets it, and it may become the kept one’s own', async () => {
  const [keep, lost] = [await contact(), await contact()];
  await merge(keep, lost);
  const create = () => ask(c1, 'POST /contacts', { token: ana.token, body: { name: 'Outra', number: lost.number } });
  expect(await create()).toMatchObject({ status: 409, body: { error: 'ERR_DUPLICATED_CONTACT' } });
  const changed = await ask(c2, `PUT /contacts/${keep.id}`, { token: ana.token, body: { number: lost.number } });
  expect(changed).toMatchObject({ status: 200, body: { number: lost.number, otherNumbers: [] } });
  expect((await ask(c1, `DELETE /contacts/${keep.id}`, { token: admin.token })).status).toBe(200);
  await eventually(create, ({ status }) => status === 201);
});

test('a repeat is answered alike; a merged contact is gone for every call', async () => {
  const [keep, lost, third] = [await contact(), await contact(), await contact()];
  const key = newId();
  const answers = await Promise.all([c1, c2, c1, c2].map((through) => merge(keep, lost, through, admin, key)));
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  expect(answers[0]!.status).toBe(200);
  expect(await merge(keep, third, c1, admin, key)).toMatchObject({ status: 422 });
  expect(await merge(keep, lost)).toMatchObject(unknown);
  expect(await merge(lost, third)).toMatchObject(unknown);
  expect(await ask(c1, `PUT /contacts/${lost.id}`, { token: ana.token, body: { name: 'Nova' } })).toMatchObject(unknown);
  expect(await ask(c1, `DELETE /contacts/${lost.id}`, { token: admin.token })).toMatchObject(unknown);
  const body = { contactId: lost.id, queueId };
  expect(await ask(c2, 'POST /tickets', { token: ana.token, body })).toMatchObject(unknown);
  const facts = await c1.deps.store.load(`contact-${keep.id}`);
  expect(facts.filter(({ type }) => type === 'ContactAbsorbed')).toHaveLength(1);
});

test('two contacts merged into each other at once, on two instances: one of them stays', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [a, b] = [await contact(), await contact()];
    const answers = await Promise.all([merge(a, b, c1), merge(b, a, c2)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  }
});

test('after merges one after another the last contact has every number', async () => {
  const [a, b, c] = [await contact(), await contact(), await contact()];
  expect((await merge(b, a)).status).toBe(200);
  expect((await merge(c, b)).body.otherNumbers).toHaveLength(2);
  for (const { number } of [a, b, c]) await inbound(wrote(scene, number!, 'Oi'));
  expect((await typesIn(c.id)).filter((type) => type === 'MessageReceived')).toHaveLength(3);
});

test('C26: a merged person with three connections is answered where they wrote last, on each', async () => {
  const [keep, lost] = [await contact(), await contact()];
  const others = [
    await makeConnection(c1.deps, companyId, { name: 'Segunda', queueIds: [queueId] }),
    await makeConnection(c1.deps, companyId, { name: 'Terceira', queueIds: [queueId] }),
  ];
  const [first, second, third] = [connectionId, ...others] as [string, string, string];
  expect((await merge(keep, lost)).status).toBe(200);
  await eventually(
    async () => (await c1.deps.store.load(`contact-${keep.id}`)).map(({ type }) => type),
    (types) => types.includes('ContactIdentified'),
  );
  let texts = 0;
  const says = (number: string, on: string) => inbound(wrote(scene, number, 'Oi', { connectionId: on }));
  const answered = async (on: string): Promise<string> => {
    texts += 1;
    const body = `Resposta ${texts}`;
    const opened = (await factsIn(keep.id, on)).find(({ type }) => type === 'TicketOpened')!.data as { ticketId: string };
    await ask(c1, `POST /messages/${opened.ticketId}`, { token: ana.token, body: { body } });
    const sent = await eventually(
      () => sends.find((one) => one.body?.endsWith(body)),
      (found) => found !== undefined,
    );
    return sent!.to.value;
  };
  const accept = async (on: string) => {
    const opened = (await factsIn(keep.id, on)).find(({ type }) => type === 'TicketOpened')!.data as { ticketId: string };
    await ask(c1, `PUT /tickets/${opened.ticketId}`, { token: ana.token, body: { status: 'open' } });
  };
  await says(keep.number!, first);
  await says(lost.number!, second);
  for (const number of [lost.number!, keep.number!, lost.number!]) await says(number, third);
  for (const on of [first, second, third]) await accept(on);
  expect([await answered(first), await answered(second), await answered(third)]).toEqual([keep.number, lost.number, lost.number]);
  await says(lost.number!, first);
  await says(keep.number!, third);
  expect([await answered(first), await answered(second), await answered(third)]).toEqual([lost.number, lost.number, keep.number]);
  // A number that is changed by hand counts from then on.
  const now = phone();
  expect((await ask(c1, `PUT /contacts/${keep.id}`, { token: admin.token, body: { number: now } })).status).toBe(200);
  expect([await answered(first), await answered(second)]).toEqual([now, now]);
  await says(lost.number!, second);
  expect(await answered(second)).toBe(lost.number);
});

test('only administrators merge, only contacts of their company, and only those who are reached by phone', async () => {
  const [keep, lost] = [await contact(), await contact()];
  expect(await merge(keep, lost, c1, ana)).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } });
  const foreign = await makeScene(c1);
  expect(await merge(keep, lost, c1, foreign.admin)).toMatchObject(unknown);
  expect(await merge(keep, { id: newId() })).toMatchObject(unknown);
  expect(await merge(keep, keep)).toMatchObject(differ);
  const page = wrote(scene, phone(), 'Oi', { identities: [{ kind: 'psid', value: '1/2' }], channel: 'facebook' });
  const facebook = await makeConnection(c1.deps, companyId, { name: 'Página', queueIds: [queueId], channel: 'facebook' });
  await inbound({ ...page, connectionId: facebook });
  const psid = await c1.deps.keys.identityStream(companyId, 'psid', '1/2');
  const [claim] = await c1.deps.store.load(psid);
  const { contactId } = claim!.data as { contactId: string };
  expect(await merge(keep, { id: contactId })).toMatchObject(differ);
  expect(await merge({ id: contactId }, keep)).toMatchObject(differ);
});
