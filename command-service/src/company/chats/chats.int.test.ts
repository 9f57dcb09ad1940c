import { type ChatFact, type ChatMessageOwn, chatStream, newId } from '@prosa/contracts';
import { formOf, post as postForm } from '../../media/media.fixture.ts';
import { sweepMedia } from '../../media/sweep.ts';
import { ask, caughtUp, joinPair, makeScene, type Person } from '../../testing/world.fixture.ts';

const { world, c1, c2, scene } = await joinPair();
afterAll(() => world.close());
const foreign = await makeScene(c1, null);

type Own = { id: string; uuid: string; title: string; ownerId: string; userIds: string[] };
const begin = async (by: Person, users: unknown[], title = 'Loja') =>
  ask<Own>(c1, 'POST /chats', { token: by.token, body: { title, users } });
const say = (id: string, by: Person, message: string, key?: string, through = c1) =>
  ask<ChatMessageOwn>(through, `POST /chats/${id}/messages`, { token: by.token, body: { message }, ...(key && { key }) });
const factsOf = async (id: string) => (await c1.deps.store.load(chatStream(id))) as ChatFact[];
const media = () =>
  c1.deps.pool.query<{ id: string; state: string; subject: string }>('select * from command.media where company_id = $1', [
    scene.companyId,
  ]);

test('a chat is begun, changed, read and deleted', async () => {
  const { status, body } = await begin(scene.admin, [scene.ana.id, { id: scene.bruno.id, name: 'Bruno' }]);
  const { id } = body;
  const members = [scene.admin.id, scene.ana.id, scene.bruno.id];
  expect([status, body]).toMatchObject([201, { uuid: id, title: 'Loja', ownerId: scene.admin.id, userIds: members }]);
  expect(await say(id, scene.ana, '  Bom dia!  ')).toMatchObject({
    status: 201,
    body: { chatId: id, seq: 1, senderId: scene.ana.id, message: 'Bom dia!', mediaName: null, mediaType: null },
  });
  const read = (by: Person, userId: string) => ask(c2, `POST /chats/${id}/read`, { token: by.token, body: { userId } });
  expect(await read(scene.bruno, scene.bruno.id)).toMatchObject({ status: 200, body: { unreads: 0 } });
  expect(await ask(c1, `POST /chats/${id}/read`, { token: scene.bruno.token })).toMatchObject({ status: 200 });
  expect(await read(scene.bruno, scene.ana.id)).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } });
  const change = { title: 'Vila Aurora', users: [scene.bruno.id] };
  expect(await ask(c2, `PUT /chats/${id}`, { token: scene.admin.token, body: change })).toMatchObject({
    status: 200,
    body: { title: 'Vila Aurora', userIds: [scene.admin.id, scene.bruno.id] },
  });
  expect(await say(id, scene.ana, 'Ainda?')).toMatchObject({ status: 404, body: { error: 'ERR_NO_CHAT_FOUND' } });
  expect((await ask(c1, `DELETE /chats/${id}`, { token: scene.admin.token })).status).toBe(200);
  expect((await say(id, scene.bruno, 'Alguém?')).status).toBe(404);
  expect((await factsOf(id)).map(({ type }) => type)).toEqual([
    'ChatCreated',
    'ChatMessagePosted',
    'ChatRead',
    'ChatChanged',
    'ChatDeleted',
  ]);
});

test('nobody outside reaches a chat, whatever they may elsewhere', async () => {
  const { id } = (await begin(scene.ana, [scene.bruno.id])).body;
  const calls = (token: string) => [
    ask(c1, `PUT /chats/${id}`, { token, body: { title: 'Meu' } }),
    ask(c1, `DELETE /chats/${id}`, { token }),
    ask(c1, `POST /chats/${id}/read`, { token, body: {} }),
    ask(c1, `POST /chats/${id}/messages`, { token, body: { message: 'Oi' } }),
  ];
  for (const { token } of [scene.admin, foreign.admin, foreign.ana])
    for (const { status, body } of await Promise.all(calls(token)))
      expect([status, body.error]).toEqual([404, 'ERR_NO_CHAT_FOUND']);
  // A member who does not own it, and an owner who is no administrator.
  expect(await ask(c1, `PUT /chats/${id}`, { token: scene.bruno.token, body: { title: 'X' } })).toMatchObject({ status: 403 });
  expect(await ask(c1, `DELETE /chats/${id}`, { token: scene.ana.token })).toMatchObject({ status: 403 });
  expect(await begin(scene.ana, [foreign.ana.id])).toMatchObject({ status: 404, body: { error: 'ERR_NO_USER_FOUND' } });
  expect((await factsOf(id)).map(({ type }) => type)).toEqual(['ChatCreated']);
  const before = (await media()).rowCount;
  const file = formOf([{ bytes: Buffer.from('texto') }]);
  expect((await postForm(c1, `/chats/${id}/messages`, scene.admin, file)).status).toBe(404);
  expect((await media()).rowCount).toBe(before);
});

