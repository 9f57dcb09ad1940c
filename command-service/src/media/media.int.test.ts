import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { type MessageOwn, newId, type Outbound } from '@prosa/contracts';
import { mediaLinks } from '@prosa/infra/runtime';
import sharp from 'sharp';
import { mp3 } from '../../../infra/runtime/media/clips.fixture.ts';
import { startS3 } from '../../../infra/testing/s3.ts';
import type { CommandService } from '../app.ts';
import {
  ask,
  caughtUp,
  eventually,
  makeScene,
  openTicket,
  outboundOf,
  type Scene,
  startWorld,
} from '../testing/world.fixture.ts';
import { deleteErased } from './erased.ts';
import { formOf, post, sentIn } from './media.fixture.ts';
import { sweepMedia } from './sweep.ts';

let world: Awaited<ReturnType<typeof startWorld>>;
let service: CommandService;
let scene: Scene;
let published: Extract<Outbound, { kind: 'send' }>[];

beforeAll(async () => {
  world = await startWorld();
  service = await world.instance();
  scene = await makeScene(service);
  published = await outboundOf(service.bus, 'send');
});
afterAll(() => world.close());

type Uploaded = { mediaId: string; kind: string };
const upload = (ticketId: string | null, bytes: Uint8Array, name?: string, key?: string, by = scene.ana) =>
  post<Uploaded>(
    service,
    `/media${ticketId ? `?ticketId=${ticketId}` : ''}`,
    by,
    formOf([{ bytes, ...(name && { name }) }]),
    key,
  );
let phones = 0;
const ticket = async () => {
  phones += 1;
  return (await openTicket(service, scene, scene.ana, `551198777${String(phones).padStart(4, '0')}`)).id;
};
const stateOf = async (mediaId: string): Promise<string | undefined> =>
  (await service.deps.pool.query('select state from command.media where id = $1', [mediaId])).rows[0]?.state;
const files = (): string[] =>
  existsSync(world.mediaFolder)
    ? readdirSync(world.mediaFolder, { recursive: true, encoding: 'utf8' }).filter((path) =>
        statSync(join(world.mediaFolder, path)).isFile(),
      )
    : [];
const rowCount = async () => (await service.deps.pool.query('select from command.media')).rowCount;
const contentOf = async (mediaId: string): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  for await (const piece of (await service.deps.vault.open(mediaId))!.read()) pieces.push(piece);
  return Buffer.concat(pieces);
};
const picture = () =>
  sharp({ create: { width: 640, height: 320, channels: 3, background: { r: randomBytes(1)[0]!, g: 1, b: 2 } } })
    .png()
    .toBuffer();

test('an uploaded file is sent with its message: the event and the channel get its facts, and the stored bytes are encrypted', async () => {
  const ticketId = await ticket();
  const bytes = await picture();
  const { status, body } = await upload(ticketId, bytes, '../../férias.exe');
  expect({ status, body }).toMatchObject({
    status: 201,
    body: { kind: 'image', mime: 'image/png', bytes: bytes.length, name: 'férias.exe', width: 640, height: 320 },
  });
  const { mediaId } = body;
  expect(await stateOf(mediaId)).toBe('staged');
  const key = newId();
  const send = () =>
    ask<MessageOwn>(service, `POST /messages/${ticketId}`, {
      token: scene.ana.token,
      key,
      body: { body: 'Da praia', mediaId, signed: true },
    });
  const sent = await send();
  expect(sent).toMatchObject({ status: 201, body: { body: 'Da praia', clientId: key } });
  expect(await send()).toEqual(sent);
  const [fact, ...more] = await sentIn(service.deps, ticketId);
  expect(more).toEqual([]);
  expect(fact?.data).toMatchObject({
    messageId: sent.body.id,
    body: 'Da praia',
    media: {
      mediaId,
      kind: 'image',
      name: 'férias.exe',
      sha256: createHash('sha256').update(bytes).digest('hex'),
      thumbnail: true,
    },
  });
  await eventually(
    () => published.find(({ messageId }) => messageId === sent.body.id),
    (one) => one !== undefined,
  );
  expect(published.find(({ messageId }) => messageId === sent.body.id)).toMatchObject({
    body: null,
    media: { mediaId, kind: 'image', mime: 'image/png', bytes: bytes.length, name: 'férias.exe', caption: '*Ana:*\nDa praia' },
  });
  await eventually(
    () => stateOf(mediaId),
    (state) => state === 'kept',
  );
  expect((await contentOf(mediaId)).equals(bytes)).toBe(true);
  // Each file can be sent in one message only.
  expect(await ask(service, `POST /messages/${ticketId}`, { token: scene.ana.token, body: { mediaId } })).toMatchObject({
    status: 404,
    body: { error: 'ERR_NO_MEDIA_FOUND' },
  });
});

