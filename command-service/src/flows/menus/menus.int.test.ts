import { newId } from '@prosa/contracts';
import { joinPair } from '../../records/world.fixture.ts';

const { world, one, two } = await joinPair();
afterAll(() => world.close());

const { users, companyId } = await world.company(one);
const token = await one.signIn(users.admin.email);
const foreign = await one.signIn((await world.company(one)).users.admin.email);
const queueId = (await one.call('POST /queue', { token, body: { name: 'Vendas', color: '#2563EB' } })).body.id as string;
const create = (body: object, as = token) => one.call('POST /queue-options', { token: as, body: { queueId, ...body } });
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const send = async (call: string, fields: Record<string, string>, key = newId(), bytes = picture) => {
  const [method, path] = call.split(' ') as [string, string];
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([bytes]), 'mapa.png');
  const answer = await fetch(`${one.url}/api${path}`, {
    method,
    body: form,
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': key },
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};
const files = async () =>
  (await one.deps.pool.query<{ state: string }>('select state from command.media where company_id = $1', [companyId])).rows.map(
    ({ state }) => state,
  );

test('options are created at the top (-1, nothing) and below others, moved, changed and deleted', async () => {
  const first = await create({ title: ' Preços ', message: 'Qual?', parentId: -1 });
  expect(first).toMatchObject({
    status: 201,
    body: { queueId, parentId: null, option: 1, title: 'Preços', message: 'Qual?', mediaType: null },
  });
  const second = await create({ title: 'Onde fica', option: 1 });
  expect(second).toMatchObject({ status: 201, body: { option: 1 } });
  const { id } = first.body as { id: string };
  expect(await two.call(`PUT /queue-options/${second.body.id}`, { token, body: { parentId: id } })).toMatchObject({
    status: 200,
    body: { parentId: id, option: 1, title: 'Onde fica' },
  });
  expect((await two.call(`DELETE /queue-options/${id}`, { token })).status).toBe(200);
  expect(await one.call(`PUT /queue-options/${second.body.id}`, { token, body: { title: 'x' } })).toMatchObject({
    status: 404,
    body: { error: 'ERR_NO_OPTION_FOUND' },
  });
});

test('a form brings a file, which a later form replaces and deleteMedia removes; a repeat keeps no second one', async () => {
  const key = newId();
  const made = await send('POST /queue-options', { queueId, parentId: '-1', title: 'Mapa' }, key);
  expect(made).toMatchObject({ status: 201, body: { title: 'Mapa', mediaType: 'image', mediaName: 'mapa.png' } });
  expect(await send('POST /queue-options', { queueId, parentId: '-1', title: 'Mapa' }, key)).toEqual(made);
  expect(await files()).toHaveLength(1);
  expect(await send('POST /queue-options', { queueId, title: 'Outro' }, key)).toMatchObject({ status: 422 });
  const id = made.body.id as string;
  expect(await send(`PUT /queue-options/${id}`, { title: 'Planta' })).toMatchObject({
    status: 200,
    body: { title: 'Planta', mediaType: 'image' },
  });
  expect(await one.call(`PUT /queue-options/deleteMedia/${id}`, { token })).toMatchObject({
    status: 200,
    body: { title: 'Planta', mediaType: null, mediaName: null },
  });
  // With the one of the refused call, which the sweep deletes.
  expect(await files()).toHaveLength(3);
  expect(await send(`PUT /queue-options/${newId()}`, { title: 'Planta' })).toMatchObject({ status: 404 });
  expect(await send('POST /queue-options', { queueId, title: '' })).toMatchObject({
    status: 400,
    body: { fields: { title: 'Required' } },
  });
  expect(await files()).toHaveLength(3);
});

test.each([
  [{ title: '' }, { title: 'Required' }],
  [{ title: 'x'.repeat(81) }, { title: 'Too Long!' }],
  [{ title: 'Boa', parentId: 'x' }, { parentId: expect.any(String) }],
  [{ title: 'Boa', parentId: newId() }, { parentId: 'Invalid value' }],
])('%j is refused by field', async (body, fields) =>
  expect(await create(body)).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION', fields } }),
);

test('only administrators build menus, and only those of their own company', async () => {
  const { id } = (await create({ title: 'Nossa' })).body as { id: string };
  for (const who of ['user', 'supervisor'] as const) {
    const their = await one.signIn(users[who].email);
    expect(await create({ title: 'Deles' }, their)).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } });
    expect((await one.call(`DELETE /queue-options/${id}`, { token: their })).status).toBe(403);
  }
  expect(await create({ title: 'Deles' }, foreign)).toMatchObject({ status: 404, body: { error: 'ERR_NO_QUEUE_FOUND' } });
  for (const call of [`PUT /queue-options/${id}`, `PUT /queue-options/deleteMedia/${id}`, `DELETE /queue-options/${id}`] as const)
    expect(await one.call(call, { token: foreign, body: { title: 'Deles' } })).toMatchObject({
      status: 404,
      body: { error: 'ERR_NO_OPTION_FOUND' },
    });
  const deleted = (await one.call('POST /queue', { token, body: { name: 'Velha', color: '#111111' } })).body.id;
  await one.call(`DELETE /queue/${deleted}`, { token });
  expect(await create({ queueId: deleted, title: 'Nova' })).toMatchObject({ status: 404 });
});
