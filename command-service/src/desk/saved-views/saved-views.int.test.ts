import { newId } from '@prosa/contracts';
import { ask, joinPair } from '../../testing/world.fixture.ts';

const { world, c1, c2, scene } = await joinPair();
afterAll(() => world.close());

const { ana, bruno, admin } = scene;
const create = (fields: object, by = ana) =>
  ask<Record<string, unknown>>(c1, 'POST /saved-views', {
    token: by.token,
    body: { name: 'Trocas', userId: by.id, states: ['open'], ...fields },
  });
const errorOf = async (asked: ReturnType<typeof create>) => (await asked).body.error ?? null;

test('a view is made from filters, renamed by its owner alone, and deleted', async () => {
  const { status, body } = await create({ queueIds: [scene.queueId, 'none'], attendantId: bruno.id, chip: 'unanswered' });
  expect({ status, body }).toMatchObject({
    status: 201,
    body: { name: 'Trocas', userId: ana.id, queueIds: [scene.queueId, 'none'], tagIds: [], attendantId: bruno.id },
  });
  const call = `PUT /saved-views/${body.id}` as const;
  expect((await ask(c2, call, { token: bruno.token, body: { name: 'Minha' } })).body.error).toBe('ERR_NO_SAVED_VIEW_FOUND');
  expect((await ask(c2, call, { token: ana.token, body: { name: 'Garantias' } })).body).toMatchObject({ name: 'Garantias' });
  expect((await ask(c1, `DELETE /saved-views/${body.id}`, { token: ana.token })).status).toBe(200);
});

test('the company’s are made and changed by administrators', async () => {
  expect(await errorOf(create({ userId: null }))).toBe('ERR_NO_PERMISSION');
  const { status, body } = await create({ userId: null }, admin);
  expect(status).toBe(201);
  const call = `PUT /saved-views/${body.id}` as const;
  expect(await ask(c2, call, { token: ana.token, body: { name: 'Minha' } })).toMatchObject({
    status: 403,
    body: { error: 'ERR_NO_PERMISSION' },
  });
  expect((await ask(c2, call, { token: admin.token, body: { states: ['pending'] } })).body).toMatchObject({
    states: ['pending'],
  });
});

test('a view names what is there, in this company', async () => {
  const tag = await ask<{ id: string }>(c1, 'POST /tags', { token: ana.token, body: { name: 'Troca' } });
  expect(await errorOf(create({ tagIds: [tag.body.id] }))).toBeNull();
  expect(await errorOf(create({ tagIds: [newId()] }))).toBe('ERR_NO_TAG_FOUND');
  expect(await errorOf(create({ queueIds: [newId()] }))).toBe('ERR_NO_QUEUE_FOUND');
  expect(await errorOf(create({ attendantId: newId() }))).toBe('ERR_NO_USER_FOUND');
  await ask(c1, `DELETE /tags/${tag.body.id}`, { token: admin.token });
  expect(await errorOf(create({ tagIds: [tag.body.id] }))).toBe('ERR_NO_TAG_FOUND');
});
