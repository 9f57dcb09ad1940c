import type { EventType, Fact, FactOf, Reach } from '@prosa/contracts';
import { personalPlaces } from '@prosa/infra/runtime';
import type { Columns, RowOf } from './columns.ts';

/** Any row, if its table does not matter. */
export type AnyRow = Record<string, unknown>;

/** The common part of every read table: read.{table}_{number}. */
export type TableBase = {
  table: string;
  /** Raise it with every change of a fold, column or index: this table is then rebuilt alongside the live ones, with its counters. */
  version: number;
  columns: Columns;
  /** The field that is the primary key. */
  id: string;
  /** The text after `create index on {table}`, for example `(company_id, created_at desc)` or `using gin (name gin_trgm_ops)`. */
  indexes: readonly string[];
  /** The reach of its rows: row-level security is generated from it (decision 31). */
  reach: Reach;
  /** Whether its events contain words, names or numbers of people: then only their company may read it. */
  isPersonal: boolean;
  /** Event types that change it; it ignores all others. */
  handles: ReadonlySet<string>;
};

/**
 * A read model whose rows are folds of the events of one stream. The engine takes a batch of events, loads the rows of their keys once,
 * folds in memory, and writes the rows in one statement together with the checkpoint. `defineRows` creates it.
 */
export type Rows<Row extends AnyRow = AnyRow> = TableBase & {
  kind: 'rows';
  /** Event types whose handler needs the previous row. */
  needsBefore: ReadonlySet<string>;
  keys(event: Fact): readonly string[];
  fold(before: Row | null, event: Fact, key: string): Row | null;
  sweep(event: Fact): Sweep<Row> | null;
};

/**
 * Changes many rows of other streams at once: where `where` holds (an indexed column), `set` these fields, those that
 * `setOf` returns for each row, or delete.
 */
export type Sweep<Row extends AnyRow = AnyRow> = { where: Partial<Row> } & (
  | { set: Partial<Row> }
  | { setOf(row: Row): Partial<Row> }
  | { delete: true }
);

/** An append-only table: each row belongs to an event and never changes. `defineLog` creates it. */
export type Log<Row extends AnyRow = AnyRow> = TableBase & { kind: 'log'; entries(event: Fact): readonly Row[] };

type Type<Events extends Record<string, EventType>> = FactOf<Events>['type'];
type FactNamed<Events extends Record<string, EventType>, Name> = Extract<FactOf<Events>, { type: Name }>;

/** The common part of every table definition. */
type Described = Pick<TableBase, 'table' | 'version'> & {
  events: Record<string, EventType>;
  columns: Columns;
  indexes?: readonly string[];
  /** Default: the row's company only. Any other is refused if one of `events` is personal, even one that changes nothing here. */
  reach?: Reach;
};
type Defined<Events extends Record<string, EventType>, C extends Columns> = Described & { events: Events; columns: C };
const baseOf = ({ table, version, events, columns, indexes = [], reach = 'company' }: Described, id: string) => {
  const isPersonal = Object.values(events).some(({ data }) => personalPlaces(data) !== null);
  if (isPersonal && reach !== 'company') throw new Error(`${table} tells of people: none but their company may read it.`);
  return { table, version, columns, id, indexes, reach, isPersonal };
};

/**
 * Defines a table of folded rows. It folds those of `events` that `begins` and `changes` name, and ignores the others.
 * - `begins`: returns the row that an event creates; null: none, with `mayEnd`, because more events will come. A type in both creates a missing row and changes an existing one.
 * - `changes`: returns the row after an event, the same object if nothing changed, or null to delete it. A missing row is an error, which
 *   parks the stream.
 * - `key`: the key of the row, or of several rows.
 * Handlers are pure: no clock, no random. A personal field of a forgotten person is null in the event, even if its schema does not allow
 * null.
 */
export const defineRows = <
  const Events extends Record<string, EventType>,
  const C extends Columns,
  Begun extends Type<Events>,
  Changed extends Type<Events> = never,
>(
  definition: Defined<Events, C> & {
    /** Default `id`. */
    id?: keyof C & string;
    key: (event: FactNamed<Events, Begun | Changed>) => string | readonly string[];
    begins: { [Name in Begun]: (event: FactNamed<Events, Name>, key: string) => RowOf<C> | null };
    changes: { [Name in Changed]: (row: RowOf<C>, event: FactNamed<Events, Name>, key: string) => RowOf<C> | null };
    /** Later events may name a row that an event has deleted, or has not made, and change nothing. Without this option they park the stream. */
    mayEnd?: boolean;
    /** Events of other streams that touch many rows (decision 28): their types need not be in `events`. */
    sweeps?: Record<string, (event: Fact) => Sweep<RowOf<C>> | null>;
  },
): Rows<RowOf<C>> => {
  type Row = RowOf<C>;
  const { table, id = 'id', mayEnd = false, sweeps = {} } = definition;
  const begins = new Map(Object.entries(definition.begins)) as Map<string, (event: Fact, key: string) => Row | null>;
  const changes = new Map(Object.entries(definition.changes)) as Map<string, (row: Row, event: Fact, key: string) => Row | null>;
  const key = definition.key as (event: Fact) => string | readonly string[];
  const folded = new Set([...begins.keys(), ...changes.keys()]);
  const handles = new Set([...folded, ...Object.keys(sweeps)]);
  return {
    kind: 'rows',
    ...baseOf(definition, id),
    handles,
    needsBefore: new Set(changes.keys()),
    keys(event) {
      if (!folded.has(event.type)) return [];
      const found = key(event);
      return typeof found === 'string' ? [found] : found;
    },
    fold(before, event, at) {
      const change = changes.get(event.type);
      if (change && before !== null) return change(before, event, at);
      const begin = begins.get(event.type);
      if (begin) return begin(event, at);
      if (change && !mayEnd) throw new FoldError(`${table}: ${event.type} before its row ${at}`);
      return before;
    },
    sweep: (event) => sweeps[event.type]?.(event) ?? null,
  };
};

/** Defines an append-only table, such as a history: `entry` returns the row or rows of each of `events`, null for none. */
export const defineLog = <const Events extends Record<string, EventType>, const C extends Columns>(
  definition: Defined<Events, C> & {
    id: keyof C & string;
    entry: (event: FactOf<Events>) => RowOf<C> | readonly RowOf<C>[] | null;
  },
): Log<RowOf<C>> => {
  const { id, events } = definition;
  const handles = new Set(Object.values(events).map(({ type }) => type));
  const entry = definition.entry as (event: Fact) => RowOf<C> | readonly RowOf<C>[] | null;
  return {
    kind: 'log',
    ...baseOf(definition, id),
    handles,
    entries(event) {
      if (!handles.has(event.type)) return [];
      const rows = entry(event);
      if (rows === null) return [];
      return Array.isArray(rows) ? (rows as readonly RowOf<C>[]) : [rows as RowOf<C>];
    },
  };
};

/** Returns the row after an event; null if there is none. */
export const fold = <Row extends AnyRow>(rows: Rows<Row>, before: Row | null, event: Fact): Row | null =>
  rows.keys(event).reduce<Row | null>((row, key) => rows.fold(row, event, key), before);

/** An event that its row cannot accept. The message contains only ids and may be shown. */
export class FoldError extends Error {
  override name = 'FoldError';
}
