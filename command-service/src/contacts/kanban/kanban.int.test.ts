import { type ContactView, newId, type TagView } from '@prosa/contracts';
import { ask, eventually, joinPair, makeScene } from '../../testing/world.fixture.ts';
import { card } from './card.decider.ts';
import { readCard } from './card.reading.ts';

const { world, c1, c2, scene } = await joinPair();
const { companyId, admin, ana } = scene;
afterAll(() => world.close());

type Refusal = { error: string; fields?: Record<string, string> };
type Card = { id: string; tagId: string | null } & Refusal;
const { token } = admin;
let phones = 0;
const makeContact = async (name = 'Maria') => {
  phones += 1;
  const body = { name, number: `55119876${String(54_000 + phones)}`, email: '' };
  return (await ask<ContactView>(c1, 'POST /contacts', { token, body })).body.id;
};
const makeTag = async (name: string, kanban = 1) =>
  (await ask<TagView>(c1, 'POST /tags', { token, body: { name, color: '#0EA5E9', kanban } })).body.id;
const add = (contactId: string, through = c1, key?: string) =>
  ask<Card>(through, 'POST /kanban', { token, body: { contactId }, ...(key && { key }) });
const move = (id: string, lane: string, through = c1) => ask<Card>(through, `PUT /kanban/cardMove/${lane}/${id}`, { token });
const change = (id: string, body: object) => ask<Card>(c1, `PUT /kanban/${id}`, { token, body });
const remove = (id: string, key?: string) => ask<Card>(c1, `DELETE /kanban/cardDelete/${id}`, { token, ...(key && { key }) });
const stored = (id: string) => readCard(c1.deps.store, companyId, id);
const isGone = (known: unknown) => known === null;
const noCard = { status: 404, body: { error: 'ERR_NO_CARD_FOUND' } };

test('a contact is sent to the board, where it has one card, moves it through the lanes and leaves', async () => {
  const [id, lane] = [await makeContact(), await makeTag('Proposta')];
  expect(await add(id)).toMatchObject({ status: 201, body: { id, tagId: null } });
  expect(await move(id, lane)).toMatchObject({ status: 200, body: { id, tagId: lane } });
  // Sent again, it stays where it is.
  expect(await add(id, c2)).toMatchObject({ status: 201, body: { id, tagId: lane } });
  expect(await move(id, '0', c2)).toMatchObject({ status: 200, body: { id, tagId: null } });
  expect((await remove(id)).status).toBe(200);
  expect(await remove(id)).toMatchObject(noCard);
  expect((await ask(c1, 'POST /tickets', { token, body: { contactId: id, userId: admin.id, status: 'open' } })).status).toBe(201);
  expect((await add(id)).body).toMatchObject({ id, tagId: null });
});

test('values are kept as cents, texts as they are; what is not named stays, and a name is ignored', async () => {
  const id = await makeContact();
  await add(id);
  expect(
    (await change(id, { name: 'Outro', budgetedValue: '1234.56', negotiatedValue: 0.1, description: ' Mesa ' })).body,
  ).toEqual({
    id,
    tagId: null,
  });
  await change(id, { observation: 'Liga amanhã', negotiatedValue: '9999999.99' });
  expect(await stored(id)).toMatchObject({
    budgetedCents: 123_456,
    negotiatedCents: 999_999_999,
    description: 'Mesa',
    observation: 'Liga amanhã',
  });
  await change(id, { budgetedValue: '', negotiatedValue: null, description: '' });
  expect(await stored(id)).toMatchObject({ budgetedCents: null, negotiatedCents: null, description: null });
});

test.each([
  [{ budgetedValue: '-1' }, { budgetedValue: 'Invalid value' }],
  [{ budgetedValue: '1.234,56' }, { budgetedValue: 'Invalid value' }],
  [{ negotiatedValue: 10_000_000 }, { negotiatedValue: 'Invalid value' }],
  [{ negotiatedValue: 1.005 }, { negotiatedValue: 'Invalid value' }],
  [{ negotiatedValue: {} }, { negotiatedValue: 'Invalid value' }],
  [{ description: 'x'.repeat(501) }, { description: 'Too Long!' }],
])('%j is refused by field, and nothing changes', async (body, fields) => {
  const id = await makeContact();
  await add(id);
  expect(await change(id, body)).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION', fields } });
  expect(await stored(id)).toMatchObject({ budgetedCents: null, negotiatedCents: null, description: null });
});

test('who has no card, no contact or no lane is told so', async () => {
  const [id, label] = [await makeContact(), await makeTag('Garantia', 0)];
  expect(await add(newId())).toMatchObject({ status: 404, body: { error: 'ERR_NO_CONTACT_FOUND' } });
  expect(await move(id, '0')).toMatchObject(noCard);
  expect(await move(id, newId())).toMatchObject(noCard);
  expect(await move('17', '0')).toMatchObject(noCard);
  expect(await change(id, { description: 'Mesa' })).toMatchObject(noCard);
  await add(id);
  const noLane = { status: 404, body: { error: 'ERR_NO_TAG_FOUND' } };
  expect(await move(id, newId())).toMatchObject(noLane);
  expect(await move(id, label)).toMatchObject(noLane);
  const foreign = await makeScene(c2);
  const theirs = { token: foreign.admin.token };
  const far = (await ask<TagView>(c2, 'POST /tags', { ...theirs, body: { name: 'Longe', kanban: 1 } })).body.id;
  expect(await move(id, far)).toMatchObject(noLane);
  expect(await ask(c2, `PUT /kanban/cardMove/0/${id}`, theirs)).toMatchObject(noCard);
  expect(await ask(c2, `PUT /kanban/${id}`, { ...theirs, body: {} })).toMatchObject(noCard);
  expect(await ask(c2, `DELETE /kanban/cardDelete/${id}`, theirs)).toMatchObject(noCard);
  expect(await ask(c2, 'POST /kanban', { ...theirs, body: { contactId: id } })).toMatchObject({
    status: 404,
    body: { error: 'ERR_NO_CONTACT_FOUND' },
  });
});

