import { type ContactListItemOwn, type ContactListView, LIST_PARTS, newId } from '@prosa/contracts';
import { ask, eventually, joinPair, makeScene, type Person } from '../../testing/world.fixture.ts';
import { numberKeyOf, placeOfNumber } from './item-keys.ts';
import { createListItems, streamOfItem } from './list-items.reading.ts';

const { world, c1, c2, scene } = await joinPair();
const { companyId, admin } = scene;
/** A minute later. */
const later = await world.instance({ idle: true, clock: () => new Date(Date.now() + 61_000) });
const items = createListItems(c1.deps);
afterAll(() => world.close());

type Refusal = { error: string; fields?: Record<string, string> };
type Item = ContactListItemOwn & Refusal;
const makeList = async (name = 'Clientes', { token }: Person = admin) =>
  (await ask<ContactListView>(c1, 'POST /contact-lists', { token, body: { name } })).body.id;
let listId: string;
beforeEach(async () => {
  listId = await makeList();
});
const add = (number: string, more: object = {}, through = c1, key?: string) => {
  const body = { name: 'Maria', number, email: '', contactListId: listId, ...more };
  return ask<Item>(through, 'POST /contact-list-items', { token: admin.token, body, ...(key && { key }) });
};
const change = (id: string, body: object, key?: string) =>
  ask<Item>(c1, `PUT /contact-list-items/${id}`, { token: admin.token, body, ...(key && { key }) });
const remove = (id: string) => ask<Refusal>(c1, `DELETE /contact-list-items/${id}`, { token: admin.token });
const all = async (of = listId) => {
  const found = [];
  for await (const { name, number } of items.of(companyId, of)) found.push({ name, number });
  return found;
};

test('an item is added, changed and removed', async () => {
  const made = await add('(11) 98765-4321', { email: 'maria@exemplo.com.br' });
  expect(made).toMatchObject({
    status: 201,
    body: {
      companyId,
      contactListId: listId,
      name: 'Maria',
      number: '5511987654321',
      email: 'maria@exemplo.com.br',
      isWhatsappValid: null,
    },
  });
  const { id } = made.body;
  expect((await change(id, { name: 'Maria José', email: null })).body).toMatchObject({ id, name: 'Maria José', email: null });
  expect(await all()).toEqual([{ name: 'Maria José', number: '5511987654321' }]);
  expect((await remove(id)).status).toBe(200);
  expect(await all()).toEqual([]);
  expect(await remove(id)).toMatchObject({ status: 404, body: { error: 'ERR_NO_CONTACT_LIST_ITEM_FOUND' } });
});

test.each([
  [{ name: 'M' }, { name: 'Too Short!' }],
  [{ name: '' }, { name: 'Required' }],
  [{ name: 'M'.repeat(51) }, { name: 'Too Long!' }],
  [{ number: '1198765' }, { number: 'Too Short!' }],
  [{ number: '1'.repeat(51) }, { number: 'Too Long!' }],
  [{ email: 'abc' }, { email: 'Invalid email' }],
])('%j is refused by field', async (body, fields) => {
  expect(await add('5511987654321', body)).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION', fields } });
  const { id } = (await add('5511987654321')).body;
  expect(await change(id, body)).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION', fields } });
});

test.each(['abcdefghij', '=cmd|calc', '__proto__'])('%j is no number', async (number) => {
  expect(await add(number)).toMatchObject({ status: 400, body: { error: 'ERR_WAPP_INVALID_CONTACT' } });
});

test('a list’s name has 2 to 50 characters', async () => {
  for (const [name, fault] of [
    ['', 'Required'],
    ['M', 'Too Short!'],
    ['M'.repeat(51), 'Too Long!'],
  ])
    expect(await ask(c1, 'POST /contact-lists', { token: admin.token, body: { name } })).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION', fields: { name: fault } },
    });
});

