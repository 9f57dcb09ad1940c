import type pg from 'pg';
import type { Counter } from '../kernel/counter.ts';
import type { Table } from '../kernel/feature.ts';
import type { Log, Rows } from '../kernel/rows.ts';
import { type Statements, statementsOf } from './statements.ts';

/** Where a generation stands. `parked` are the streams that stand still in it. */
export type Standing = { generation: number; position: bigint; turn: number; parked: ReadonlySet<string> };

type With<Kind> = Kind & { statements: Statements };
/** The tables of one generation and, by type of event, those that it changes. */
export type Generation = {
  number: number;
  rows: readonly (With<Rows> & { counters: readonly With<Counter>[] })[];
  logs: readonly With<Log>[];
  rowsBy: ReadonlyMap<string, readonly (With<Rows> & { counters: readonly With<Counter>[] })[]>;
  logsBy: ReadonlyMap<string, readonly With<Log>[]>;
};

export const generationOf = (tables: readonly Table[], number: number): Generation => {
  const withStatements = <Kind extends Table>(one: Kind): With<Kind> => ({ ...one, statements: statementsOf(one, number) });
  const counters = tables.filter((one) => one.kind === 'counter');
  const rows = tables
    .filter((one) => one.kind === 'rows')
    .map((one) => ({ ...withStatements(one), counters: counters.filter(({ of }) => of === one).map(withStatements) }));
  const logs = tables.filter((one) => one.kind === 'log').map(withStatements);
  return { number, rows, logs, rowsBy: byType(rows), logsBy: byType(logs) };
};

const byType = <One extends { handles: ReadonlySet<string> }>(tables: readonly One[]): Map<string, One[]> => {
  const map = new Map<string, One[]>();
  for (const one of tables) for (const type of one.handles) map.set(type, [...(map.get(type) ?? []), one]);
  return map;
};

type StandingRow = { generation: number; position: string; turn: number };

/** The live generation if it is of these versions; null if there is none, or another's. */
export const liveStanding = async (client: pg.Pool | pg.ClientBase, versions: string): Promise<Standing | null> => {
  const { rows } = await client.query<StandingRow>(
    `select generation, position, turn from read.generation where state = 'live' and versions = $1`,
    [versions],
  );
  return rows[0] ? standing(client, rows[0]) : null;
};

export const standing = async (
  client: pg.Pool | pg.ClientBase,
  { generation, position, turn }: StandingRow,
): Promise<Standing> => {
  const parked = await client.query<{ stream: string }>('select stream from read.parked where generation = $1', [generation]);
  return { generation, position: BigInt(position), turn, parked: new Set(parked.rows.map(({ stream }) => stream)) };
};