test('attendants may do nothing of it, supervisors everything', async () => {
  const id = await makeContact();
  const refused = { status: 403, body: { error: 'ERR_NO_PERMISSION' } };
  const theirs = { token: ana.token };
  expect(await ask(c1, 'POST /kanban', { ...theirs, body: { contactId: id } })).toMatchObject(refused);
  await add(id);
  expect(await ask(c1, `PUT /kanban/cardMove/0/${id}`, theirs)).toMatchObject(refused);
  expect(await ask(c1, `PUT /kanban/${id}`, { ...theirs, body: {} })).toMatchObject(refused);
  expect(await ask(c1, `DELETE /kanban/cardDelete/${id}`, theirs)).toMatchObject(refused);
  await ask(c1, `PUT /users/${ana.id}`, { token, body: { profile: 'supervisor' } });
  expect((await ask(c1, `PUT /kanban/cardMove/0/${id}`, theirs)).status).toBe(200);
  await ask(c1, `PUT /users/${ana.id}`, { token, body: { profile: 'user' } });
});

test('of two who move a card at once both are answered, and it is where the last one put it; a repeated call is answered alike', async () => {
  const [id, one, other] = [await makeContact(), await makeTag('Primeira'), await makeTag('Segunda')];
  const key = newId();
  const [first, again] = [await add(id, c1, key), await add(id, c2, key)];
  expect(again).toEqual(first);
  const both = await Promise.all([move(id, one, c1), move(id, other, c2)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  const last = both[0]!.position! > both[1]!.position! ? one : other;
  expect((await stored(id))?.tagId).toBe(last);
  const gone = newId();
  expect(await remove(id, gone)).toEqual(await remove(id, gone));
});

test('a deleted contact’s card goes with it, also one that came when the contact was just gone', async () => {
  const [id, late] = [await makeContact(), await makeContact()];
  await add(id);
  await ask(c1, `DELETE /contacts/${id}`, { token });
  await eventually(() => stored(id), isGone);
  await ask(c1, `DELETE /contacts/${late}`, { token });
  // As the call writes it that looked for the contact a moment earlier.
  const nothing = { observation: null, description: null, budgetedCents: null, negotiatedCents: null };
  await c1.deps.handle({
    ...{ companyId, actor: { kind: 'user', id: admin.id }, commandId: newId(), decider: card, stream: `card-${late}` },
    missing: 'ERR_NO_CARD_FOUND',
    command: {
      do: 'add card',
      contactId: late,
      card: { tagId: null, ...nothing, addedAt: new Date().toISOString(), from: null },
    },
  });
  await eventually(() => stored(late), isGone);
});

test('the card of a merged contact goes on as the other’s, with its values and its day; who has a card keeps it', async () => {
  const [lost, kept, lane] = [await makeContact('João'), await makeContact('João da Silva'), await makeTag('Fechado')];
  await add(lost);
  await move(lost, lane);
  await change(lost, { description: 'Sofá', budgetedValue: '100.5' });
  const before = await stored(lost);
  const merge = (keepId: string, mergeId: string) => ask(c1, 'POST /contacts/merge', { token, body: { keepId, mergeId } });
  expect((await merge(kept, lost)).status).toBe(200);
  await eventually(() => stored(lost), isGone);
  expect(await stored(kept)).toEqual({ ...before, from: lost });
  expect(before).toMatchObject({ tagId: lane, description: 'Sofá', budgetedCents: 10_050 });
  const third = await makeContact('João S.');
  await add(third);
  await merge(kept, third);
  await eventually(() => stored(third), isGone);
  expect(await stored(kept)).toEqual({ ...before, from: lost });
});

test('a card that came into a lane that was just deleted goes to the first one', async () => {
  const [id, lane] = [await makeContact(), await makeTag('Apagada')];
  await add(id);
  await ask(c1, `DELETE /tags/${lane}`, { token });
  expect(await move(id, lane)).toMatchObject({ status: 404, body: { error: 'ERR_NO_TAG_FOUND' } });
  // As a call writes it that looked for the lane a moment earlier.
  await c1.deps.handle({
    ...{ companyId, actor: { kind: 'user', id: admin.id }, commandId: newId(), decider: card, stream: `card-${id}` },
    missing: 'ERR_NO_CARD_FOUND',
    command: { do: 'move card', contactId: id, tagId: lane },
  });
  await eventually(
    () => stored(id),
    (known) => known?.tagId === null,
  );
});

test('the card of a merged contact whose lane was deleted goes on in the first one', async () => {
  const [id, lane] = [await makeContact(), await makeTag('Fechada')];
  await ask(c1, `DELETE /tags/${lane}`, { token });
  // As it is written for a contact into whom the one with that lane was merged.
  const fields = { observation: null, description: 'Mesa', budgetedCents: null, negotiatedCents: null };
  await c1.deps.handle({
    ...{ companyId, actor: { kind: 'user', id: admin.id }, commandId: newId(), decider: card, stream: `card-${id}` },
    missing: 'ERR_NO_CARD_FOUND',
    command: {
      do: 'add card',
      contactId: id,
      card: { tagId: lane, ...fields, addedAt: new Date().toISOString(), from: newId() },
    },
  });
  await eventually(
    () => stored(id),
    (known) => known?.tagId === null,
  );
  expect(await stored(id)).toMatchObject({ description: 'Mesa' });
});