test('a wrong body is refused field by field, and an empty message is not sent', async () => {
  const { id } = (await begin(scene.ana, [])).body;
  for (const [title, fault] of [
    ['  ', 'Required'],
    ['x'.repeat(51), 'Too Long!'],
  ] as const)
    expect(await begin(scene.ana, [], title)).toMatchObject({ status: 400, body: { fields: { title: fault } } });
  expect((await begin(scene.ana, ['x'])).status).toBe(400);
  for (const message of ['', ' \n '])
    expect(await say(id, scene.ana, message)).toMatchObject({ status: 400, body: { fields: { message: 'Required' } } });
  expect((await postForm(c1, `/chats/${id}/messages`, scene.ana, formOf([], { body: ' ' }))).status).toBe(400);
  expect(await factsOf(id)).toHaveLength(1);
});

test('a message that is sent twice, at once on two instances, is there once', async () => {
  const { id } = (await begin(scene.ana, [scene.bruno.id])).body;
  const key = newId();
  const answers = await Promise.all([c1, c2, c1, c2].map((through) => say(id, scene.ana, 'Uma vez', key, through)));
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(answers[0]).toMatchObject({ status: 201, body: { seq: 1, clientId: key } });
  expect(await say(id, scene.ana, 'Outra', key)).toMatchObject({ status: 422 });
  expect(await factsOf(id)).toHaveLength(2);
});

test('members who write at once on two instances lose nothing, and every message has its number', async () => {
  const { id } = (await begin(scene.ana, [scene.admin.id])).body;
  await Promise.all(
    Array.from({ length: 20 }, (_, n) => say(id, n % 2 ? scene.ana : scene.admin, `${n}`, undefined, n % 3 ? c1 : c2)),
  );
  const numbers = (await factsOf(id)).flatMap((fact) => (fact.type === 'ChatMessagePosted' ? [fact.data.seq] : []));
  expect(numbers).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
});

test('several files are as many messages, the words under the first; a repeat sends none again', async () => {
  const { id } = (await begin(scene.ana, [scene.admin.id])).body;
  const key = newId();
  const send = () =>
    postForm<ChatMessageOwn & { messages: ChatMessageOwn[] }>(
      c1,
      `/chats/${id}/messages`,
      scene.ana,
      formOf(
        [
          { bytes: Buffer.from('um'), name: 'romaneio.txt' },
          { bytes: Buffer.from('dois'), name: 'nota.txt' },
        ],
        { body: 'Vai o romaneio e a nota', fromMe: 'true' },
      ),
      key,
    );
  const first = await send();
  expect(first).toMatchObject({ status: 201, body: { message: 'Vai o romaneio e a nota', mediaType: 'other', clientId: key } });
  expect(first.body.messages.map(({ message, mediaName, seq }) => [message, mediaName, seq])).toEqual([
    ['Vai o romaneio e a nota', 'romaneio.txt', 1],
    ['', 'nota.txt', 2],
  ]);
  expect(await send()).toEqual(first);
  const named = (await factsOf(id)).flatMap((fact) => (fact.type === 'ChatMessagePosted' ? [fact.data.media!.mediaId] : []));
  expect(named).toHaveLength(2);
  await caughtUp(c1.deps);
  while ((await sweepMedia(c1.deps, 0)) > 0);
  const kept = (await media()).rows.filter(({ id }) => named.includes(id));
  expect(kept.map(({ state, subject }) => [state, subject])).toEqual(Array(2).fill(['kept', scene.ana.id]));
  expect((await media()).rows.filter(({ state }) => state !== 'kept')).toEqual([]);
});

test('words and files are sealed for who wrote them', async () => {
  const { id } = (await begin(scene.ana, [scene.admin.id])).body;
  await say(id, scene.admin, 'Fica');
  await postForm(c1, `/chats/${id}/messages`, scene.ana, formOf([{ bytes: Buffer.from('x'), name: 'meu.txt' }], { body: 'Vai' }));
  await c1.deps.keys.destroy(scene.ana.id);
  expect((await factsOf(id)).slice(1).map(({ data }) => data)).toMatchObject([
    { message: 'Fica' },
    { message: null, media: { name: null, sha256: null } },
  ]);
});
