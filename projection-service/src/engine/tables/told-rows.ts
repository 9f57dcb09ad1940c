import type { PushChange } from '@prosa/contracts';
import type pg from 'pg';
import type { Db } from '../../kernel/db.ts';
import type { Push } from '../../kernel/push.ts';
import type { AnyRow } from '../../kernel/rows.ts';
import type { Cell, Folded } from './batch.ts';

/** A table of the batch by its name; undefined if it is built alongside. */
export const tableOf = (folded: Folded, table: string) => [...folded.cells.keys()].find((rows) => rows.table === table);
/** The rows of a table in the batch, by id. */
export const cellsOf = (folded: Folded, table: string): ReadonlyMap<string, Cell> => {
  const rows = tableOf(folded, table);
  return (rows && folded.cells.get(rows)) ?? new Map();
};

/**
 * Rows that did not change in the batch, but are pushed again: their records contain a counter that changed, another table has news of
 * them, or their next parent began.
 */
export const repushedRows = async (
  client: pg.ClientBase,
  push: Push,
  folded: Folded,
  dbFor: (companyId: string) => Db,
): Promise<{ row: AnyRow; action?: PushChange['action'] }[]> => {
  const told = toldOf(push, folded);
  const rows = await unchanged(client, push, folded, told);
  const of = await followed(client, push, folded, dbFor);
  return [...rows.map((row) => ({ row, action: told.get(String(row[push.rows.id])) })), ...of.map((row) => ({ row }))];
};

/** Ids of records that contain a counter that changed, or that have news; with the action of the news. */
const toldOf = ({ counters, news }: Push, folded: Folded): Map<string, PushChange['action']> => {
  const told = new Map<string, PushChange['action']>();
  for (const { counter, id } of counters)
    for (const counted of folded.counted)
      if (counted.counter.table === counter.table)
        for (const group of counted.rows) {
          const of = id(group);
          if (of !== null) told.set(of, undefined);
        }
  for (const { rows, ids, action } of news)
    for (const { before, now } of cellsOf(folded, rows.table).values())
      if (before !== now) for (const id of ids(before, now)) told.set(id, action);
  return told;
};

/** The rows of these ids that did not change themselves. */
const unchanged = async (
  client: pg.ClientBase,
  { rows }: Push,
  folded: Folded,
  ids: ReadonlyMap<string, unknown>,
): Promise<AnyRow[]> => {
  if (ids.size === 0) return [];
  const known = cellsOf(folded, rows.table);
  const table = tableOf(folded, rows.table);
  const asked = [...ids.keys()].filter((id) => known.get(id)?.before === known.get(id)?.now);
  return table && asked.length > 0 ? table.statements.load(client, asked) : [];
};

/** Rows that did not change themselves, but whose next parent began. */
const followed = async (
  client: pg.ClientBase,
  { parent, rows }: Push,
  folded: Folded,
  dbFor: (companyId: string) => Db,
): Promise<AnyRow[]> => {
  const table = parent?.next && tableOf(folded, rows.table);
  if (!table) return [];
  const begun = [...cellsOf(folded, parent.rows.table).values()].flatMap(({ before, now }) => (now && !before ? [now] : []));
  const known = cellsOf(folded, rows.table);
  const found: AnyRow[] = [];
  for (const [companyId, of] of Map.groupBy(begun, (one) => one.companyId as string)) {
    const ids = (await parent.next!.rows(dbFor(companyId), of)).filter((id) => known.get(id)?.before === known.get(id)?.now);
    if (ids.length > 0) found.push(...(await table.statements.load(client, ids)));
  }
  return found;
};
