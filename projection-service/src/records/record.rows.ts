import type { AnyRecord, EventType } from '@prosa/contracts';
import type { z } from 'zod';
import { type Column, flag, nullable, text, time, uuid } from '../kernel/columns.ts';
import { orderField, orderOf } from '../kernel/order.ts';
import { searchable } from '../kernel/paging.ts';
import { type AnyRow, defineRows, type Rows } from '../kernel/rows.ts';
import { columnOf } from './record.columns.ts';

type Event = { data: AnyRow; meta: { companyId: string; at: Date } };
const made = new Map<AnyRecord, Rows<AnyRow>>();

/** The form of all these tables, beside the version of each: a change of it is a new version of all. */
const FORM = 1;

type Folding = {
  changedBy?: readonly EventType[];
  derives?: (data: AnyRow) => AnyRow;
};

/** The fields that a record's table holds besides the standard columns. */
export const fieldsOf = ({ fields, kept }: AnyRecord): [string, z.ZodType][] =>
  Object.entries({ ...fields.shape, ...kept.shape }) as [string, z.ZodType][];

/** The text fields of the order, which have a sort key column. */
export const textOrder = ({ kind, orderBy, fields }: AnyRecord): string[] =>
  orderBy.filter((name) => columnOf(`${kind}.${name}`, fields.shape[name] as z.ZodType).sql === 'text');

/**
 * The table of a kind of record. `search` is what searches match: the fields of the search, each in a line. A deleted record keeps its row for the history. `changedBy` are additional events that change fields.
 * `derives` computes further fields from an event's data.
 */
export const recordRows = (definition: AnyRecord, { changedBy = [], derives = () => ({}) }: Folding = {}): Rows<AnyRow> => {
  const known = made.get(definition);
  if (known) return known;
  const { kind, version, searchIn, recordEvents, filed, place, reach } = definition;
  const changes = filed ? [filed, ...changedBy] : changedBy;
  const { created, changed, deleted } = recordEvents;
  const fields = fieldsOf(definition);
  const columns = Object.fromEntries(fields.map(([name, schema]) => [name, columnOf(`${kind}.${name}`, schema)]));
  const ordered = textOrder(definition);
  const inOrder = (row: AnyRow): AnyRow => ({
    ...row,
    ...(searchIn.length > 0 && { search: searchIn.map((name) => searchable(String(row[name] ?? ''))).join('\n') }),
    ...Object.fromEntries(ordered.map((name) => [orderField(name), orderOf((row[name] ?? null) as string | null)])),
  });
  const names = new Set(fields.map(([name]) => name));
  /** Keeps only the event fields that the table has. */
  const told = (data: AnyRow): AnyRow => ({
    ...Object.fromEntries(Object.entries(data).filter(([name]) => names.has(name))),
    ...derives(data),
  });
  const change = (row: AnyRow, { data, meta }: Event) => inOrder({ ...row, ...told(data), updatedAt: meta.at });
  const rows = defineRows({
    table: kind.replaceAll('-', '_'),
    version: version + FORM,
    reach,
    events: Object.fromEntries([created, changed, deleted, ...changes].map((event) => [event.type, event])),
    columns: {
      id: uuid(),
      companyId: uuid(),
      ...columns,
      ...Object.fromEntries(ordered.map((name) => [orderField(name), nullable(text())])),
      ...(searchIn.length > 0 && { search: text() }),
      deleted: flag(),
      createdAt: time(),
      updatedAt: time(),
    } as { companyId: Column<string> } & Record<string, Column<unknown>>,
    indexes: ['(company_id)'],
    key: ({ data }: Event) => data[place.idField] as string,
    begins: {
      [created.type]: ({ data, meta }: Event) =>
        inOrder({
          ...told(data),
          id: data[place.idField],
          companyId: meta.companyId,
          deleted: false,
          createdAt: meta.at,
          updatedAt: meta.at,
        }),
    },
    changes: {
      ...Object.fromEntries([changed, ...changes].map(({ type }) => [type, change])),
      [deleted.type]: (row: AnyRow, { meta }: Event) => ({ ...row, deleted: true, updatedAt: meta.at }),
    },
  } as unknown as Parameters<typeof defineRows>[0]) as unknown as Rows<AnyRow>;
  made.set(definition, rows);
  return rows;
};
