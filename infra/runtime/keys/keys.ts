import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { boundedCache } from '../kernel/bounded-cache.ts';
import { gathered } from '../kernel/gathered.ts';
import type { Part } from '../kernel/pg.ts';
import { seal, unseal } from './seal.ts';

/** The key of a person who was forgotten: nothing of theirs can be written any more. */
export class KeyDestroyed extends Error {}

/** Tables of the keys of persons, of companies' look-ups and of connections (keys/connections.ts), each key wrapped by the master key. */
export const keysMigrations: Part = {
  schema: 'keys',
  migrations: [
    {
      name: '001-keys',
      sql: `
        create table keys.subject (
          id uuid primary key,
          company_id uuid not null,
          wrapped bytea,
          created_at timestamptz not null default now(),
          destroyed_at timestamptz,
          check ((wrapped is null) = (destroyed_at is not null))
        );
        create index subject_company on keys.subject (company_id);
        create table keys.lookup (company_id uuid primary key, wrapped bytea not null, created_at timestamptz not null default now());
      `,
    },
    {
      name: '002-connection',
      sql: `
        create table keys.connection (
          id uuid primary key,
          company_id uuid not null,
          wrapped bytea,
          created_at timestamptz not null default now(),
          destroyed_at timestamptz,
          check ((wrapped is null) = (destroyed_at is not null))
        );
      `,
    },
    {
      name: '003-destroyed',
      sql: 'create index subject_destroyed on keys.subject (id) where destroyed_at is not null',
    },
  ],
};

export type KeyRing = {
  /** Creates the subject's key if there is none, and returns the key. Concurrent callers get the same key. Throws KeyDestroyed. */
  create: (subjectId: string, companyId: string) => Promise<KeyObject>;
  /** The same for many subjects, in one statement, and a second one if some have keys; returns the keys by subject. */
  createMany: (subjectIds: Iterable<string>, companyId: string) => Promise<Map<string, KeyObject>>;
  /** Returns keys of 32 bytes by subject; null if the key was destroyed, absent if none was created. May be up to `cacheMs` old. */
  load: (subjectIds: Iterable<string>) => Promise<Map<string, KeyObject | null>>;
  /** Destroys the subject's key permanently. Other processes may use it for up to `cacheMs` more. */
  destroy: (subjectId: string) => Promise<void>;
  /** Destroys all keys of a company permanently: of its persons, its connections and its look-ups. Others use them for up to `cacheMs` more. */
  destroyCompany: (companyId: string) => Promise<void>;
  /** The company's HMAC key for identity look-ups, created on first use. */
  lookupKey: (companyId: string) => Promise<KeyObject>;
  /** The name of the stream in which an identity is claimed; it does not reveal the number (decision 2). */
  identityStream: (companyId: string, kind: string, canonical: string) => Promise<string>;
};

