import { type ApiKeyView, isStopped, mayBelong, Refused } from '@prosa/contracts';
import { isGoodKey, type NamedKey } from '@prosa/infra/runtime';
import { z } from 'zod';
import { companyRows } from '../../company/companies/companies.rows.ts';
import { type Db, sql } from '../../kernel/db.ts';
import type { Asker } from '../../kernel/feature.ts';
import { apiKeyRows } from './api-keys.rows.ts';

const Hashes = z.array(z.object({ hash: z.string(), until: z.string() }));
const Row = z.object({
  id: z.string(),
  companyId: z.string(),
  name: z.string(),
  scopes: z.array(z.string()),
  userId: z.string(),
  previous: Hashes,
  createdAt: z.date(),
  updatedAt: z.date(),
});

/** The keys that are not revoked, by name, or those among `ids`. */
export const readApiKeys = async (db: Db, ids?: readonly string[]): Promise<ApiKeyView[]> => {
  const only = ids ? sql.fragment`and k.id = any(${sql.array([...ids], 'uuid')})` : sql.fragment``;
  const rows = await db.many(sql.type(Row)`
    select k.id, k.company_id as "companyId", k.name, k.scopes, k.user_id as "userId", k.previous, k.created_at as "createdAt",
      k.updated_at as "updatedAt"
    from ${db.table(apiKeyRows)} k where k.company_id = ${db.companyId} and not k.deleted ${only} order by k.name, k.id`);
  return rows.map(({ previous, createdAt, updatedAt, ...key }) => ({
    ...key,
    previousUntil: previous.at(-1)?.until ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }));
};

const KeyRow = z.object({
  scopes: z.array(z.string()),
  hash: z.string(),
  previous: Hashes,
  deleted: z.boolean(),
  status: z.boolean(),
  dueDate: z.date().nullable(),
});

/**
 * Returns the API key as the one who asks; null if it is not known (yet). It sees what administrators see. Throws Refused if it is revoked or
 * replaced, or its company is stopped or past due.
 */
export const findKeyAsker = async (
  db: Db,
  bearer: string,
  { companyId, keyId: userId }: NamedKey,
  now: Date,
): Promise<Asker | null> => {
  const row = await db.maybe(sql.type(KeyRow)`
    select k.scopes, k.hash, k.previous, k.deleted, coalesce(c.status, true) as status, c.due_date as "dueDate"
    from ${db.table(apiKeyRows)} k left join ${db.table(companyRows)} c on c.id = k.company_id
    where k.id = ${userId} and k.company_id = ${companyId}`);
  if (!row) return null;
  const { scopes, deleted, status, dueDate } = row;
  const person = { super: false };
  if (deleted || !mayBelong(companyId, person)) throw new Refused('ERR_UNAUTHENTICATED');
  // A key that was rotated a moment ago is not known yet.
  if (!isGoodKey(bearer, row, now)) return null;
  if (isStopped({ status }, person)) throw new Refused('ERR_COMPANY_STOPPED');
  if (dueDate !== null && now >= dueDate) throw new Refused('ERR_SUBSCRIPTION_EXPIRED');
  return { userId, companyId, profile: 'admin', super: false, queueIds: [], seesGrey: true, version: 0, ended: null, scopes };
};