test('a recorded voice goes with its duration and its shape, which its message keeps; a wrong shape is refused', async () => {
  const ticketId = await ticket();
  const { body } = await upload(ticketId, mp3(100), 'recado.mp3');
  const { token } = scene.ana;
  const send = (waveform: number[]) =>
    ask<MessageOwn>(service, `POST /messages/${ticketId}`, { token, body: { mediaId: body.mediaId, waveform } });
  for (const wrong of [[], [101], [-1], [0.5], Array.from({ length: 65 }, () => 1)])
    expect(await send(wrong)).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION' } });
  const sent = await send([0, 40, 100]);
  const [fact] = await sentIn(service.deps, ticketId);
  expect(fact?.data).toMatchObject({ messageId: sent.body.id, waveform: [0, 40, 100] });
  const told = await eventually(
    () => published.find(({ messageId }) => messageId === sent.body.id),
    (one) => one !== undefined,
  );
  expect(told?.media).toMatchObject({ kind: 'audio', waveform: [0, 40, 100], durationMs: expect.any(Number) });
});

test('a file without a caption has an empty body, and an observation carries no file', async () => {
  const ticketId = await ticket();
  const { mediaId } = (await upload(ticketId, Buffer.from('texto'))).body;
  const observed = { token: scene.ana.token, body: { body: 'para a equipe', mediaId, isObservation: true } };
  expect(await ask(service, `POST /messages/${ticketId}`, observed)).toMatchObject({
    status: 400,
    body: { fields: { mediaId: expect.any(String) } },
  });
  const { status, body } = await ask(service, `POST /messages/${ticketId}`, {
    token: scene.ana.token,
    body: { body: '', mediaId },
  });
  expect({ status, body }).toMatchObject({ status: 201, body: { body: '' } });
});

test('a form with several files creates one message per file, and a repeat with its key creates no others', async () => {
  const ticketId = await ticket();
  const before = files().length;
  const contents = [await picture(), Buffer.from('dois'), randomBytes(200_000)];
  const send = (key: string, parts = contents, body = 'Veja') =>
    post<MessageOwn & { messages: MessageOwn[] }>(
      service,
      `/messages/${ticketId}`,
      scene.ana,
      formOf(
        parts.map((bytes, n) => ({ bytes, name: `${n}.bin` })),
        { body, fromMe: 'true' },
      ),
      key,
    );
  const key = newId();
  const first = await send(key);
  expect(first).toMatchObject({ status: 201, body: { body: 'Veja', clientId: key, ticketId } });
  expect(first.body.messages.map(({ body }) => body)).toEqual(['Veja', '', '']);
  const kept = files().length;
  expect(kept).toBe(before + 4 + 2 + 2);
  expect(await send(key)).toEqual(first);
  expect(files().length).toBe(kept);
  const facts = await sentIn(service.deps, ticketId);
  expect(facts.map(({ data }) => data.messageId)).toEqual(first.body.messages.map(({ id }) => id));
  for (const [n, { data }] of facts.entries()) expect((await contentOf(data.media!.mediaId)).equals(contents[n]!)).toBe(true);
  expect(await send(key, [contents[1]!, contents[0]!, contents[2]!])).toMatchObject({
    status: 422,
    body: { error: 'ERR_IDEMPOTENCY_MISMATCH' },
  });
  expect(await send(key, contents, 'Outra')).toMatchObject({ status: 422 });
  expect((await sentIn(service.deps, ticketId)).length).toBe(3);
  // A form may also contain only a text.
  expect(await send(newId(), [], 'Só texto')).toMatchObject({ status: 201, body: { body: 'Só texto' } });
  expect(await send(newId(), [], ' ')).toMatchObject({ status: 400 });
});

