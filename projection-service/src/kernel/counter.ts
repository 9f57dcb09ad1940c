import type { PushChannel, Reach } from '@prosa/contracts';
import { type Column, type Columns, integer, type RowOf, text, total, uuid } from './columns.ts';
import { toldTo } from './reach.ts';
import type { AnyRow, Rows, TableBase } from './rows.ts';

/**
 * Counts rows by group, maintained by the differences between the rows before and after a change. Its table has `id`, `companyId`, the
 * group's fields, `count` and its sums; an empty group has no row. A counter of a counter counts the groups: the number of distinct values.
 */
export type Counter = TableBase & {
  kind: 'counter';
  /** The table whose rows it counts. */
  of: Rows | Counter;
  /** The fields that make a group. */
  keys: readonly string[];
  /** Fields that are added up over the rows of a group, besides the number of rows. */
  sums: readonly string[];
  groups(row: AnyRow): readonly AnyRow[];
  push: { channel: PushChannel; rooms(companyId: string, group: AnyRow): string[] } | null;
};

type Grouped<C extends Record<string, Column<unknown>>, Sum extends string> = RowOf<C> & Record<Sum, number>;

/**
 * Defines a counter of `of`'s rows. `group` returns a row's group (fields of `columns`, and of `sums` what the row adds to it: integers) or
 * groups, null if the row is not counted.
 */
export const defineCounter = <
  Row extends AnyRow,
  const C extends Record<string, Column<string | boolean | Date | null>>,
  const Sum extends string = never,
>(definition: {
  table: string;
  version: number;
  of: Rows<Row> | Counter;
  columns: C;
  sums?: readonly Sum[];
  indexes?: readonly string[];
  /** Default: that of the rows. A wider one is for mere numbers, which tell nothing of a row: it is refused with `columns`. */
  reach?: Reach;
  group: (row: Row) => Grouped<C, NoInfer<Sum>> | readonly Grouped<C, NoInfer<Sum>>[] | null;
  /** Changed groups are pushed as `{...group, count}`, as an update to these rooms. */
  push?: { channel: PushChannel; rooms: (companyId: string, group: RowOf<C>) => string[] };
}): Counter => {
  const { table, version, of, columns, sums = [], indexes = ['(company_id)'], reach, push } = definition;
  if (reach !== undefined && Object.keys(columns).length > 0)
    throw new Error(`${table} tells more of its rows than their number.`);
  const summed = Object.fromEntries(sums.map((name) => [name, total()]));
  return {
    kind: 'counter',
    table,
    version,
    of: of as unknown as Counter['of'],
    keys: Object.keys(columns),
    sums,
    columns: { id: text(), companyId: uuid(), ...columns, count: integer(), ...summed } as Columns,
    id: 'id',
    indexes,
    // A counter reveals no more than the rows it counts.
    reach: reach ?? of.reach,
    isPersonal: reach === undefined && of.isPersonal,
    handles: new Set(),
    groups: (row) => {
      const found = definition.group(row as Row) as AnyRow | readonly AnyRow[] | null;
      if (found === null) return [];
      return Array.isArray(found) ? (found as readonly AnyRow[]) : [found as AnyRow];
    },
    push: push
      ? { channel: push.channel, rooms: (companyId, row) => toldTo(of, companyId, push.rooms(companyId, row as RowOf<C>)) }
      : null,
  };
};
