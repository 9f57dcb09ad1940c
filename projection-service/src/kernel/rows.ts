import type { EventType, Fact, FactOf, Reach } from '@prosa/contracts';
import { personalPlaces } from '@prosa/infra/runtime';
import type { Columns, RowOf } from './columns.ts';

/** Any row, where its table does not matter. */
export type AnyRow = Record<string, unknown>;

/** What every read table has: read.{table}_{number}. */
export type TableBase = {
  table: string;
  /** Raise it with every change of a fold, column or index: this table is then folded anew beside the live ones, with its counters. */
  version: number;
  columns: Columns;
  /** The field that is the primary key. */
  id: string;
  /** What follows `create index on {table}`, as in `(company_id, created_at desc)` or `using gin (name gin_trgm_ops)`. */
  indexes: readonly string[];
  /** Who reads its rows: row-level security is made of it (ADR 271). */
  reach: Reach;
  /** Whether words, names or numbers of people are told where its events are: then none but their company reads it. */
  isPersonal: boolean;
  /** Types of events that change it, and those it was told to leave alone. */
  handles: ReadonlySet<string>;
  ignores: ReadonlySet<string>;
};

/**
 * A read model whose rows are folds of the events of one stream. The engine takes a batch of events, loads the rows of its keys once,
 * folds in memory, and writes them in one statement with the one checkpoint. `defineRows` makes it.
 */
export type Rows<Row extends AnyRow = AnyRow> = TableBase & {
  kind: 'rows';
  /** Types whose handler must be given the row as it was. */
  needsBefore: ReadonlySet<string>;
  keys(event: Fact): readonly string[];
  fold(before: Row | null, event: Fact, key: string): Row | null;
  sweep(event: Fact): Sweep<Row> | null;
};

/** Many rows of other streams at once: where `where` holds (an indexed column), `set` these fields, or delete. */
export type Sweep<Row extends AnyRow = AnyRow> = { where: Partial<Row> } & ({ set: Partial<Row> } | { delete: true });

/** A table that is only added to: rows of an event, never changed. `defineLog` makes it. */
export type Log<Row extends AnyRow = AnyRow> = TableBase & { kind: 'log'; entries(event: Fact): readonly Row[] };

type Type<Events extends Record<string, EventType>> = FactOf<Events>['type'];
type FactNamed<Events extends Record<string, EventType>, Name> = Extract<FactOf<Events>, { type: Name }>;
type Handled<Events extends Record<string, EventType>, Ignored> = Exclude<Type<Events>, Ignored>;

/** What every definition of a table says. */
type Described = Pick<TableBase, 'table' | 'version'> & {
  events: Record<string, EventType>;
  columns: Columns;
  indexes?: readonly string[];
  /** Its company alone unless told. Refused where any of `events` is personal, ignored ones too. */
  reach?: Reach;
};
type Defined<Events extends Record<string, EventType>, C extends Columns, Ignored extends Type<Events>> = Described & {
  events: Events;
  columns: C;
  ignores: readonly Ignored[];
};
const baseOf = ({ table, version, events, columns, indexes = [], reach = 'company' }: Described, id: string) => {
  const isPersonal = Object.values(events).some(({ data }) => personalPlaces(data) !== null);
  if (isPersonal && reach !== 'company') throw new Error(`${table} tells of people: none but their company may read it.`);
  return { table, version, columns, id, indexes, reach, isPersonal };
};

/**
 * Defines a table of folded rows. Every type of `events` is in `begins`, `changes` or `ignores`, else this throws.
 * - `begins`: the row that an event makes. A type in both begins a row that is not there and changes one that is.
 * - `changes`: the row after an event, the very same object where nothing changed, or null: deleted. No row is an error, which
 *   parks the stream.
 * - `key`: of the row, or of several.
 * Handlers are pure: no clock, no random. A personal field of a forgotten person is null in the event, whatever its schema says.
 */