test('the address of a message’s file sends a copy of it, once; a foreign or false address sends nothing', async () => {
  const [from, to] = [await ticket(), await ticket()];
  const bytes = await picture();
  const { mediaId } = (await upload(from, bytes, 'praia.png')).body;
  await ask(service, `POST /messages/${from}`, { token: scene.ana.token, body: { mediaId } });
  const links = mediaLinks(service.deps.config.PROSA_TOKEN_SECRET);
  const mediaUrl = links.pathOf(mediaId, Date.now());
  const send = (body: object, key = newId(), ticketId = to, by = scene.ana) =>
    ask<MessageOwn>(service, `POST /messages/${ticketId}`, { token: by.token, key, body });
  const key = newId();
  const first = await send({ body: 'De novo', mediaUrl }, key);
  expect(first).toMatchObject({ status: 201, body: { body: 'De novo', clientId: key } });
  const [rows, kept] = [await rowCount(), files().length];
  expect(await send({ body: 'De novo', mediaUrl }, key)).toEqual(first);
  expect([await rowCount(), files().length]).toEqual([rows, kept]);
  const [fact, ...more] = await sentIn(service.deps, to);
  expect(more).toEqual([]);
  const { media } = fact!.data;
  expect(media).toMatchObject({ kind: 'image', name: 'praia.png', bytes: bytes.length });
  expect(media!.mediaId).not.toBe(mediaId);
  expect((await contentOf(media!.mediaId)).equals(bytes)).toBe(true);

  const stranger = await makeScene(service);
  const theirs = await openTicket(service, stranger, stranger.ana, '5511987770001');
  const none = { status: 404, body: { error: 'ERR_NO_MEDIA_FOUND' } };
  expect(await send({ mediaUrl }, newId(), theirs.id, stranger.ana)).toMatchObject(none);
  const past = Date.now() - 24 * 3_600_000;
  for (const wrong of [
    `${mediaUrl}x`,
    links.pathOf(mediaId, past),
    links.pathOf(newId(), Date.now()),
    'http://example.com/a.png',
  ])
    expect(await send({ mediaUrl: wrong })).toMatchObject(none);
  for (const body of [
    { mediaUrl, mediaId },
    { mediaUrl, body: 'para a equipe', isObservation: true },
  ])
    expect(await send(body)).toMatchObject({ status: 400, body: { fields: { mediaUrl: expect.any(String) } } });
  expect(await send({ body: 'Sem arquivo', mediaUrl: '' })).toMatchObject({ status: 201 });
  expect([await rowCount(), files().length]).toEqual([rows, kept]);
});

test('an upload repeated with its key returns the same file; another file under that key is refused', async () => {
  const ticketId = await ticket();
  const key = newId();
  const first = await upload(ticketId, Buffer.from('um'), 'a.txt', key);
  expect(await upload(ticketId, Buffer.from('um'), 'a.txt', key)).toEqual(first);
  expect(await upload(ticketId, Buffer.from('dois'), 'a.txt', key)).toMatchObject({ status: 422 });
  expect(String(await contentOf(first.body.mediaId))).toBe('um');
});

