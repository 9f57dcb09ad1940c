import { sessionEvents } from '@prosa/contracts';
import { z } from 'zod';
import { flag, integer, uuid } from '../kernel/columns.ts';
import { type Db, sql } from '../kernel/db.ts';
import type { Feature } from '../kernel/feature.ts';
import { definePush } from '../kernel/push.ts';
import { defineRows } from '../kernel/rows.ts';

/** The newest session of a user: tokens of a lower version are refused. `active` until they sign out. */
export const sessionRows = defineRows({
  table: 'session',
  version: 1,
  events: sessionEvents,
  columns: { id: uuid(), companyId: uuid(), version: integer(), active: flag() },
  ignores: [],
  key: ({ data }) => data.userId,
  begins: {
    UserSignedIn: ({ data, meta }) => ({ id: data.userId, companyId: meta.companyId, version: data.version, active: true }),
    UserSignedOut: ({ data, meta }) => ({ id: data.userId, companyId: meta.companyId, version: data.version, active: false }),
  },
  changes: {
    UserSignedIn: (row, { data }) => ({ ...row, version: data.version, active: true }),
    UserSignedOut: (row, { data }) => ({ ...row, version: data.version, active: false }),
  },
});

const Session = z.object({ userId: z.string(), version: z.number() });
const authRecords = async (db: Db, ids: readonly string[]) => {
  const rows = await db.many(sql.type(Session)`
    select id as "userId", version from ${db.table(sessionRows)} where id = any(${sql.array(ids, 'uuid')})`);
  return new Map(rows.map((row) => [row.userId, row]));
};

export const sessions: Feature = {
  name: 'sessions',
  tables: [sessionRows],
  pushes: [definePush(sessionRows, { channel: 'auth', rooms: (row) => [`user:${row.id}`], records: authRecords })],
};