type Wrapped = { id: string; company_id: string; wrapped: Buffer | null };
const KEY_BYTES = 32;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The keys of persons, stored in Postgres apart from the events (decision 8). */
export const keyRing = ({
  pool,
  masterKey,
  cacheMs = 60_000,
  cacheSize = 20_000,
}: {
  pool: pg.Pool;
  masterKey: Buffer;
  cacheMs?: number;
  cacheSize?: number;
}): KeyRing => {
  const subjects = boundedCache<string, { key: KeyObject | null; until: number }>({ max: cacheSize });
  const lookups = new Map<string, Promise<KeyObject>>();
  const master = createSecretKey(masterKey);
  const wrap = (key: Buffer, id: string) => seal(master, key, id);
  const unwrap = (wrapped: Buffer, id: string) => createSecretKey(unseal(master, wrapped, id));

  const remember = (id: string, key: KeyObject | null): void => {
    subjects.set(id, { key, until: Date.now() + cacheMs });
  };
  const cached = (id: string): KeyObject | null | undefined => {
    const entry = subjects.get(id);
    return entry && entry.until > Date.now() ? entry.key : undefined;
  };

  /** Reads the wrapped keys of several calls in one statement. Each call opens its own, so that a damaged one fails no other call. */
  const read = gathered(async (calls: ReadonlySet<string>[]) => {
    const { rows } = await pool.query<Wrapped>({
      name: 'keys-read',
      text: 'select id, wrapped from keys.subject where id = any($1::uuid[])',
      values: [[...new Set(calls.flatMap((ids) => [...ids]))]],
    });
    const byId = new Map(rows.map(({ id, wrapped }) => [id, wrapped]));
    return calls.map(() => byId);
  });

  const load: KeyRing['load'] = async (ids) => {
    const found = new Map<string, KeyObject | null>();
    const missing = new Set<string>();
    for (const id of ids) {
      const key = cached(id);
      if (key !== undefined) found.set(id, key);
      else if (uuid.test(id)) missing.add(id);
    }
    if (missing.size === 0) return found;
    const byId = await read(missing);
    for (const id of missing) {
      const wrapped = byId.get(id);
      if (wrapped === undefined) continue;
      const key = wrapped && unwrap(wrapped, id);
      found.set(id, key);
      remember(id, key);
    }
    return found;
  };

  const createMany: KeyRing['createMany'] = async (subjectIds, companyId) => {
    // Sorted: two callers that create some of the same keys wait for each other without a deadlock.
    const ids = [...new Set(subjectIds)].sort();
    if (ids.length === 0) return new Map();
    const fresh = new Map(ids.map((id) => [id, randomBytes(KEY_BYTES)]));
    const { rows: inserted } = await pool.query<{ id: string }>({
      name: 'keys-create',
      text: `insert into keys.subject (id, company_id, wrapped)
       select id, $2, wrapped from unnest($1::uuid[], $3::bytea[]) as t (id, wrapped) on conflict do nothing returning id`,
      values: [ids, companyId, [...fresh].map(([id, key]) => wrap(key, id))],
    });
    const made = new Map<string, KeyObject>();
    const keep = (id: string, key: KeyObject | null): void => {
      remember(id, key);
      if (!key) throw new KeyDestroyed(`The key of ${id} was destroyed.`);
      made.set(id, key);
    };
    for (const { id } of inserted) keep(id, createSecretKey(fresh.get(id)!));
    const others = ids.filter((id) => !made.has(id));
    if (others.length === 0) return made;
    const { rows } = await pool.query<Wrapped>('select id, company_id, wrapped from keys.subject where id = any($1::uuid[])', [
      others,
    ]);
    const found = new Map(rows.map((row) => [row.id, row]));
    for (const id of others) {
      const row = found.get(id);
      if (row?.company_id !== companyId) throw new Error(`The key of ${id} is another company's.`);
      keep(id, row.wrapped && unwrap(row.wrapped, id));
    }
    return made;
  };

  const create: KeyRing['create'] = async (subjectId, companyId) => (await createMany([subjectId], companyId)).get(subjectId)!;

  const destroy: KeyRing['destroy'] = async (subjectId) => {
    await pool.query('update keys.subject set wrapped = null, destroyed_at = now() where id = $1 and destroyed_at is null', [
      subjectId,
    ]);
    subjects.delete(subjectId);
  };

  const destroyCompany: KeyRing['destroyCompany'] = async (companyId) => {
    for (const table of ['subject', 'connection'])
      await pool.query(
        `update keys.${table} set wrapped = null, destroyed_at = now() where company_id = $1 and destroyed_at is null`,
        [companyId],
      );
    await pool.query('delete from keys.lookup where company_id = $1', [companyId]);
    // Which ids are the company's is not known here.
    subjects.clear();
    lookups.delete(companyId);
  };

  const makeLookup = async (companyId: string): Promise<KeyObject> => {
    await pool.query('insert into keys.lookup (company_id, wrapped) values ($1, $2) on conflict do nothing', [
      companyId,
      wrap(randomBytes(KEY_BYTES), companyId),
    ]);
    const { rows } = await pool.query<{ wrapped: Buffer }>('select wrapped from keys.lookup where company_id = $1', [companyId]);
    return unwrap(rows[0]!.wrapped, companyId);
  };

  const lookupKey: KeyRing['lookupKey'] = (companyId) => {
    const known = lookups.get(companyId);
    if (known) return known;
    const made = makeLookup(companyId);
    lookups.set(companyId, made);
    made.catch(() => lookups.delete(companyId));
    return made;
  };

  const identityStream: KeyRing['identityStream'] = async (companyId, kind, canonical) => {
    const digest = createHmac('sha256', await lookupKey(companyId))
      .update(`${kind}:${canonical}`)
      .digest('hex');
    return `identity-${digest.slice(0, 32)}`;
  };

  return { create, createMany, load, destroy, destroyCompany, lookupKey, identityStream };
};
