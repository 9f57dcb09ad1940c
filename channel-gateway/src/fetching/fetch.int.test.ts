import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import { childId, conversationKey, derivedId, type Inbound, mediaObjectName, newId, type Outbound } from '@prosa/contracts';
import { connectionKeys, MediaStoreFailed } from '@prosa/infra/runtime';
import { Gone, Permanent } from '../channels/provider.port.ts';
import { masterKey, openWorld, until, type World, writer } from '../testing/gateway.fixture.ts';
import { type Script, scriptedProvider } from '../testing/scripted.provider.ts';

const provider = scriptedProvider();
const rules = { delaysMs: [20, 20, 20, 20], idleMs: 1_000 };
/** How often the store fails for each id, and the ids for which the database is unavailable once. */
const full = new Map<string, number>();
const away = new Set<string>();
let world: World;
beforeAll(async () => {
  world = await openWorld();
  await world.gateway({
    providers: () => [provider.make()],
    owners: { fetches: rules },
    wrapMedia: (store) => ({
      ...store,
      put: async (name, bytes) => {
        if (away.delete(name)) throw Object.assign(new Error('terminating connection'), { code: '57P01' });
        const left = full.get(name) ?? 0;
        if (left === 0) return store.put(name, bytes);
        full.set(name, left - 1);
        for await (const _ of bytes) break;
        throw new MediaStoreFailed('No space left on device');
      },
    }),
  });
});
afterAll(() => world.close());

async function* pieces(...all: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const piece of all) yield Buffer.from(piece as string);
}
const pdf = (more = 'nota') => Buffer.from(`%PDF-1.7\n${more}`);

/** A customer's file on a connection; the script is what its channel does. */
const fileOn = async (
  connectionId: string,
  script: Script,
  more: { kind?: 'sticker' | 'image' | 'document'; name?: string } = {},
) => {
  const source = newId();
  provider.scripts.set(source, script);
  const conversation = conversationKey(connectionId, source);
  const mediaId = derivedId(connectionId, 'media', source);
  const vault = connectionKeys({ pool: world.pool, masterKey }).vault({ id: connectionId, companyId: world.companyId });
  await world.pool.query('insert into gateway.inbound_media (media_id, connection_id, source) values ($1, $2, $3)', [
    mediaId,
    connectionId,
    await vault.seal(source, `media ${mediaId}`),
  ]);
  const messageId = childId(conversation, 'in:file');
  const subjectId = newId();
  const fetch: Extract<Outbound, { kind: 'fetch' }> = {
    kind: 'fetch',
    companyId: world.companyId,
    connectionId,
    conversation,
    messageId,
    media: { mediaId, kind: more.kind ?? 'document', name: more.name ?? 'nota.pdf' },
    attempt: 1,
    subjectId,
    position: '1',
    at: new Date().toISOString(),
  };
  const ends = () => world.heard.filter((said) => said.kind === 'media' && said.messageId === messageId) as Of<'media'>[];
  return {
    fetch,
    mediaId,
    subjectId,
    ends,
    tries: () => provider.triesOf(source),
    end: (attempt = 1) => until('the end is told', () => ends().find((one) => one.attempt === attempt)),
  };
};
type Of<Kind> = Extract<Inbound, { kind: Kind }>;
const file = async (...given: Parameters<typeof fileOn> extends [unknown, ...infer Rest] ? Rest : never) => {
  const one = await fileOn(await world.connection({ channel: 'whatsapp' }), ...given);
  await world.send([one.fetch]);
  return one;
};

