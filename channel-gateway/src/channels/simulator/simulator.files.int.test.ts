import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Inbound, newId } from '@prosa/contracts';
import { customers } from '../../testing/customers.fixture.ts';
import { openWorld, until, type World } from '../../testing/gateway.fixture.ts';

let world: World;
let url: string;
let connectionId: string;
beforeAll(async () => {
  world = await openWorld();
  ({ url } = await world.gateway());
  connectionId = await world.connection();
});
afterAll(() => world.close());

type Message = Extract<Inbound, { kind: 'message' }>;
const heardAs = (id: string) =>
  world.heard.filter((said) => said.kind === 'message' && said.channelId === id) as (Message & {
    media: NonNullable<Message['media']>;
  })[];
const heard = (id: string) => until('the message is published', () => heardAs(id)[0]);
const count = async (table: string): Promise<number> => (await world.pool.query(`select from gateway.${table}`)).rowCount ?? 0;
const files = () =>
  existsSync(world.mediaFolder)
    ? readdirSync(world.mediaFolder, { recursive: true, encoding: 'utf8' }).filter((path) =>
        statSync(join(world.mediaFolder, path)).isFile(),
      )
    : [];
const kept = async () => ({ parcels: await count('parcel'), sources: await count('inbound_media'), files: files().length });
/** Fetches the file of a message; returns the result. */
const fetched = async ({ media, connectionId: on }: Message & { media: NonNullable<Message['media']> }) => {
  const messageId = newId();
  await world.send([
    {
      kind: 'fetch',
      companyId: world.companyId,
      connectionId: on,
      conversation: 'one',
      messageId,
      media,
      attempt: 1,
      subjectId: newId(),
      position: '1',
      at: new Date().toISOString(),
    },
  ]);
  return until('it is fetched', () =>
    world.heard.find((said) => said.kind === 'media' && said.messageId === messageId),
  ) as Promise<Extract<Inbound, { kind: 'media' }>>;
};
const customer = () => customers(url, connectionId);
const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64');

test('a file within JSON arrives with its caption, once however often it is sent, and is fetched completely', async () => {
  const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(100_000)]);
  const id = newId();
  const before = await kept();
  const send = () =>
    customer().file(
      {
        mimetype: 'Application/PDF',
        filename: '../../nota fiscal.pdf',
        data: base64(bytes),
        width: 210,
        height: 297,
        durationMs: null,
      },
      { id, text: 'A nota' },
    );
  expect((await Promise.all([send(), send(), send()])).map(({ status }) => status)).toEqual([202, 202, 202]);
  const message = await heard(id);
  expect(message).toMatchObject({
    body: null,
    media: { kind: 'document', mime: 'application/pdf', bytes: bytes.length, name: 'nota fiscal.pdf', caption: 'A nota' },
  });
  expect(message.media).toMatchObject({ width: 210, height: 297, durationMs: null });
  expect(await kept()).toEqual({ parcels: before.parcels + 1, sources: before.sources + 1, files: before.files + 1 });
  await until('all three are published', () => heardAs(id).length >= 3);
  expect(new Set(heardAs(id).map(({ media }) => media.mediaId)).size).toBe(1);
  expect(await fetched(message)).toMatchObject({
    media: { bytes: bytes.length, mime: 'application/pdf', name: 'nota fiscal.pdf' },
  });
  expect(await world.kept(message.media.mediaId)).toEqual(bytes);
});

test.each([true, false])('a form can contain a large file, with its fields before or after it: %s', async (last) => {
  const bytes = randomBytes(20 * 1024 * 1024);
  const id = newId();
  const reply = await customer().form(
    bytes,
    { id, text: 'Veja', quotedId: 'another', durationMs: '83000' },
    { last, name: 'cópia.bin' },
  );
  expect(reply.status).toBe(202);
  const message = await heard(id);
  expect(message).toMatchObject({
    media: {
      kind: 'document',
      mime: 'application/pdf',
      bytes: bytes.length,
      name: 'cópia.bin',
      caption: 'Veja',
      durationMs: 83_000,
    },
    quoted: { channelId: 'another' },
  });
  await fetched(message);
  expect((await world.kept(message.media.mediaId))?.equals(bytes)).toBe(true);
});

test('at rest it is encrypted, and its key is not stored beside it', async () => {
  const id = newId();
  await customer().file({ mimetype: 'text/plain', data: base64('um segredo'.repeat(100)) }, { id });
  await heard(id);
  const { readFileSync } = await import('node:fs');
  for (const path of files()) expect(readFileSync(join(world.mediaFolder, path)).includes('um segredo')).toBe(false);
  const { rows } = await world.pool.query<{ source: Buffer }>('select source from gateway.inbound_media');
  for (const { source } of rows) expect(source.toString('latin1')).not.toContain('"key"');
});

