import { newId } from '@prosa/contracts';
import { formOf, post } from '../../media/media.fixture.ts';
import { ask, eventually, joinPair } from '../../testing/world.fixture.ts';

const { world, c1: service, scene } = await joinPair();
afterAll(() => world.close());

const upload = (id: string, text: string, by = scene.ana, key?: string) =>
  post<{ mediaName: string }>(
    service,
    `/quick-messages/${id}/media-upload`,
    by,
    formOf([{ bytes: Buffer.from(text), name: 'tabela.txt' }]),
    key,
  );
/** Without those of refused calls, which are swept. */
const files = async () =>
  (
    await service.deps.pool.query<{ id: string; subject: string; state: string }>(
      `select id, subject, state from command.media where state <> 'staged' and company_id = $1`,
      [scene.companyId],
    )
  ).rows;
const make = async (userId: string | null) => {
  const sent = { token: scene.ana.token, body: { shortcode: 'tabela', message: 'Os preços de hoje.', userId } };
  const { status, body } = await ask<Record<string, unknown>>(service, 'POST /quick-messages', sent);
  expect([status, Object.keys(body)]).toEqual([201, expect.not.arrayContaining(['mediaId', 'mediaName'])]);
  return body.id as string;
};

test('a file is kept for the company, replaced by another, and goes with its quick message', async () => {
  const id = await make(scene.ana.id);
  const key = newId();
  expect(await upload(id, 'um', scene.ana, key)).toMatchObject({ status: 200, body: { id, mediaName: 'tabela.txt' } });
  const kept = (state: string) => eventually(files, (all) => all.length === 1 && all[0]!.state === state);
  await kept('kept');
  const [first] = await files();
  expect(first?.subject).toBe(scene.companyId);
  expect((await upload(id, 'um', scene.ana, key)).status).toBe(200); // repeated: nothing is left over
  expect(await files()).toEqual([first]);
  expect((await upload(id, 'dois', scene.ana, key)).body.error).toBe('ERR_IDEMPOTENCY_MISMATCH');
  expect((await upload(id, 'dois')).status).toBe(200);
  await kept('kept');
  expect((await files())[0]?.id).not.toBe(first?.id);
  const { token } = scene.ana;
  expect(await ask(service, `PUT /quick-messages/${id}`, { token, body: { message: 'Os de ontem.' } })).toMatchObject({
    status: 200,
    body: { message: 'Os de ontem.' },
  });
  expect((await ask(service, `DELETE /quick-messages/${id}`, { token })).status).toBe(200);
  await kept('dropped');
});

test('only who may change a quick message may change its file', async () => {
  const before = await files();
  const [own, shared] = [await make(scene.ana.id), await make(null)];
  expect(await upload(own, 'de outro', scene.bruno)).toMatchObject({
    status: 404,
    body: { error: 'ERR_NO_QUICK_MESSAGE_FOUND' },
  });
  expect((await ask(service, `DELETE /quick-messages/${own}/media-upload`, { token: scene.bruno.token })).status).toBe(404);
  expect(await files()).toEqual(before);
  expect((await upload(shared, 'de todos', scene.bruno)).status).toBe(200);
  expect(await ask(service, `DELETE /quick-messages/${shared}/media-upload`, { token: scene.ana.token })).toMatchObject({
    status: 200,
    body: { id: shared, mediaName: null },
  });
  expect(await upload(own, '')).toMatchObject({ status: 400, body: { error: 'ERR_MEDIA_EMPTY' } });
});