test('a file is stored under its person’s key, and its facts are reported once', async () => {
  const bytes = randomBytes(300_000);
  const { end, ends, fetch, mediaId } = await file(() => pieces(pdf(), bytes), { name: '../../etc/passwd.pdf' });
  expect(await end()).toMatchObject({
    reason: null,
    media: { mediaId, kind: 'document', mime: 'application/pdf', bytes: pdf().length + bytes.length, name: 'passwd.pdf' },
  });
  expect(await world.kept(mediaId)).toEqual(Buffer.concat([pdf(), bytes]));
  await until('it is written that it was told', async () => {
    const { rows } = await world.pool.query('select told, facts, name from gateway.inbound_fetch where media_id = $1', [mediaId]);
    return rows[0]?.told && rows[0].facts === null && rows[0].name === null;
  });
  const after = await file(() => pieces(pdf()));
  await world.send([fetch]);
  await after.end();
  expect(ends()).toHaveLength(1);
});

test('after five tries the fetch has failed; requested again, the file is stored under an id of that attempt', async () => {
  const { end, fetch, mediaId, tries } = await file((nth) => {
    if (nth <= 5) throw Object.assign(new Error('no answer'), { code: 'ECONNRESET' });
    return pieces(pdf());
  });
  expect(await end()).toMatchObject({ reason: 'unavailable', media: null });
  expect(tries()).toBe(5);
  await world.send([{ ...fetch, attempt: 2 }]);
  expect(await end(2)).toMatchObject({ reason: null, media: { mediaId: mediaObjectName(mediaId, 2), bytes: pdf().length } });
  expect(await world.kept(mediaId)).toBeNull();
  expect(await world.kept(mediaObjectName(mediaId, 2))).toEqual(pdf());
});

test.each([
  [
    'that the channel has no more',
    'gone',
    () => {
      throw new Gone('404');
    },
  ],
  [
    'that is not what the channel said',
    'refused',
    () => {
      throw new Permanent('a wrong mac');
    },
  ],
  ['that is empty', 'refused', () => pieces()],
  ['that is larger than its kind may be', 'too-large', () => large()],
] as [string, string, Script][])('one %s is not tried again', async (_, reason, script) => {
  const { end, tries } = await file(script);
  expect(await end()).toMatchObject({ reason, media: null });
  expect(tries()).toBe(1);
});
async function* large(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  for (let megabytes = 0; megabytes < 17; megabytes += 1) yield Buffer.alloc(1024 * 1024);
}

test.each([
  ['breaks off in the middle', (nth: number) => (nth < 3 ? broken() : pieces(pdf()))],
  ['stops without a word', (nth: number) => (nth < 2 ? stuck() : pieces(pdf()))],
] as [string, Script][])('a download that %s begins anew', async (_, script) => {
  const { end, mediaId } = await file(script);
  expect(await end()).toMatchObject({ reason: null, media: { bytes: pdf().length } });
  expect(await world.kept(mediaId)).toEqual(pdf());
});
async function* broken(): AsyncGenerator<Uint8Array> {
  yield Buffer.concat([pdf(), randomBytes(200_000)]);
  throw new Error('reset');
}
async function* stuck(): AsyncGenerator<Uint8Array> {
  yield Buffer.concat([pdf(), randomBytes(200_000)]);
  await new Promise(() => undefined);
}

test('a file for a store whose disk is full is retried, and given up after five tries', async () => {
  const connectionId = await world.connection({ channel: 'whatsapp' });
  const [soon, never] = [await fileOn(connectionId, () => pieces(pdf())), await fileOn(connectionId, () => pieces(pdf()))];
  full.set(soon.mediaId, 2).set(never.mediaId, 100);
  await world.send([soon.fetch, never.fetch]);
  expect(await soon.end()).toMatchObject({ reason: null, media: { bytes: pdf().length } });
  expect(await never.end()).toMatchObject({ reason: 'unavailable' });
  expect([soon.tries(), never.tries()]).toEqual([3, 5]);
});

test('an unavailable database of ours does not count as a try of the channel', async () => {
  const { end, tries, mediaId, fetch } = await fileOn(await world.connection({ channel: 'whatsapp' }), () => pieces(pdf()));
  away.add(mediaId);
  await world.send([fetch]);
  expect(await end()).toMatchObject({ reason: null });
  expect(tries()).toBe(2);
  const { rows } = await world.pool.query('select tries from gateway.inbound_fetch where media_id = $1', [mediaId]);
  expect(rows).toEqual([{ tries: 1 }]);
});

