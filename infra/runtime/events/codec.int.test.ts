import { hash, randomUUID } from 'node:crypto';
import type { EventData, ResolvedEvent } from '@eventstore/db-client';
import { allEvents } from '@prosa/contracts';
import { KeyDestroyed, type KeyRing } from '../keys/keys.ts';
import { seal } from '../keys/seal.ts';
import { keysOf, runtimeDatabase, someMeta, testEvents } from '../runtime.fixture.ts';
import { type EventCodec, eventCodec, UndecodableEvent, UnknownEvent } from './codec.ts';

let database: Awaited<ReturnType<typeof runtimeDatabase>>;
let keys: KeyRing;
let codec: EventCodec;
beforeAll(async () => {
  database = await runtimeDatabase();
  keys = keysOf(database.pool);
  codec = eventCodec({ events: testEvents, keys });
});
afterAll(() => database.close());

/** The event as the client would return it after it was stored. */
const stored = (event: EventData, revision = 0): ResolvedEvent => {
  const { id, type, data, metadata } = JSON.parse(JSON.stringify(event)) as {
    id: string;
    type: string;
    data: object;
    metadata: object;
  };
  const position = { commit: 100n + BigInt(revision), prepare: 100n + BigInt(revision) };
  const recorded = {
    streamId: 'test-1',
    id,
    type,
    data,
    metadata,
    revision: BigInt(revision),
    isJson: true,
    created: new Date(0),
    position,
  };
  return { event: recorded as unknown as NonNullable<ResolvedEvent['event']> };
};

const told = (userId: string) => ({
  userId,
  name: 'Ana Souza',
  card: { phones: ['+55 11 98765-4321'] },
  items: [{ userId, note: 'gosta de café' }],
  either: { kind: 'a', secret: 'um segredo' },
});

test('an event is decoded as it was encoded, with its metadata, at any nesting', async () => {
  const [userId, contactId] = [randomUUID(), randomUUID()];
  const meta = someMeta({ commandHash: 'hash' });
  const [fact] = await codec.decode([stored(await codec.encode({ type: 'Told', data: told(userId) }, meta, contactId), 4)]);
  expect(fact?.data).toEqual(told(userId));
  expect(fact?.meta).toEqual({
    ...meta,
    version: 2,
    position: 104n,
    revision: 4n,
    eventId: expect.any(String),
    stream: 'test-1',
  });
});

test('no personal data is stored unencrypted, and no fields that the schema does not name', async () => {
  const data = { ...told(randomUUID()), unnamed: 'fora do esquema' };
  const text = JSON.stringify(await codec.encode({ type: 'Told', data }, someMeta(), randomUUID()));
  // Each has a character that base64 and ids have not: short words without one stand in them now and then.
  for (const word of ['Ana Souza', '+55 11 98765-4321', 'gosta de café', 'um segredo', 'fora do esquema'])
    expect(text).not.toContain(word);
});

test('the given event is not modified', async () => {
  const data = told(randomUUID());
  const before = structuredClone(data);
  await codec.encode({ type: 'Told', data }, someMeta(), randomUUID());
  expect(data).toEqual(before);
});

test('nothing can be written about a forgotten person, and their stored fields read as null', async () => {
  const contactId = randomUUID();
  const said = { type: 'Said', data: { body: 'Olá', n: 1 } };
  const before = stored(await codec.encode(said, someMeta(), contactId));
  await keys.destroy(contactId);
  expect((await codec.decode([before]))[0]?.data).toEqual({ body: null, n: 1 });
  await expect(codec.encode(said, someMeta(), contactId)).rejects.toThrow(KeyDestroyed);
});

test('a personal field without its subject is not stored', async () => {
  await expect(codec.encode({ type: 'Said', data: { body: 'Olá', n: 1 } }, someMeta())).rejects.toThrow('without its subject');
});

test('an event that does not fit its schema is refused, with an error that contains no value of it', async () => {
  const wrong = codec.encode({ type: 'Said', data: { body: 'Olá', n: 'muitos' } }, someMeta(), randomUUID());
  await expect(wrong).rejects.toThrow('Said does not fit its schema: n invalid_type.');
});

test('an unknown type, a newer version and a foreign event are marked, and the others are decoded', async () => {
  const good = stored(await codec.encode({ type: 'Counted', data: { n: 1 } }, someMeta()));
  const changed = (change: object): ResolvedEvent => ({
    event: { ...good.event!, ...change } as NonNullable<ResolvedEvent['event']>,
  });
  const facts = await codec.decode([
    good,
    changed({ type: 'Invented' }),
    changed({ metadata: { ...(good.event?.metadata as object), version: 2 } }),
    changed({ metadata: undefined }),
    changed({ data: 'no object' }),
    good,
  ]);
  expect(facts.map(({ fault }) => fault?.constructor)).toEqual([
    undefined,
    UnknownEvent,
    UnknownEvent,
    UndecodableEvent,
    UndecodableEvent,
    undefined,
  ]);
  expect(facts.map(({ data }) => data)).toEqual([{ n: 1 }, undefined, undefined, undefined, undefined, { n: 1 }]);
});

