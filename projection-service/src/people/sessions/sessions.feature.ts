import { EndReason, sessionEvents } from '@prosa/contracts';
import { z } from 'zod';
import { flag, integer, nullable, text, uuid } from '../../kernel/columns.ts';
import { type Db, sql } from '../../kernel/db.ts';
import type { Feature } from '../../kernel/feature.ts';
import { definePush } from '../../kernel/push.ts';
import { defineRows } from '../../kernel/rows.ts';

type Named = { id: string; companyId: string };
const signedIn = ({ id, companyId }: Named, { version }: { version: number }) => ({
  id,
  companyId,
  version,
  active: true,
  ended: null as EndReason | null,
});
const over = (of: Named, data: { version: number }, ended: EndReason | null) => ({ ...signedIn(of, data), active: false, ended });

/**
 * The newest session of a user: tokens with a lower version are refused. `active` until it ends; `ended` holds the reason if the user did
 * not end it.
 */
export const sessionRows = defineRows({
  table: 'session',
  version: 2,
  events: sessionEvents,
  columns: { id: uuid(), companyId: uuid(), version: integer(), active: flag(), ended: nullable(text<EndReason>()) },
  key: ({ data }) => data.userId,
  begins: {
    UserSignedIn: ({ data, meta }) => signedIn({ id: data.userId, companyId: meta.companyId }, data),
    UserSignedOut: ({ data, meta }) => over({ id: data.userId, companyId: meta.companyId }, data, null),
    SessionEnded: ({ data, meta }) => over({ id: data.userId, companyId: meta.companyId }, data, data.reason),
  },
  changes: {
    UserSignedIn: (row, { data }) => signedIn(row, data),
    UserSignedOut: (row, { data }) => over(row, data, null),
    SessionEnded: (row, { data }) => over(row, data, data.reason),
  },
});

const Session = z.object({ userId: z.string(), version: z.number(), ended: EndReason.nullable() });
const authRecords = async (db: Db, ids: readonly string[]) => {
  const rows = await db.many(sql.type(Session)`
    select id as "userId", version, ended from ${db.table(sessionRows)} where id = any(${sql.array(ids, 'uuid')})`);
  return new Map(rows.map((row) => [row.userId, row]));
};

export const sessions: Feature = {
  name: 'sessions',
  tables: [sessionRows],
  pushes: [definePush(sessionRows, { channel: 'auth', rooms: (row) => [`user:${row.id}`], records: authRecords })],
};
