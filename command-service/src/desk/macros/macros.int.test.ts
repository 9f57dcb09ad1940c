import { type MacroAct, newId } from '@prosa/contracts';
import { ask, eventually, joinPair } from '../../testing/world.fixture.ts';
import { replyWordsOf } from './reply-words.ts';

const { world, c1, c2, scene } = await joinPair();
afterAll(() => world.close());

const { ana, bruno, admin } = scene;
const create = (fields: object, by = ana, through = c1) =>
  ask<Record<string, unknown>>(through, 'POST /macros', {
    token: by.token,
    body: { name: 'Troca', userId: by.id, acts: [{ do: 'resolve' }], ...fields },
  });
const errorOf = async (asked: ReturnType<typeof create>) => (await asked).body.error ?? null;
const reply = (fields: object, by = ana) =>
  ask<Record<string, unknown>>(c1, 'POST /quick-messages', {
    token: by.token,
    body: { message: 'Olá, tudo bem?', userId: by.id, ...fields },
  });

test('a macro is made, changed by its owner or an administrator, and deleted', async () => {
  const { status, body } = await create({ shortcode: '/troca' });
  expect({ status, body }).toMatchObject({
    status: 201,
    body: { shortcode: 'troca', userId: ana.id, acts: [{ do: 'resolve' }] },
  });
  const call = `PUT /macros/${body.id}` as const;
  expect((await ask(c2, call, { token: bruno.token, body: { name: 'Minha' } })).body.error).toBe('ERR_NO_MACRO_FOUND');
  const acts = [{ do: 'snooze', until: 'monday', time: '08:30' }];
  expect((await ask(c2, call, { token: ana.token, body: { acts } })).body).toMatchObject({ name: 'Troca', acts });
  expect((await ask(c1, call, { token: admin.token, body: { userId: null } })).body).toMatchObject({ userId: null });
  expect((await ask(c1, `DELETE /macros/${body.id}`, { token: bruno.token })).status).toBe(200);
});

test('acts name what is there, in this company', async () => {
  const tag = await ask<{ id: string }>(c1, 'POST /tags', { token: ana.token, body: { name: 'Troca' } });
  const own = await reply({ shortcode: 'so-da-ana' });
  const good: MacroAct[] = [
    { do: 'tags', tagIds: [tag.body.id] },
    { do: 'reply', quickMessageId: String(own.body.id) },
    { do: 'queue', queueId: scene.queueId },
    { do: 'user', userId: bruno.id },
  ];
  expect(await errorOf(create({ shortcode: 'bom', acts: good }))).toBeNull();
  expect(await errorOf(create({ shortcode: 'de-todos', userId: null, acts: good }))).toBe('ERR_NO_QUICK_MESSAGE_FOUND');
  const faults = async (act: MacroAct) => errorOf(create({ shortcode: 'ruim', acts: [act] }));
  expect(await faults({ do: 'tags', tagIds: [newId()] })).toBe('ERR_NO_TAG_FOUND');
  expect(await faults({ do: 'queue', queueId: newId() })).toBe('ERR_NO_QUEUE_FOUND');
  expect(await faults({ do: 'user', userId: newId() })).toBe('ERR_NO_USER_FOUND');
  expect(await faults({ do: 'reply', quickMessageId: newId() })).toBe('ERR_NO_QUICK_MESSAGE_FOUND');
  await ask(c1, `DELETE /tags/${tag.body.id}`, { token: admin.token });
  expect(await faults({ do: 'tags', tagIds: [tag.body.id] })).toBe('ERR_NO_TAG_FOUND');
  await ask(c1, `DELETE /quick-messages/${own.body.id}`, { token: ana.token });
  expect(await faults({ do: 'reply', quickMessageId: String(own.body.id) })).toBe('ERR_NO_QUICK_MESSAGE_FOUND');
});

test('macros and quick replies share their words: each refuses what the other has', async () => {
  expect((await create({ shortcode: 'frete', userId: null })).status).toBe(201);
  expect(await reply({ shortcode: 'Frete' }, bruno)).toMatchObject({
    status: 409,
    body: { error: 'ERR_SHORTCUT_TAKEN', fields: { shortcode: 'Taken' } },
  });
  const own = await reply({ shortcode: 'prazo' });
  expect(own.status).toBe(201);
  // The words of quick replies come by their events.
  const words = async () => (await replyWordsOf(c1.deps.pool, scene.companyId)).map(({ shortcode }) => shortcode);
  await eventually(words, (all) => all.includes('prazo'));
  expect(await errorOf(create({ shortcode: 'prazo' }))).toBe('ERR_SHORTCUT_TAKEN');
  expect((await create({ shortcode: 'prazo' }, bruno)).status).toBe(201);
  const changed = await ask(c1, `PUT /quick-messages/${own.body.id}`, { token: ana.token, body: { shortcode: 'frete' } });
  expect(changed.body.error).toBe('ERR_SHORTCUT_TAKEN');
  expect((await ask(c1, `PUT /quick-messages/${own.body.id}`, { token: ana.token, body: { message: 'Até já!' } })).status).toBe(
    200,
  );
  // Bruno would see it beside his own macro.
  const shared = await ask(c1, `PUT /quick-messages/${own.body.id}`, { token: ana.token, body: { userId: null } });
  expect(shared.body.error).toBe('ERR_SHORTCUT_TAKEN');
  expect((await ask(c1, `PUT /quick-messages/${own.body.id}`, { token: ana.token, body: { shortcode: 'outro' } })).status).toBe(
    200,
  );
  await eventually(words, (all) => all.includes('outro') && !all.includes('prazo'));
  expect((await create({ shortcode: 'prazo' })).status).toBe(201);
  await ask(c1, `DELETE /quick-messages/${own.body.id}`, { token: ana.token });
  await eventually(words, (all) => !all.includes('outro'));
});