describe('an invalid call is refused by field, and nothing of it is stored', () => {
  const good = { mimetype: 'image/png', filename: 'a.png', data: base64('png') };
  test.each([
    ['no base64', () => customer().file({ ...good, data: '§§' }), 'media.data'],
    ['no bytes', () => customer().file({ ...good, data: '' }), 'media.data'],
    ['no data', () => customer().file({ ...good, data: undefined }), 'media.data'],
    ['no width', () => customer().file({ ...good, width: 0 }), 'media.width'],
    ['no file', () => customer().file(undefined as never), 'media'],
    ['no type', () => customer().file({ ...good, mimetype: undefined }), 'media.mimetype'],
    ['a type that is none', () => customer().file({ ...good, mimetype: 'png' }), 'media.mimetype'],
    ['an unknown kind', () => customer().file(good, { type: 'poll' }), 'type'],
    ['a short number', () => customer().file(good, { from: '12345678'.slice(0, 7) }), 'from'],
    ['a number without digits', () => customer().file(good, { from: '(  ) ---- -' }), 'from'],
    ['a form without a file', () => customer().form(null), 'media'],
    ['a form with an empty file', () => customer().form(Buffer.alloc(0)), 'media'],
    ['a form of no known kind', () => customer().form(Buffer.from('x'), { type: 'text', text: 'Oi' }), 'type'],
    ['a form with a wrong time', () => customer().form(Buffer.from('x'), { at: 'yesterday' }, { last: true }), 'at'],
  ] as const)('%s', async (_, send, field) => {
    const before = { ...(await kept()), heard: world.heard.length };
    const reply = await send();
    expect({ status: reply.status, body: await reply.json() }).toMatchObject({
      status: 400,
      body: { error: 'ERR_VALIDATION', fields: { [field]: expect.any(String) } },
    });
    expect({ ...(await kept()), heard: world.heard.length }).toEqual(before);
  });

  test.each([
    ['within JSON', () => customer().file({ ...good, data: base64(Buffer.alloc(1024 * 1024 + 1)) })],
    ['within JSON, by far', () => customer().file({ ...good, data: base64(Buffer.alloc(3 * 1024 * 1024)) })],
    ['in a form', () => customer().form(Buffer.alloc(64 * 1024 * 1024 + 1))],
  ] as const)('too large: %s', async (_, send) => {
    const before = await kept();
    const reply = await send();
    expect({ status: reply.status, body: await reply.json() }).toMatchObject({ status: 413, body: { error: 'ERR_TOO_LARGE' } });
    expect(await kept()).toEqual(before);
  });
});

test('its bytes are deleted when it was fetched, or long after it was given up, and not earlier', async () => {
  const on = await world.connection();
  const ids = [newId(), newId(), newId()];
  for (const id of ids) await customers(url, on).file({ mimetype: 'text/plain', data: base64(id) }, { id });
  const [done, waiting, left] = (await Promise.all(ids.map(heard))) as [
    Parameters<typeof fetched>[0],
    { media: { mediaId: string } },
    { media: { mediaId: string } },
  ];
  await fetched(done);
  await until('it is written that it was told', async () => {
    const { rows } = await world.pool.query('select told from gateway.inbound_fetch where media_id = $1', [done.media.mediaId]);
    return rows[0]?.told;
  });
  await world.pool.query(
    `insert into gateway.inbound_fetch (media_id, attempt, company_id, connection_id, conversation, message_id, subject, kind, state, reason, told, changed_at)
     values ($1, 1, $3, $4, 'x', $1, $1, 'document', 'failed', 'unavailable', true, now()),
       ($2, 1, $3, $4, 'x', $2, $2, 'document', 'failed', 'unavailable', true, now() - interval '8 days')`,
    [waiting.media.mediaId, left.media.mediaId, world.companyId, on],
  );
  await world.pool.query(`update gateway.parcel set at = now() - interval '2 days' where connection_id = $1`, [on]);
  // A gateway sweeps when it starts.
  const { close } = await world.gateway();
  await until('they are swept', async () => {
    const { rows } = await world.pool.query<{ id: string }>(
      'select media_id as id from gateway.inbound_media where connection_id = $1',
      [on],
    );
    const { rowCount } = await world.pool.query('select from gateway.parcel where connection_id = $1', [on]);
    return rowCount === 1 && rows.length === 1 && rows[0]!.id === waiting.media.mediaId;
  });
  await close();
});