test('a number stands in a list once, in whatever spelling, and in other lists too', async () => {
  const { id } = (await add('5511987654321')).body;
  const twice = { status: 409, body: { error: 'ERR_DUPLICATED_LIST_ITEM' } };
  expect(await add('+55 (11) 8765-4321')).toMatchObject(twice);
  expect((await add('5511987654321', { contactListId: await makeList('Outra') })).status).toBe(201);
  const other = (await add('5511987654322')).body.id;
  expect(await change(other, { number: '11 98765-4321' })).toMatchObject(twice);
  expect((await change(id, { number: '+55 11 8765-4321' })).body).toMatchObject({ id, number: '551187654321' });
  await remove(id);
  expect((await change(other, { number: '5511987654321' })).body).toMatchObject({ id: other, number: '5511987654321' });
});

test('of two who add a number at once one does, and a repeated call adds it once', async () => {
  const both = await Promise.all([add('5511987654321'), add('5511987654321', {}, c2)]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  const key = newId();
  const [first, again] = [await add('5511987654399', {}, c1, key), await add('5511987654399', {}, c2, key)];
  expect(again).toEqual(first);
  expect(await all()).toHaveLength(2);
});

describe('an item that got a number of another stream', () => {
  /** Two numbers that belong to different streams of the list. */
  const apart = async (): Promise<[string, string]> => {
    const streamOf = async (number: string) => placeOfNumber(listId, await numberKeyOf(c1.deps.keys, companyId, number)).stream;
    const first = '5511987650000';
    for (let n = 1; ; n++) {
      const next = `551198765${String(n).padStart(4, '0')}`;
      if ((await streamOf(next)) !== (await streamOf(first))) return [first, next];
    }
  };

  test('has it alone, until it leaves it', async () => {
    const [first, next] = await apart();
    const { id } = (await add(first)).body;
    const key = newId();
    const moved = await change(id, { number: next }, key);
    expect(moved.body).toMatchObject({ id, number: next });
    expect(await change(id, { number: next }, key)).toEqual(moved);
    expect(await add(next)).toMatchObject({ status: 409, body: { error: 'ERR_DUPLICATED_LIST_ITEM' } });
    const other = await add(first);
    expect(other.status).toBe(201);
    expect((await change(other.body.id, { number: next })).status).toBe(409);
    await remove(id);
    expect(await add(next)).toMatchObject({ status: 409 });
    expect(await add(next, {}, later)).toMatchObject({ status: 201 });
    expect(await all()).toHaveLength(2);
  });

  test('that a killed process took and did not give is free after a minute', async () => {
    const [first, next] = await apart();
    const { id } = (await add(first)).body;
    const numberKey = await numberKeyOf(c1.deps.keys, companyId, next);
    const { listItems } = await import('./list-items.decider.ts');
    await c1.deps.handle({
      companyId,
      actor: { kind: 'system', id: 'test' },
      commandId: newId(),
      decider: listItems,
      stream: placeOfNumber(listId, numberKey).stream,
      missing: 'ERR_NO_CONTACT_LIST_FOUND',
      command: { do: 'take number', contactListId: listId, itemId: id, numberKey, held: new Set<string>() },
    });
    expect((await add(next)).status).toBe(409);
    expect((await add(next, {}, later)).status).toBe(201);
    expect((await change(id, { number: next })).status).toBe(409);
  });
});

test('lists and items are for administrators of their company alone', async () => {
  const { id } = (await add('5511987654321')).body;
  const body = { name: 'Maria', number: '5511987654322', contactListId: listId };
  for (const [call, sent] of [
    ['POST /contact-lists', { name: 'Minha' }],
    [`PUT /contact-lists/${listId}`, { name: 'Minha' }],
    [`DELETE /contact-lists/${listId}`, undefined],
    ['POST /contact-list-items', body],
    [`PUT /contact-list-items/${id}`, { name: 'Outra' }],
    [`DELETE /contact-list-items/${id}`, undefined],
    [`POST /contact-lists/${listId}/check`, undefined],
  ] as const)
    expect(await ask(c1, call, { token: scene.ana.token, ...(sent && { body: sent }) })).toMatchObject({
      status: 403,
      body: { error: 'ERR_NO_PERMISSION' },
    });
  const { admin: stranger } = await makeScene(c1);
  for (const [call, sent, error] of [
    ['POST /contact-list-items', body, 'ERR_NO_CONTACT_LIST_FOUND'],
    [`PUT /contact-list-items/${id}`, { name: 'Outra' }, 'ERR_NO_CONTACT_LIST_ITEM_FOUND'],
    [`DELETE /contact-list-items/${id}`, undefined, 'ERR_NO_CONTACT_LIST_ITEM_FOUND'],
    [`PUT /contact-lists/${listId}`, { name: 'Outra' }, 'ERR_NO_CONTACT_LIST_FOUND'],
    [`POST /contact-lists/${listId}/check`, undefined, 'ERR_NO_CONTACT_LIST_FOUND'],
  ] as const)
    expect(await ask(c1, call, { token: stranger.token, ...(sent && { body: sent }) })).toMatchObject({
      status: 404,
      body: { error },
    });
  expect(await items.one(newId(), id)).toBeNull();
});

test('a deleted list takes nothing, and its items cannot be changed', async () => {
  const { id } = (await add('5511987654321')).body;
  await ask(c1, `DELETE /contact-lists/${listId}`, { token: admin.token });
  expect(await add('5511987654322')).toMatchObject({ status: 404, body: { error: 'ERR_NO_CONTACT_LIST_FOUND' } });
  const gone = { status: 404, body: { error: 'ERR_NO_CONTACT_LIST_ITEM_FOUND' } };
  expect(await change(id, { name: 'Outra' })).toMatchObject(gone);
  expect(await remove(id)).toMatchObject(gone);
  expect(
    await eventually(
      () => all(),
      (left) => left.length === 0,
    ),
  ).toEqual([]);
});

test('a deleted contact leaves every list, with each of its numbers', async () => {
  const other = await makeList('Outra');
  const contact = await ask<{ id: string }>(c1, 'POST /contacts', {
    token: admin.token,
    body: { name: 'Sai', number: '5511987657777' },
  });
  await add('551187657777');
  await add('5511987657777', { contactListId: other });
  await add('5511987658888');
  const moved = (await add('5511987659999', { contactListId: other })).body.id;
  await add('5511987650101', { contactListId: other });
  await change(moved, { number: '5511987656666' });
  await ask(c1, `DELETE /contacts/${contact.body.id}`, { token: admin.token });
  await eventually(
    () => Promise.all([all(), all(other)]),
    ([here, there]) => here.length + there.length === 3,
  );
  expect(await all()).toEqual([{ name: 'Maria', number: '5511987658888' }]);
  expect((await all(other)).map(({ number }) => number).sort()).toEqual(['5511987650101', '5511987656666']);
});

test('names, numbers and e-mails are sealed with each item’s own key', async () => {
  const [maria, joao] = [(await add('5511987654321')).body.id, (await add('5511987654322', { name: 'João' })).body.id];
  await c1.deps.keys.destroy(maria);
  const stored = JSON.stringify((await c1.deps.store.load(streamOfItem(maria)!)).map(({ data }) => data));
  expect(stored).not.toContain('5511987654321');
  expect(await items.one(companyId, maria)).toMatchObject({ name: null, number: null, email: null });
  expect(await items.one(companyId, joao)).toMatchObject({ name: 'João', number: '5511987654322' });
});

test('the streams of a list are found by its id', async () => {
  const { id } = (await add('5511987654321')).body;
  const streams = new Set<string>();
  for (let part = 0; part < LIST_PARTS; part++)
    streams.add(placeOfNumber(listId, part.toString(16).padStart(2, '0').padEnd(32, '0')).stream);
  expect(streams.size).toBe(LIST_PARTS);
  expect(streams).toContain(streamOfItem(id));
});