test('an encrypted value has a commitment with its own salt, which is lost with the key', async () => {
  const contactId = randomUUID();
  const say = async () =>
    ((await codec.encode({ type: 'Said', data: { body: 'Olá', n: 1 } }, someMeta(), contactId)).data as { body: { c: string } })
      .body;
  const [one, other] = [await say(), await say()];
  expect(Buffer.from(one.c, 'base64')).toHaveLength(32);
  expect(one.c).not.toBe(other.c);
  expect(one.c).not.toBe(hash('sha256', '"Olá"', 'base64'));
});

test('a value with a wrong commitment cannot be decrypted; one without a commitment can', async () => {
  const contactId = randomUUID();
  const said = await codec.encode({ type: 'Said', data: { body: 'Olá', n: 1 } }, someMeta(), contactId);
  const sealed = (said.data as { body: { k: string; v: string; c: string } }).body;
  const withBody = (body: object): ResolvedEvent => stored({ ...said, data: { body, n: 1 } } as EventData);
  const key = (await keys.load(new Set([contactId]))).get(contactId)!;
  const facts = await codec.decode([
    withBody({ ...sealed, c: hash('sha256', 'anything', 'base64') }),
    withBody({ k: contactId, v: seal(key, JSON.stringify('Bom dia')).toString('base64') }),
  ]);
  expect(facts.map(({ fault }) => fault?.constructor)).toEqual([UndecodableEvent, undefined]);
  expect(facts[1]?.data).toEqual({ body: 'Bom dia', n: 1 });
});

test('a changed event, or one whose key is missing, fails alone', async () => {
  const contactId = randomUUID();
  const said = await codec.encode({ type: 'Said', data: { body: 'Olá', n: 1 } }, someMeta(), contactId);
  const sealed = (said.data as { body: { k: string; v: string } }).body;
  const withBody = (body: object): ResolvedEvent => stored({ ...said, data: { body, n: 1 } } as EventData);
  const flipped = Buffer.from(sealed.v, 'base64');
  flipped[13]! ^= 1;
  const facts = await codec.decode([
    stored(said),
    withBody({ ...sealed, v: flipped.toString('base64') }),
    withBody({ ...sealed, k: randomUUID() }),
    withBody({ k: 'nonsense', v: '' }),
  ]);
  expect(facts.map(({ fault }) => fault?.constructor)).toEqual([undefined, UndecodableEvent, UndecodableEvent, UndecodableEvent]);
});

test('an older version is upcast, including its personal fields', async () => {
  const userId = randomUUID();
  const now = await codec.encode({ type: 'Told', data: { userId, name: 'Ana' } }, someMeta());
  const { name, ...rest } = now.data as { name: object };
  const old = stored({
    ...now,
    data: { ...rest, fullName: name },
    metadata: { ...(now.metadata as object), version: 1 },
  } as EventData);
  const lifting = eventCodec({
    events: { Told: { ...testEvents.Told!, upcasters: [({ fullName, ...data }) => ({ ...data, name: fullName })] } },
    keys,
  });
  expect((await lifting.decode([old]))[0]?.data).toMatchObject({ userId, name: 'Ana' });
  expect((await codec.decode([old]))[0]?.fault).toBeInstanceOf(UndecodableEvent);
});

test('an upcaster may use the author and time of an event', async () => {
  const [now] = await codec.encodeAll([{ type: 'Counted', data: { n: 1 } }], someMeta());
  const lifting = eventCodec({
    events: {
      Counted: { ...testEvents.Counted!, version: 2, upcasters: [(data, { actor, at }) => ({ ...data, by: actor.id, at })] },
    },
    keys,
  });
  const { actor, at } = someMeta();
  expect((await lifting.decode([stored(now!)]))[0]?.data).toEqual({ n: 1, by: actor.id, at });
});

test('the events of one write have different ids that increase with time', async () => {
  const written = await codec.encodeAll(
    [1, 2, 3].map((n) => ({ type: 'Counted', data: { n } })),
    someMeta(),
  );
  const ids = written.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)].sort());
});

test('the keys of all people in one write are created together', async () => {
  let statements = 0;
  const query = (...asked: Parameters<typeof database.pool.query>) => {
    statements += 1;
    return database.pool.query(...asked);
  };
  const counting = eventCodec({ events: testEvents, keys: keysOf({ query } as unknown as typeof database.pool) });
  const known = randomUUID();
  await keys.create(known, someMeta().companyId);
  const people = [known, ...Array.from({ length: 20 }, () => randomUUID())];
  const written = await counting.encodeAll(
    people.map((userId) => ({ type: 'Told', data: { userId, name: 'Ana' } })),
    someMeta(),
  );
  expect(statements).toBeLessThan(4);
  const told = await codec.decode(written.map((event, n) => stored(event, n)));
  expect(told.map(({ data }) => data)).toMatchObject(people.map((userId) => ({ userId, name: 'Ana' })));
});

test('the codec supports every event of the contracts', () => {
  expect(() => eventCodec({ events: allEvents, keys })).not.toThrow();
});
