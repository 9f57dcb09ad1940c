import { contactFields, plans, type RecordEntry, sectors } from '@prosa/contracts';
import { z } from 'zod';
import { connectionRows } from '../../channels/connections/connections.rows.ts';
import { companyRows } from '../../company/companies/companies.rows.ts';
import { contactRows } from '../../contacts/contacts/contacts.rows.ts';
import { queueRows } from '../../flows/queues/queues.rows.ts';
import { type Db, sql } from '../../kernel/db.ts';
import { inReach } from '../../kernel/reach.ts';
import { userRows } from '../../people/users/users.rows.ts';
import { recordRows } from '../../records/record.rows.ts';

/** Records that histories name; API keys have a row among the users. */
const named = [
  companyRows,
  userRows,
  contactRows,
  queueRows,
  connectionRows,
  recordRows(sectors),
  recordRows(contactFields),
  recordRows(plans),
];

const Named = z.object({ id: z.string(), name: z.string().nullable() });
export type Names = Record<string, string | null>;

/** What these records are called today, and those that the entries name. Those that the asker may not read have no name. */
export const readNames = async (db: Db, subjects: readonly string[], entries: readonly RecordEntry[]): Promise<Names> => {
  const told = entries.flatMap(({ actor, about, changes }) => [actor.id, about, ...changes.flatMap(valuesOf)]);
  const ids = new Set([...subjects, ...told].filter(isId));
  if (ids.size === 0) return {};
  const asked = sql.array([...ids], 'uuid');
  const found = await Promise.all(
    named.map((rows) =>
      db.many(sql.type(Named)`select id, name from ${db.table(rows)} where ${inReach(db, rows)} and id = any(${asked})`),
    ),
  );
  return Object.fromEntries(found.flat().map(({ id, name }) => [id, name]));
};

const valuesOf = ({ field, from, to }: RecordEntry['changes'][number]): unknown[] => [field, from, to].flat();

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const isId = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);
