import { type ContactListItemOwn, type ContactListView, newId } from '@prosa/contracts';
import { connect } from '../../desk/messages/channel-scene.fixture.ts';
import { startGateway } from '../../testing/gateway.fixture.ts';
import { ask, caughtUp, eventually, makeScene, type Scene, startWorld } from '../../testing/world.fixture.ts';
import { numberKeyOf, placeOfNumber } from './item-keys.ts';
import { listItems } from './list-items.decider.ts';
import { createListItems } from './list-items.reading.ts';

const gateway = await startGateway();
const world = await startWorld();
gateway.tokenSecret = world.tokenSecret;
const service = await world.instance({ gatewayUrl: gateway.url });
const { deps } = service;
const items = createListItems(deps);
afterAll(async () => {
  await world.close();
  await gateway.close();
});

let scene: Scene;
let listId: string;
/** Numbers that are not there; and those that the channel cannot tell. */
let absent: string[] = [];
let untold: string[] = [];
let isSilent = false;
const begin = async (channel: 'whatsapp' | 'simulator') => {
  scene = await makeScene(service, { channel });
  if (channel === 'whatsapp') await connect(service, scene);
  const body = { name: 'Clientes' };
  listId = (await ask<ContactListView>(service, 'POST /contact-lists', { token: scene.admin.token, body })).body.id;
  [absent, untold, isSilent] = [[], [], false];
  gateway.asked = [];
  gateway.answer = (question) => {
    if (question.kind !== 'numbers' || isSilent) return null;
    const told = question.numbers.filter((asked) => !untold.includes(asked));
    return { kind: 'numbers', numbers: told.map((asked) => ({ asked, value: absent.includes(asked) ? null : asked })) };
  };
};
const add = async (number: string) => {
  const body = { name: 'Maria', number, contactListId: listId };
  return (await ask<ContactListItemOwn>(service, 'POST /contact-list-items', { token: scene.admin.token, body })).body.id;
};
const check = () => ask(service, `POST /contact-lists/${listId}/check`, { token: scene.admin.token });
const validOf = async (id: string) => (await items.one(scene.companyId, id))?.isWhatsappValid;
/** All that was to be asked for was asked for. */
const settled = async () => {
  const names = ['list-checks', 'list-item-checks'];
  await caughtUp(deps, names);
  await eventually(
    () => deps.pool.query('select from command.deferred_work where reactor = any($1)', [names]),
    ({ rowCount }) => rowCount === 0,
  );
};
/** As an import adds them. */
const addMany = async (numbers: readonly string[]) => {
  const { companyId } = scene;
  for (const number of numbers) {
    const numberKey = await numberKeyOf(deps.keys, companyId, number);
    const { stream, idOf } = placeOfNumber(listId, numberKey);
    const item = { itemId: idOf(number), numberKey, name: 'Maria', number, email: null };
    await deps.handle({
      companyId,
      actor: { kind: 'system', id: 'test' },
      commandId: newId(),
      decider: listItems,
      stream,
      missing: 'ERR_NO_CONTACT_LIST_FOUND',
      command: { do: 'add items', contactListId: listId, importId: newId(), items: [item], held: new Set<string>() },
    });
  }
};

test('a number that a person types is asked for, and again when it is changed', async () => {
  await begin('whatsapp');
  absent = ['5511987654322'];
  const [maria, joao] = [await add('5511987654321'), await add('5511987654322')];
  await eventually(
    () => validOf(joao),
    (valid) => valid === false,
  );
  expect(
    await eventually(
      () => validOf(maria),
      (valid) => valid !== null,
    ),
  ).toBe(true);
  const changed = await ask<ContactListItemOwn>(service, `PUT /contact-list-items/${joao}`, {
    token: scene.admin.token,
    body: { number: '5511987654323' },
  });
  expect(changed.body.isWhatsappValid).toBeNull();
  expect(
    await eventually(
      () => validOf(joao),
      (valid) => valid !== null,
    ),
  ).toBe(true);
  await settled();
  expect(gateway.asked).toHaveLength(3);
});

test('a whole list is asked for, 50 numbers at a time, each once in 30 days; what the channel cannot tell stays unknown', async () => {
  await begin('whatsapp');
  const numbers = Array.from({ length: 60 }, (_, n) => `55119876600${String(n).padStart(2, '0')}`);
  [absent, untold] = [numbers.slice(0, 3), numbers.slice(3, 4)];
  await addMany(numbers);
  expect(await check()).toMatchObject({ status: 200, body: null });
  const counts = async () => {
    const found = { true: 0, false: 0, null: 0 };
    for await (const { isWhatsappValid } of items.of(scene.companyId, listId)) found[`${isWhatsappValid}`] += 1;
    return found;
  };
  await eventually(counts, (found) => found.null === 1);
  expect(await counts()).toEqual({ true: 56, false: 3, null: 1 });
  await settled();
  const sizes = gateway.asked.map((question) => question.kind === 'numbers' && question.numbers.length);
  expect(sizes).toEqual([50, 10]);
  gateway.asked = [];
  await check();
  await settled();
  expect(gateway.asked).toMatchObject([{ numbers: untold }]);
});

test('where the channel cannot tell nobody is asked, and numbers stay unknown', async () => {
  await begin('simulator');
  const id = await add('5511987654321');
  expect(await check()).toMatchObject({ status: 409, body: { error: 'ERR_NUMBERS_UNKNOWABLE' } });
  await settled();
  expect(gateway.asked).toEqual([]);
  expect(await validOf(id)).toBeNull();
});

test('while the connection does not answer they stay unknown, and can be asked for again', async () => {
  await begin('whatsapp');
  isSilent = true;
  const id = await add('5511987654321');
  await settled();
  expect(await validOf(id)).toBeNull();
  isSilent = false;
  await check();
  expect(
    await eventually(
      () => validOf(id),
      (valid) => valid !== null,
    ),
  ).toBe(true);
});