test('files that take very long delay no message and no other files', async () => {
  const connectionId = await world.connection({ channel: 'whatsapp' });
  const [slow, slower, quick] = [
    await fileOn(connectionId, forever),
    await fileOn(connectionId, forever),
    await fileOn(connectionId, () => pieces(pdf())),
  ];
  await world.send([slow.fetch, slower.fetch]);
  await until('they are on their way', () => slow.tries() + slower.tries() === 2);
  const ana = writer(world.companyId, connectionId);
  const message = ana.message('Olá');
  await world.send([message, quick.fetch]);
  await until('it is sent', () => world.outcomesOf(message.messageId).includes('taken'));
  expect(await quick.end()).toMatchObject({ reason: null });
  expect([...slow.ends(), ...slower.ends()]).toEqual([]);
});
/** A byte at a time, until another owner takes over. */
async function* forever(_: number, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  while (!signal.aborted) {
    yield Buffer.from('x');
    await new Promise((done) => setTimeout(done, 100));
  }
}

describe('the type is detected from the bytes', () => {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  // A picture of 50,000 by 50,000 pixels in few bytes: decoding it would need gigabytes.
  const bomb = Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', Buffer.from('0000c3500000c3500802000000', 'hex')),
    chunk('IDAT', deflateSync(Buffer.alloc(4_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  const movie = Buffer.concat([Buffer.from('00000020667479706d703432000000006d70343269736f6d', 'hex'), randomBytes(500)]);
  test.each([
    [
      'a program that is called a picture',
      Buffer.concat([Buffer.from('MZ'), randomBytes(500)]),
      'foto.jpg',
      'document',
      'application/x-msdownload',
    ],
    ['a page with a script', Buffer.from('<!doctype html><script>alert(1)</script>'), 'nota.html', 'document', 'text/plain'],
    [
      'a drawing with a script',
      Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
      'a.svg',
      'document',
      'application/xml',
    ],
    ['a picture that is a bomb', bomb, 'foto.png', 'document', 'image/png'],
    ['a video that is cut off', movie, 'video.mp4', 'video', 'video/mp4'],
  ] as const)('%s', async (_, bytes, name, kind, mime) => {
    const { end } = await file(() => pieces(bytes), { kind: 'image', name });
    const { media } = await end();
    expect(media).toMatchObject({ kind, name, thumbnail: false, width: null });
    expect(media?.mime).toBe(mime);
  });

  test('but a sticker is one because its channel says so', async () => {
    const { default: sharp } = await import('sharp');
    const picture = await sharp({ create: { width: 8, height: 4, channels: 3, background: 'red' } })
      .webp()
      .toBuffer();
    const { end } = await file(() => pieces(picture), { kind: 'sticker' });
    expect((await end()).media).toMatchObject({ kind: 'sticker', width: 8, height: 4, thumbnail: true });
  });
});

test('nothing is fetched for a forgotten person or a deleted connection', async () => {
  const connectionId = await world.connection({ channel: 'whatsapp' });
  const [forgotten, deleted] = [await fileOn(connectionId, () => pieces(pdf())), await fileOn(connectionId, () => pieces(pdf()))];
  await world.keys.create(forgotten.subjectId, world.companyId);
  await world.keys.destroy(forgotten.subjectId);
  await world.send([forgotten.fetch]);
  expect(await forgotten.end()).toMatchObject({ reason: 'gone' });
  await world.control({ connectionId, channel: 'whatsapp', deleted: true, asked: { id: newId(), ask: 'end' } });
  await until('its sources are gone', async () => {
    const { rowCount } = await world.pool.query('select from gateway.inbound_media where connection_id = $1', [connectionId]);
    return rowCount === 0;
  });
  await world.send([deleted.fetch]);
  expect(await deleted.end()).toMatchObject({ reason: 'gone' });
});
