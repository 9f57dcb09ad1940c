import { randomUUID } from 'node:crypto';
import { limits, type Me, newId } from '@prosa/contracts';
import sharp from 'sharp';
import { formOf } from '../../media/media.fixture.ts';
import { sweepMedia } from '../../media/sweep.ts';
import { ask, caughtUp, joinPair, type Person } from '../../testing/world.fixture.ts';
import { users } from './users.decider.ts';

const { world, c1: service, scene } = await joinPair();
afterAll(() => world.close());

const drawn = (format: 'png' | 'jpeg' | 'webp' | 'gif', background = '#aa3311') =>
  sharp({ create: { width: 640, height: 320, channels: 3, background } })
    .withExif({ IFD0: { Copyright: 'onde eu moro' } })
    .toFormat(format)
    .toBuffer();
const put = async ({ token }: Person | { token: string }, bytes: Uint8Array | null, key: string = randomUUID()) => {
  const answer = await fetch(`${service.app.listeningOrigin}/api/auth/picture`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': key },
    body: formOf(bytes ? [{ bytes, name: 'eu.png' }] : []),
  });
  return { status: answer.status, body: (await answer.json()) as { profilePicUrl: string; error?: string } };
};
const remove = ({ token }: Person) => ask(service, 'DELETE /auth/picture', { token });
const mine = async ({ token }: Person) => (await ask<Me>(service, 'GET /auth/me', { token })).body.profilePicUrl;
const idOf = (path: string): string => path.split('/')[3]!;
const stateOf = async (mediaId: string): Promise<string | undefined> =>
  (await service.deps.pool.query('select state from command.media where id = $1', [mediaId])).rows[0]?.state;
const contentOf = async (mediaId: string): Promise<Buffer | null> => {
  const file = await service.deps.vault.open(mediaId);
  if (!file) return null;
  const pieces: Buffer[] = [];
  for await (const piece of file.read()) pieces.push(piece);
  return Buffer.concat(pieces);
};

test.each(['png', 'jpeg', 'webp'] as const)(
  'of a %s the square from its middle is kept, without what the camera wrote',
  async (format) => {
    const { status, body } = await put(scene.ana, await drawn(format));
    expect(status).toBe(200);
    expect(await mine(scene.ana)).toBe(body.profilePicUrl);
    const kept = (await contentOf(idOf(body.profilePicUrl)))!;
    const facts = await sharp(kept).metadata();
    expect([facts.format, facts.width, facts.height, facts.exif]).toEqual(['webp', 256, 256, undefined]);
    expect((await service.deps.vault.open(idOf(body.profilePicUrl)))!.owner).toEqual({
      subjectId: scene.ana.id,
      companyId: scene.companyId,
    });
  },
);

test('a named picture is kept; one that was replaced or removed is deleted at once, also a deleted user’s', async () => {
  const first = idOf((await put(scene.ana, await drawn('png', '#111111'))).body.profilePicUrl);
  await caughtUp(service.deps);
  while ((await sweepMedia(service.deps, 0)) > 0);
  expect(await stateOf(first)).toBe('kept');
  const second = idOf((await put(scene.ana, await drawn('png', '#222222'))).body.profilePicUrl);
  expect([await stateOf(first), await contentOf(first)]).toEqual([undefined, null]);
  expect((await remove(scene.ana)).status).toBe(200);
  expect([await stateOf(second), await contentOf(second), await mine(scene.ana)]).toEqual([undefined, null, null]);
  expect((await remove(scene.ana)).status).toBe(200);

  const third = idOf((await put(scene.bruno, await drawn('png', '#666666'))).body.profilePicUrl);
  expect((await ask(service, `DELETE /users/${scene.bruno.id}`, { token: scene.admin.token })).status).toBe(200);
  expect([await stateOf(third), await contentOf(third)]).toEqual([undefined, null]);
});

/** Appends the event alone. */
const named = (mediaId: string | null) =>
  service.deps.handle({
    decider: users,
    stream: `users-${scene.companyId}`,
    command: { do: 'change picture', userId: scene.ana.id, mediaId },
    commandId: newId(),
    actor: { kind: 'user', id: scene.ana.id },
    companyId: scene.companyId,
    missing: 'ERR_NO_USER_FOUND',
  });

test('a picture that is being deleted is not kept by the event that named it, if that is seen only then', async () => {
  const mediaId = newId();
  await service.deps.pool.query(`insert into command.media (id, company_id, subject, state) values ($1, $2, $3, 'dropped')`, [
    mediaId,
    scene.companyId,
    scene.ana.id,
  ]);
  await named(mediaId);
  await caughtUp(service.deps);
  expect(await stateOf(mediaId)).toBe('dropped');
  expect((await remove(scene.ana)).status).toBe(200);
  expect(await stateOf(mediaId)).toBeUndefined();
});

test('a file that a crash left is swept once the event was seen', async () => {
  const mediaId = idOf((await put(scene.ana, await drawn('png', '#333333'))).body.profilePicUrl);
  // As one that died between the append and the deletion.
  await named(null);
  await caughtUp(service.deps);
  expect(await stateOf(mediaId)).toBe('dropped');
  while ((await sweepMedia(service.deps, 0)) > 0);
  expect([await stateOf(mediaId), await contentOf(mediaId)]).toEqual([undefined, null]);
});

test('a repeat answers the same and keeps nothing more; the same key with another picture is refused', async () => {
  const key = randomUUID();
  const bytes = await drawn('png', '#444444');
  const [one, two] = await Promise.all([put(scene.ana, bytes, key), put(scene.ana, bytes, key)]);
  expect([one.status, two.status, two.body]).toEqual([200, 200, one.body]);
  expect((await put(scene.ana, bytes, key)).body).toEqual(one.body);
  expect(await contentOf(idOf(one.body.profilePicUrl))).not.toBeNull();
  expect(await put(scene.ana, await drawn('png', '#555555'), key)).toMatchObject({
    status: 422,
    body: { error: 'ERR_IDEMPOTENCY_MISMATCH' },
  });
  expect(await mine(scene.ana)).toBe(one.body.profilePicUrl);
});

test('what is no still picture, damaged, empty, missing or too large is refused, and nothing changes', async () => {
  const before = await mine(scene.ana);
  const kept = () => service.deps.pool.query('select from command.media where company_id = $1', [scene.companyId]);
  const { rowCount } = await kept();
  const png = await drawn('png');
  const cases: [Uint8Array | null, number, string][] = [
    [await drawn('gif'), 415, 'ERR_MEDIA_KIND'],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415, 'ERR_MEDIA_KIND'],
    [Buffer.from('não sou uma foto'), 415, 'ERR_MEDIA_KIND'],
    [png.subarray(0, 60), 415, 'ERR_MEDIA_KIND'],
    [Buffer.alloc(0), 400, 'ERR_MEDIA_EMPTY'],
    [null, 400, 'ERR_VALIDATION'],
    [Buffer.concat([png, Buffer.alloc(limits.userPictureBytes)]), 413, 'ERR_TOO_LARGE'],
  ];
  for (const [bytes, status, error] of cases) expect(await put(scene.ana, bytes)).toMatchObject({ status, body: { error } });
  expect((await put({ token: 'x' }, png)).status).toBe(401);
  expect((await remove({ ...scene.ana, token: 'x' })).status).toBe(401);
  expect(await mine(scene.ana)).toBe(before);
  expect((await kept()).rowCount).toBe(rowCount);
});
