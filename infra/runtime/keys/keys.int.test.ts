import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { companyId, keysOf, masterKey, runtimeDatabase } from '../runtime.fixture.ts';
import { KeyDestroyed, type KeyRing, keyRing } from './keys.ts';

let database: Awaited<ReturnType<typeof runtimeDatabase>>;
let one: KeyRing;
let other: KeyRing;
beforeAll(async () => {
  database = await runtimeDatabase();
  one = keysOf(database.pool);
  other = keysOf(database.pool);
});
afterAll(() => database.close());

test('two instances that create the same key get the same one', async () => {
  const id = randomUUID();
  const made = await Promise.all([one, other, one, other].map((ring) => ring.create(id, companyId)));
  expect(new Set(made.map((key) => key.export().toString('hex'))).size).toBe(1);
  expect((await keysOf(database.pool).load([id])).get(id)?.equals(made[0]!)).toBe(true);
});

test('keys of many subjects are created at once: existing ones stay, another company’s is refused, a destroyed one is not recreated', async () => {
  const ids = Array.from({ length: 500 }, () => randomUUID());
  const before = await one.create(ids[7]!, companyId);
  const [made, again] = await Promise.all([one.createMany(ids, companyId), other.createMany(ids.toReversed(), companyId)]);
  expect(made.size).toBe(500);
  expect(made.get(ids[7]!)!.equals(before)).toBe(true);
  const loaded = await keysOf(database.pool).load(ids);
  for (const id of ids) expect(made.get(id)!.equals(again.get(id)!) && made.get(id)!.equals(loaded.get(id)!)).toBe(true);
  expect(new Set(made.values().map((key) => key.export().toString('hex'))).size).toBe(500);
  await expect(one.createMany([randomUUID(), ids[0]!], randomUUID())).rejects.toThrow('another company');
  await one.destroy(ids[1]!);
  await expect(one.createMany(ids, companyId)).rejects.toThrow(KeyDestroyed);
  expect((await one.createMany([], companyId)).size).toBe(0);
});

test('a key is stored only encrypted, and cannot be opened with another master key', async () => {
  const id = randomUUID();
  const key = await one.create(id, companyId);
  const { rows } = await database.pool.query('select wrapped from keys.subject where id = $1', [id]);
  expect(rows[0].wrapped.includes(key.export())).toBe(false);
  await expect(keyRing({ pool: database.pool, masterKey: Buffer.alloc(32) }).load([id])).rejects.toThrow();
});

test('an encrypted key moved to another subject cannot be opened', async () => {
  const [id, thief] = [randomUUID(), randomUUID()];
  await one.create(id, companyId);
  await database.pool.query(
    'insert into keys.subject (id, company_id, wrapped) select $2, company_id, wrapped from keys.subject where id = $1',
    [id, thief],
  );
  const ring = keysOf(database.pool);
  const [stolen, own] = await Promise.allSettled([ring.load([thief]), ring.load([id])]);
  // A caller that asks for another key at the same time gets it.
  expect([stolen.status, own.status]).toEqual(['rejected', 'fulfilled']);
  await expect(other.load([thief])).rejects.toThrow();
});

test('keys that several callers ask for at the same time are read in one statement, and each gets its own', async () => {
  const ids = Array.from({ length: 20 }, () => randomUUID());
  const made = await one.createMany(ids, companyId);
  const ring = keysOf(database.pool);
  const asked = jest.spyOn(database.pool, 'query');
  const loaded = await Promise.all(ids.map((id) => ring.load([id])));
  expect(asked).toHaveBeenCalledTimes(1);
  asked.mockRestore();
  for (const [nth, id] of ids.entries()) {
    expect([...loaded[nth]!.keys()]).toEqual([id]);
    expect(loaded[nth]!.get(id)!.equals(made.get(id)!)).toBe(true);
  }
});

test('loading a batch distinguishes keys, destroyed ones and missing ones', async () => {
  const [kept, destroyed, never] = [randomUUID(), randomUUID(), randomUUID()];
  await one.create(kept, companyId);
  await one.create(destroyed, companyId);
  await one.destroy(destroyed);
  const loaded = await one.load([kept, destroyed, never, 'no id at all']);
  expect([loaded.get(kept)?.symmetricKeySize, loaded.get(destroyed), loaded.has(never), loaded.size]).toEqual([
    32,
    null,
    false,
    2,
  ]);
});

test('a destroyed key is not recreated, and another instance drops it when its cache expires', async () => {
  const id = randomUUID();
  const brief = keyRing({ pool: database.pool, masterKey, cacheMs: 0 });
  await brief.create(id, companyId);
  await one.destroy(id);
  await expect(one.create(id, companyId)).rejects.toThrow(KeyDestroyed);
  expect((await brief.load([id])).get(id)).toBeNull();
  const { rows } = await database.pool.query('select wrapped from keys.subject where id = $1', [id]);
  expect(rows[0].wrapped).toBeNull();
});

test('a subject belongs to one company', async () => {
  const id = randomUUID();
  await one.create(id, companyId);
  await expect(one.create(id, randomUUID())).rejects.toThrow("another company's");
});

test('an identity has one stream name in a company on every instance, another one in another company, and none reveals the number', async () => {
  const stream = await one.identityStream(companyId, 'pn', '5511987654321');
  expect(stream).toMatch(/^identity-[0-9a-f]{32}$/);
  expect(await other.identityStream(companyId, 'pn', '5511987654321')).toBe(stream);
  expect(await other.identityStream(companyId, 'lid', '5511987654321')).not.toBe(stream);
  expect(await other.identityStream(randomUUID(), 'pn', '5511987654321')).not.toBe(stream);
});

test('the keys of a company end together, and those of others stay', async () => {
  const [mine, other] = [randomUUID(), randomUUID()];
  const [ours, theirs] = [await Promise.all([mine, mine].map(() => randomUUID())), randomUUID()];
  await one.createMany(ours, mine);
  await one.create(theirs, other);
  await Promise.all([mine, other].map((company) => one.identityStream(company, 'pn', '5511987654321')));
  await one.destroyCompany(mine);
  const loaded = await one.load([...ours, theirs]);
  expect([...ours.map((id) => loaded.get(id)), loaded.get(theirs)?.symmetricKeySize]).toEqual([null, null, 32]);
  const { rows } = await database.pool.query('select company_id from keys.lookup where company_id = any($1)', [[mine, other]]);
  expect(rows).toEqual([{ company_id: other }]);
});