export const defineRows = <
  const Events extends Record<string, EventType>,
  const C extends Columns,
  const Ignored extends Type<Events>,
>(
  definition: Defined<Events, C, Ignored> & {
    /** `id` unless told. */
    id?: keyof C & string;
    key: (event: FactNamed<Events, Handled<Events, Ignored>>) => string | readonly string[];
    begins: { [Name in Handled<Events, Ignored>]?: (event: FactNamed<Events, Name>, key: string) => RowOf<C> };
    changes: {
      [Name in Handled<Events, Ignored>]?: (row: RowOf<C>, event: FactNamed<Events, Name>, key: string) => RowOf<C> | null;
    };
    /** Events of other streams that touch many rows (ADR 19): their types need not be in `events`. */
    sweeps?: Record<string, (event: Fact) => Sweep<RowOf<C>>>;
  },
): Rows<RowOf<C>> => {
  type Row = RowOf<C>;
  const { table, id = 'id', sweeps = {} } = definition;
  const begins = new Map(Object.entries(definition.begins)) as Map<string, (event: Fact, key: string) => Row>;
  const changes = new Map(Object.entries(definition.changes)) as Map<string, (row: Row, event: Fact, key: string) => Row | null>;
  const key = definition.key as (event: Fact) => string | readonly string[];
  const folded = new Set([...begins.keys(), ...changes.keys()]);
  const handles = new Set([...folded, ...Object.keys(sweeps)]);
  const ignores = named(table, definition.events, folded, definition.ignores);
  return {
    kind: 'rows',
    ...baseOf(definition, id),
    handles,
    ignores,
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
      if (change) throw new FoldError(`${table}: ${event.type} before its row ${at}`);
      return before;
    },
    sweep: (event) => sweeps[event.type]?.(event) ?? null,
  };
};

/** Defines a table that is only added to, as a history: `entry` gives the row or rows of an event, null for none. */
export const defineLog = <
  const Events extends Record<string, EventType>,
  const C extends Columns,
  const Ignored extends Type<Events>,
>(
  definition: Defined<Events, C, Ignored> & {
    id: keyof C & string;
    entry: (event: FactNamed<Events, Handled<Events, Ignored>>) => RowOf<C> | readonly RowOf<C>[] | null;
  },
): Log<RowOf<C>> => {
  const { id, events } = definition;
  const ignored = new Set<string>(definition.ignores);
  const handles = new Set(
    Object.values(events)
      .map(({ type }) => type)
      .filter((type) => !ignored.has(type)),
  );
  const entry = definition.entry as (event: Fact) => RowOf<C> | readonly RowOf<C>[] | null;
  return {
    kind: 'log',
    ...baseOf(definition, id),
    handles,
    ignores: ignored,
    entries(event) {
      if (!handles.has(event.type)) return [];
      const rows = entry(event);
      if (rows === null) return [];
      return Array.isArray(rows) ? (rows as readonly RowOf<C>[]) : [rows as RowOf<C>];
    },
  };
};

/** The row after an event; null: there is none. */
export const fold = <Row extends AnyRow>(rows: Rows<Row>, before: Row | null, event: Fact): Row | null =>
  rows.keys(event).reduce<Row | null>((row, key) => rows.fold(row, event, key), before);

/** An event that its row cannot take. Its message holds ids alone and may be shown. */
export class FoldError extends Error {
  override name = 'FoldError';
}

const named = (
  table: string,
  events: Record<string, EventType>,
  folded: ReadonlySet<string>,
  ignores: readonly string[],
): ReadonlySet<string> => {
  const ignored = new Set(ignores);
  const known = new Set(Object.values(events).map(({ type }) => type));
  for (const type of known)
    if (folded.has(type) === ignored.has(type)) throw new Error(`${table} must either handle or ignore ${type}.`);
  for (const type of folded) if (!known.has(type)) throw new Error(`${table} handles ${type}, which is not among its events.`);
  return ignored;
};
