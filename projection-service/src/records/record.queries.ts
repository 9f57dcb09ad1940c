import type { AnyRecord } from '@prosa/contracts';
import { z } from 'zod';
import { snake } from '../kernel/columns.ts';
import { type Db, sql } from '../kernel/db.ts';
import { byText } from '../kernel/order.ts';
import { contains } from '../kernel/paging.ts';
import { inReach } from '../kernel/reach.ts';
import { fieldsOf, recordRows, textOrder } from './record.rows.ts';

type Fragment = ReturnType<typeof sql.fragment>;
type Row = { id: string; createdAt: Date; updatedAt: Date };
export type Shown = Record<string, unknown> & { id: string };

const column = (field: string): Fragment => sql.fragment`${sql.identifier([snake(field)])}`;

/** A record's counted fields by name: SQL expressions over its row `r`. */
export type Counted = Record<string, (db: Db) => Fragment>;

/** Queries for the records of a kind that are not deleted, as its view defines them. `asker` null: of all owners. */
export const recordQueries = (definition: AnyRecord, counted: Counted = {}) => {
  const { searchIn, owner, filed } = definition;
  const fields = ['id', 'companyId', ...fieldsOf(definition).map(([field]) => field), 'createdAt', 'updatedAt'];
  const columns = sql.join(
    fields.map((field) => sql.fragment`${column(field)} as ${sql.identifier([field])}`),
    sql.fragment`, `,
  );
  const further: Counted = filed ? { ...counted, now: () => sql.fragment`extract(epoch from now())::float8 * 1000` } : counted;
  const counts = (db: Db): Fragment =>
    Object.entries(further).reduce(
      (all, [field, count]) => sql.fragment`${all}, ${count(db)} as ${sql.identifier([field])}`,
      sql.fragment``,
    );
  const texts = textOrder(definition);
  const order = sql.join(
    [...definition.orderBy, 'id'].map((field) => (texts.includes(field) ? byText(field, 'r') : column(field))),
    sql.fragment`, `,
  );
  // Transformations of the answer's schema were applied when the record was sent.
  const Row = z.object({ id: z.string(), createdAt: z.date(), updatedAt: z.date() }).loose();
  const rows = recordRows(definition);
  const from = (db: Db, asker: string | null, where: Fragment): Fragment => sql.fragment`
    from ${db.table(rows)} r where ${inReach(db, rows)} and not deleted ${where}
    ${owner && asker ? sql.fragment`and (${column(owner)} is null or ${column(owner)} = ${asker})` : sql.fragment``}`;

  const read = async (db: Db, asker: string | null, where = sql.fragment``, rest = sql.fragment``): Promise<Shown[]> => {
    const found = (await db.many(sql.type(Row)`
      select ${columns} ${counts(db)} ${from(db, asker, where)} order by ${order} ${rest}`)) as Row[];
    return found.map((row) => ({
      ...(filed ? withPath(db, row) : row),
      id: row.id,
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
    }));
  };
  const count = async (db: Db, asker: string | null, where: Fragment): Promise<number> =>
    (await db.one(sql.type(z.object({ count: z.number() }))`select count(*)::int as count ${from(db, asker, where)}`)).count;
  const byIds = async (db: Db, ids: readonly string[], asker: string | null = null): Promise<Map<string, Shown>> =>
    new Map((await read(db, asker, sql.fragment`and id = any(${sql.array(ids, 'uuid')})`)).map((one) => [one.id, one]));

  /** The condition that one of the searched fields contains the text. */
  const matching = (text: string): Fragment =>
    text === '' || searchIn.length === 0 ? sql.fragment`` : sql.fragment`and ${contains(column('search'), text)}`;

  return { read, count, byIds, matching };
};

/** A record with a file as it is shown: its address instead of its id. */
const withPath = (db: Db, { mediaId, now, ...row }: Row & Record<string, unknown>): Record<string, unknown> => ({
  ...row,
  mediaPath: mediaId ? db.mediaUrl(mediaId as string, now as number) : null,
});
