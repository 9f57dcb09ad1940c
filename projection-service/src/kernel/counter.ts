import type { PushChannel } from '@prosa/contracts';
import { type Column, type Columns, integer, type RowOf, text, uuid } from './columns.ts';
import type { AnyRow, Rows, TableBase } from './rows.ts';

/**
 * Counts of rows by group, kept by differences of (before, after). Its table has `id`, `companyId`, the group's fields and `count`;
 * a group that nobody is in has no row.
 */
export type Counter = TableBase & {
  kind: 'counter';
  /** Whose rows it counts. */
  of: Rows;
  group(row: AnyRow): AnyRow | null;
  push: { channel: PushChannel; rooms(companyId: string, group: AnyRow): string[] } | null;
};

/** Defines a counter of `of`'s rows. `group` gives a row's group (fields of `columns`), null where it is not counted. */
export const defineCounter = <Row extends AnyRow, const C extends Record<string, Column<string | null>>>(definition: {
  table: string;
  version: number;
  of: Rows<Row>;
  columns: C;
  indexes?: readonly string[];
  group: (row: Row) => RowOf<C> | null;
  /** Its changed groups are pushed as `{...group, count}`, as an update for those in these rooms. */
  push?: { channel: PushChannel; rooms: (companyId: string, group: RowOf<C>) => string[] };
}): Counter => {
  const { table, version, of, columns, indexes = ['(company_id)'], push } = definition;
  return {
    kind: 'counter',
    table,
    version,
    of: of as unknown as Rows,
    columns: { id: text(), companyId: uuid(), ...columns, count: integer() } as Columns,
    id: 'id',
    indexes,
    handles: new Set(),
    ignores: new Set(),
    group: definition.group as (row: AnyRow) => AnyRow | null,
    push: push ? (push as NonNullable<Counter['push']>) : null,
  };
};