test('only users who may write to the ticket can upload for it, and nobody else can send the file', async () => {
  const ticketId = await ticket();
  const [other, mine] = [await ticket(), (await upload(ticketId, Buffer.from('texto'))).body.mediaId];
  const stranger = await makeScene(service);
  const refused = async (answer: Promise<{ status: number }>, status: number) => expect(await answer).toMatchObject({ status });
  const before = await rowCount();
  await refused(upload(ticketId, Buffer.from('x'), undefined, undefined, stranger.ana), 404);
  await refused(upload(newId(), Buffer.from('x')), 404);
  await refused(upload(ticketId, Buffer.from('x'), undefined, undefined, { ...scene.ana, token: 'none' }), 401);
  const send = (id: string, mediaId: string, token = scene.ana.token) =>
    ask(service, `POST /messages/${id}`, { token, body: { body: 'a', mediaId } });
  // Encrypted for another person.
  await refused(send(other, mine), 404);
  await refused(send(ticketId, newId()), 404);
  const company = (await upload(null, Buffer.from('da empresa'))).body.mediaId;
  await refused(send(ticketId, company), 404);
  const theirs = await openTicket(service, stranger, stranger.ana, '5511987770000');
  await refused(send(theirs.id, mine, stranger.ana.token), 404);
  await ask(service, `PUT /tickets/${ticketId}`, { token: scene.ana.token, body: { status: 'closed' } });
  await refused(upload(ticketId, Buffer.from('x')), 409);
  await refused(send(ticketId, mine), 409);
  expect(await rowCount()).toBe(before! + 1);
  // Each refusal released the file, so it can be sent once there is a ticket for it.
  await ask(service, `PUT /tickets/${ticketId}`, { token: scene.ana.token, body: { status: 'open', queueId: scene.queueId } });
  await refused(send(ticketId, mine), 201);
});

test('an empty file, a file too large for its kind and a call without a file are refused with a code, and nothing is stored', async () => {
  const ticketId = await ticket();
  const before = [files(), await rowCount()];
  expect(await upload(ticketId, Buffer.alloc(0))).toMatchObject({ status: 400, body: { error: 'ERR_MEDIA_EMPTY' } });
  const large = Buffer.concat([await picture(), randomBytes(17 * 1024 * 1024)]);
  expect(await upload(ticketId, large)).toMatchObject({
    status: 413,
    body: { error: 'ERR_TOO_LARGE', details: { kind: 'image', maxBytes: 16 * 1024 * 1024 } },
  });
  expect(await post(service, `/media?ticketId=${ticketId}`, scene.ana, formOf([], { a: 'b' }))).toMatchObject({
    status: 400,
    body: { fields: { file: 'Required' } },
  });
  expect(await ask(service, `POST /media`, { token: scene.ana.token, body: {} })).toMatchObject({ status: 400 });
  const eleven = Array.from({ length: 11 }, () => ({ bytes: Buffer.from('x') }));
  expect(await post(service, `/messages/${ticketId}`, scene.ana, formOf(eleven))).toMatchObject({ status: 400 });
  expect([files(), await rowCount()]).toEqual(before);
  expect(await sentIn(service.deps, ticketId)).toEqual([]);
});

test('an upload whose connection breaks near its end leaves nothing', async () => {
  const ticketId = await ticket();
  const before = [files(), await rowCount()];
  const body = Buffer.concat([
    Buffer.from('--b\r\nContent-Disposition: form-data; name="medias"; filename="a.bin"\r\n\r\n'),
    randomBytes(2_000_000),
  ]);
  const { hostname, port } = new URL(service.app.listeningOrigin);
  for (const path of [`/api/media?ticketId=${ticketId}`, `/api/messages/${ticketId}`]) {
    const call = request({
      hostname,
      port,
      path,
      method: 'POST',
      headers: {
        authorization: `Bearer ${scene.ana.token}`,
        'content-type': 'multipart/form-data; boundary=b',
        'content-length': body.length + 1_000,
      },
    });
    call.on('error', () => undefined);
    call.write(body);
    await eventually(rowCount, (count) => count === Number(before[1]) + 1);
    call.destroy();
    await eventually(rowCount, (count) => count === before[1]);
  }
  expect(files()).toEqual(before[0]);
  expect(await sentIn(service.deps, ticketId)).toEqual([]);
});

test('a store that cannot be written to is reported by its error code, and nothing is sent', async () => {
  const ticketId = await ticket();
  const full = await world.instance({ mediaUrl: 'file:///dev/null/media' });
  const before = await rowCount();
  const answer = await post(full, `/media?ticketId=${ticketId}`, scene.ana, formOf([{ bytes: randomBytes(100_000) }]));
  expect(answer).toMatchObject({ status: 503, body: { error: 'ERR_MEDIA_STORE' } });
  expect(await post(full, `/messages/${ticketId}`, scene.ana, formOf([{ bytes: randomBytes(100_000) }]))).toMatchObject({
    status: 503,
  });
  expect(await sentIn(service.deps, ticketId)).toEqual([]);
  // Rows whose bytes could not be deleted wait for the sweep.
  expect(await rowCount()).toBe(before! + 2);
});

