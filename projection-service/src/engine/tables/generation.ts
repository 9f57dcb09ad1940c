import type pg from 'pg';
import type { Counter } from '../../kernel/counter.ts';
import { Apart, type Made, type Projection } from '../../kernel/projections.ts';
import type { Log, Rows } from '../../kernel/rows.ts';
import type { Table } from '../../kernel/table.ts';
import { type Statements, statementsOf } from './statements.ts';

/** By stream, the tables that are stopped for it. */
export type Still = ReadonlyMap<string, ReadonlySet<string>>;

/** The position of a generation, and the streams that are parked in it. */
export type Checkpoint = { generation: number; position: bigint; turn: number; parked: Still };

type With<Kind> = Kind & { statements: Statements };
type Counting = With<Counter> & { counters: readonly Counting[] };
type RowsTable = With<Rows> & { counters: readonly Counting[] };
/** Some projections of a generation and, by event type, the tables that it changes. */
export type Generation = {
  number: number;
  rows: readonly RowsTable[];
  logs: readonly With<Log>[];
  rowsBy: ReadonlyMap<string, readonly RowsTable[]>;
  logsBy: ReadonlyMap<string, readonly With<Log>[]>;
  /** The names of the tables that events are folded into, without counters. */
  names: ReadonlySet<string>;
  /** The number at the end of a table's name. Throws Apart for a table that is not in this generation. */
  place(table: string): number;
};

/** Returns those of the projections that exist in `made`, as a generation. */
export const generationOf = (projections: readonly Projection[], number: number, made: Made): Generation => {
  const places = new Map<string, number>();
  const withStatements = <Kind extends Table>(one: Kind): With<Kind> => ({
    ...one,
    statements: statementsOf(one, places.get(one.table)!),
  });
  for (const { name, tables } of projections)
    if (made[name] !== undefined) for (const { table } of tables) places.set(table, made[name]);
  const tables = projections.flatMap((one) => one.tables).filter(({ table }) => places.has(table));
  const counters = tables.filter((one) => one.kind === 'counter');
  const countersOf = (one: Table): Counting[] =>
    counters.filter(({ of }) => of === one).map((counter) => ({ ...withStatements(counter), counters: countersOf(counter) }));
  const rows = tables.filter((one) => one.kind === 'rows').map((one) => ({ ...withStatements(one), counters: countersOf(one) }));
  const logs = tables.filter((one) => one.kind === 'log').map(withStatements);
  return {
    number,
    rows,
    logs,
    rowsBy: byType(rows),
    logsBy: byType(logs),
    names: new Set([...rows, ...logs].map(({ table }) => table)),
    place: (table) => {
      const place = places.get(table);
      if (place === undefined) throw new Apart(`${table} is not folded here.`);
      return place;
    },
  };
};

const byType = <One extends { handles: ReadonlySet<string> }>(tables: readonly One[]): Map<string, One[]> => {
  const map = new Map<string, One[]>();
  for (const one of tables) for (const type of one.handles) map.set(type, [...(map.get(type) ?? []), one]);
  return map;
};

/** A row of read.generation. */
export type GenerationRow = { generation: number; position: string; turn: number; projections: Made };

/** All columns of a `GenerationRow`. */
export const ROW = 'generation, position, turn, projections';

/** The live generation; null if nothing was folded yet. */
export const liveRow = async (client: pg.Pool | pg.ClientBase): Promise<GenerationRow | null> => {
  const { rows } = await client.query<GenerationRow>(`select ${ROW} from read.generation where state = 'live'`);
  return rows[0] ?? null;
};

export const checkpointOf = async (
  client: pg.Pool | pg.ClientBase,
  { generation, position, turn }: GenerationRow,
): Promise<Checkpoint> => {
  const { rows } = await client.query<{ stream: string; tables: string[] }>(
    'select stream, tables from read.parked where generation = $1',
    [generation],
  );
  const parked = new Map<string, Set<string>>();
  for (const { stream, tables } of rows) parked.set(stream, new Set([...(parked.get(stream) ?? []), ...tables]));
  return { generation, position: BigInt(position), turn, parked };
};

/** Which of this code's projections are not in a generation (`missing`), and which in it this code does not know (`unknown`). */
export const differences = (projections: readonly Projection[], made: Made): { missing: Projection[]; unknown: string[] } => {
  const names = new Set(projections.map(({ name }) => name));
  return {
    missing: projections.filter(({ name }) => made[name] === undefined),
    unknown: Object.keys(made).filter((name) => !names.has(name)),
  };
};
