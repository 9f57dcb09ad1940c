import { announcements, PLATFORM } from '@prosa/contracts';
import sharp from 'sharp';
import { formOf } from '../../media/media.fixture.ts';
import { joinPair } from '../../records/world.fixture.ts';

const { world, one } = await joinPair();
afterAll(() => world.close());
const { companyId, users } = await world.company(one);
const boss = await one.signIn((await world.platformUser(one, companyId)).email);
const admin = await one.signIn(users.admin.email);

const picture = (format: 'png' | 'jpeg' | 'webp', background = '#aa3311') =>
  sharp({ create: { width: 64, height: 32, channels: 3, background } })
    .toFormat(format)
    .toBuffer();
const upload = (id: string, bytes: Uint8Array, token = boss, name = 'tela.png') => uploadAll(id, [{ bytes, name }], token);
const uploadAll = async (id: string, all: { bytes: Uint8Array; name: string }[], token = boss) => {
  const answer = await fetch(`${one.url}/api/announcements/${id}/media-upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: formOf(all),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};
const make = async (): Promise<string> => {
  const { status, body } = await one.call('POST /announcements', {
    token: boss,
    body: { title: 'Nova tela', text: 'Relatórios' },
  });
  expect([status, body]).toMatchObject([201, { priority: 3, status: true, companyId: PLATFORM }]);
  return body.id as string;
};
const stored = async (id: string) =>
  (await one.deps.store.load(`announcement-${id}`)).map(({ type, data }) => ({ type, ...(data as object) }));
/** The platform's. */
const files = async () =>
  (await one.deps.pool.query<{ id: string }>('select id from command.media where subject = $1', [PLATFORM])).rows;

test('platform-level users write, change, switch off and delete announcements; nobody else does', async () => {
  const id = await make();
  const path = `/announcements/${id}` as const;
  expect((await one.call(`PUT ${path}`, { token: boss, body: { status: false, priority: 1 } })).body).toMatchObject({
    status: false,
    priority: 1,
  });
  for (const refused of [
    await one.call('POST /announcements', { token: admin, body: { title: 'x', text: 'y' } }),
    await one.call(`PUT ${path}`, { token: admin, body: { title: 'x' } }),
    await one.call(`DELETE ${path}`, { token: admin }),
    await one.call(`DELETE /announcements/${id}/media-upload`, { token: admin }),
    await upload(id, await picture('png'), admin),
  ])
    expect(refused).toMatchObject({ status: 403, body: { error: 'ERR_NO_PERMISSION' } });
  expect((await one.call(`DELETE ${path}`, { token: boss })).status).toBe(200);
  expect(await one.call(`PUT ${path}`, { token: boss, body: { title: 'x' } })).toMatchObject({ status: 404 });
  const faults = { fields: { title: 'Obrigatório', text: 'Obrigatório' } };
  expect(await one.call('POST /announcements', { token: boss, body: { title: ' ', text: '' } })).toMatchObject({
    status: 400,
    body: faults,
  });
});

test('a picture is attached, replaced and removed; only PNG and JPEG are taken, and no file is left over', async () => {
  const before = (await files()).length;
  const id = await make();
  expect(await upload(id, await picture('png'))).toMatchObject({ status: 200, body: { id, mediaName: 'tela.png' } });
  const [first] = (await files()).slice(before);
  expect(first).toBeDefined();
  expect(await upload(id, await picture('jpeg'), boss, 'nova.jpg')).toMatchObject({
    status: 200,
    body: { mediaName: 'nova.jpg' },
  });
  const now = (await files()).slice(before);
  expect(now).toHaveLength(1);
  for (const bytes of [await picture('webp'), Buffer.from('não sou uma foto')])
    expect(await upload(id, bytes)).toMatchObject({ status: 415, body: { error: 'ERR_MEDIA_KIND' } });
  const two = ['a.png', 'b.png'];
  const png = await picture('png');
  expect(
    await uploadAll(
      id,
      two.map((name) => ({ bytes: png, name })),
    ),
  ).toMatchObject({
    status: 400,
    body: { fields: { file: expect.any(String) } },
  });
  expect((await files()).slice(before)).toEqual(now);
  expect(await one.call(`DELETE /announcements/${id}/media-upload`, { token: boss })).toMatchObject({
    status: 200,
    body: { mediaName: null },
  });
  expect((await files()).length).toBe(before);
  const { pictured } = announcements.events;
  expect((await stored(id)).filter(({ type }) => type === pictured.type)).toMatchObject([
    { mediaId: first!.id, replaces: null },
    { mediaId: now[0]!.id, replaces: first!.id, mediaName: 'nova.jpg' },
    { mediaId: null, replaces: now[0]!.id },
  ]);
  expect(await upload('0190c1d2-0000-7000-8000-000000000000', await picture('png'))).toMatchObject({ status: 404 });
  expect((await files()).length).toBe(before);
});