test('old files that no event names are swept, and files that a message names are kept', async () => {
  const ticketId = await ticket();
  const { mediaId } = (await upload(ticketId, Buffer.from('fica'))).body;
  await ask(service, `POST /messages/${ticketId}`, { token: scene.ana.token, body: { mediaId } });
  await caughtUp(service.deps);
  const left = (await upload(ticketId, await picture())).body.mediaId;
  expect(await sweepMedia(service.deps, 3_600_000)).toBe(0);
  while ((await sweepMedia(service.deps, 0)) > 0);
  expect([await stateOf(left), await service.deps.vault.open(left)]).toEqual([undefined, null]);
  expect(await stateOf(mediaId)).toBe('kept');
  expect(String(await contentOf(mediaId))).toBe('fica');
});

describe('files of an erased person', () => {
  let s3: Awaited<ReturnType<typeof startS3>> | undefined;
  afterAll(() => s3?.close());
  /** The command side with an S3 of its own for its files. */
  const onS3 = async () => {
    s3 = await startS3(join(world.mediaFolder, '..', 's3'));
    const one = await world.instance({ mediaUrl: s3.url, idle: true });
    await one.app.listen({ host: '127.0.0.1', port: 0 });
    return one;
  };

  test.each(['a folder', 'an S3'])('are deleted from %s, whatever fails on the way', async (place) => {
    const through = place === 'a folder' ? service : await onS3();
    const { pool, vault, keys, log } = through.deps;
    const [erased, other] = [await openTicket(through, scene, scene.ana, `55119855500${place.length}`), await ticket()];
    const send = async (ticketId: string, bytes: Uint8Array) => {
      const { body } = await post<{ id: string }>(through, `/messages/${ticketId}`, scene.ana, formOf([{ bytes }]));
      return body as { id: string };
    };
    const owned = async (): Promise<string[]> =>
      (await pool.query('select id from command.media where subject = $1 order by id', [erased.contactId])).rows.map(
        ({ id }) => id,
      );
    await send(erased.id, await picture());
    await send(erased.id, Buffer.from('carta'));
    await post(through, `/media?ticketId=${erased.id}`, scene.ana, formOf([{ bytes: Buffer.from('nunca enviada') }]));
    await send(other, Buffer.from('de outra pessoa'));
    const ids = await owned();
    expect(ids).toHaveLength(3);
    expect(await deleteErased({ pool, vault, log })).toEqual({ deleted: 0, failed: 0 });
    await keys.destroy(erased.contactId);
    // A store that fails for one file, and a process that dies before it has recorded what it deleted.
    const failing = {
      ...vault,
      remove: async (id: string) => (id === ids[1] ? Promise.reject(new Error('away')) : vault.remove(id)),
    };
    await vault.remove(ids[0]!);
    expect(await deleteErased({ pool, vault: failing, log })).toEqual({ deleted: 2, failed: 1 });
    expect(await owned()).toEqual([ids[1]]);
    expect(await deleteErased({ pool, vault, log })).toEqual({ deleted: 1, failed: 0 });
    expect(await owned()).toEqual([]);
    for (const id of ids) expect(await vault.open(id)).toBeNull();
    const [fact] = await sentIn(through.deps, other);
    expect((await vault.open(fact!.data.media!.mediaId))?.size).toBe(15);
  });

  test('are deleted once their upload has finished, if they were being written at the erasure', async () => {
    const { pool, vault, keys, log } = service.deps;
    const [subjectId, mediaId] = [newId(), newId()];
    await pool.query(`insert into command.media (id, company_id, subject, state) values ($1, $2, $3, 'coming')`, [
      mediaId,
      scene.companyId,
      subjectId,
    ]);
    await keys.create(subjectId, scene.companyId);
    await keys.destroy(subjectId);
    expect(await deleteErased({ pool, vault, log })).toEqual({ deleted: 0, failed: 0 });
    await pool.query(`update command.media set state = 'staged' where id = $1`, [mediaId]);
    expect(await deleteErased({ pool, vault, log })).toEqual({ deleted: 1, failed: 0 });
  });
});
