import type { Fact } from '@prosa/contracts';
import { type Decoded, together, UnknownEvent } from '@prosa/infra/runtime';
import type pg from 'pg';
import { type AnyRow, FoldError } from '../../kernel/rows.ts';
import { type Counted, count } from './counting.ts';
import type { Generation, Still } from './generation.ts';
import { type Write, writeAll } from './statements.ts';

type RowsTable = Generation['rows'][number];
type Cells = Map<RowsTable, Map<string, Cell>>;
type Added = Map<Generation['logs'][number], AnyRow[]>;

/** A row during a batch: as it was before and as it is now. */
export type Cell = {
  before: AnyRow | null;
  now: AnyRow | null;
  swept: boolean;
  written: AnyRow | null;
  next: AnyRow | null | undefined;
};
export type Fault = 'unknown' | 'undecodable' | 'fold' | 'write';
/** A stream that is parked from an event on, for these tables; `waiting` counts its waiting events, including that one. */
export type Parking = { fact: Fact; fault: Fault; reason: string; tables: readonly string[]; waiting: number };

/** The result of a batch whose rows are written but not committed. */
export type Folded = {
  cells: ReadonlyMap<RowsTable, ReadonlyMap<string, Cell>>;
  counted: Counted;
  /** By stream. */
  parked: ReadonlyMap<string, Parking>;
  /** By stream that was already parked: how many more of its events wait. */
  waiting: ReadonlyMap<string, number>;
  /** Companies in which so much changed at once that their screens must fetch everything again. */
  refetch: ReadonlySet<string>;
};

/** A batch that is folded and not written yet. */
export type Unwritten = Pick<Folded, 'parked' | 'waiting' | 'refetch'> & { cells: Cells; added: Added };

/**
 * Folds facts, in order, into the rows of a generation and writes them, within the transaction of `client`. `checkpoint`: the streams that
 * are already parked, with their tables. `ahead`: what `foldFacts` made of the same facts before.
 */
export const foldBatch = async (
  client: pg.ClientBase,
  generation: Generation,
  facts: readonly Decoded[],
  checkpoint: Still,
  ahead?: Unwritten,
): Promise<Folded> => {
  const { cells, added, ...folded } = ahead ?? (await foldFacts(client, generation, facts, checkpoint));
  const [counted] = await together([count(client, cells), writeAll(client, allWrites(cells, added))]);
  return { cells, counted, ...folded };
};

/** Whether some of the facts sweep: they find rows only within the transaction that writes the facts before them. */
export const sweeps = (generation: Generation, facts: readonly Decoded[]): boolean =>
  facts.some((fact) => isSweeping(generation, fact));

/**
 * Folds facts in memory; writes nothing, unless some sweep. `before`: rows as a batch leaves them that is being written; the tables may have
 * them or not yet.
 */
export const foldFacts = async (
  client: pg.ClientBase,
  generation: Generation,
  facts: readonly Decoded[],
  checkpoint: Still,
  before?: Folded['cells'],
): Promise<Unwritten> => {
  const cells: Cells = new Map(generation.rows.map((table) => [table, new Map()]));
  const added: Added = new Map(generation.logs.map((table) => [table, []]));
  const parked = new Map<string, Parking>();
  const waiting = new Map<string, number>();
  const refetch = new Set<string>();
  /** Cells that the current event changes: `next` is their new value, undefined between events. */
  const touched: Cell[] = [];

  const foldOne = (fact: Decoded): void => {
    const { stream } = fact.meta;
    const still = checkpoint.get(stream);
    if (still) waiting.set(stream, (waiting.get(stream) ?? 0) + 1);
    const parking = parked.get(stream);
    if (parking) parking.waiting += 1;
    if (parking || (still && movingIn(generation, still).length === 0)) return;
    try {
      if (fact.fault) throw fact.fault;
      // An event is applied completely or not at all: a parked stream leaves no partial change.
      for (const table of generation.rowsBy.get(fact.type) ?? []) {
        if (still?.has(table.table)) continue;
        for (const key of table.keys(fact)) {
          const cell = cellOf(cells, table, key);
          if (cell.next === undefined) touched.push(cell);
          cell.next = table.fold(cell.next === undefined ? cell.now : cell.next, fact, key);
        }
      }
      const logs = (generation.logsBy.get(fact.type) ?? []).filter(({ table }) => !still?.has(table));
      const entries = logs.map((table) => [table, table.entries(fact)] as const);
      for (const cell of touched) cell.now = cell.next ?? null;
      for (const [table, rows] of entries) added.get(table)?.push(...rows);
    } catch (error) {
      parked.set(stream, { fact, ...describe(error), tables: movingIn(generation, still), waiting: 1 });
    } finally {
      for (const cell of touched) cell.next = undefined;
      touched.length = 0;
    }
  };

  for (const { facts: range, sweeping } of ranges(generation, facts)) {
    await loadCells(client, generation, range, cells, before);
    for (const fact of range) foldOne(fact);
    if (!sweeping || parked.has(sweeping.meta.stream)) continue;
    await writeAll(client, changedCells(cells));
    const still = checkpoint.get(sweeping.meta.stream);
    if (await sweep(client, generation, sweeping, cells, still)) refetch.add(sweeping.meta.companyId);
  }
  return { cells, added, parked, waiting, refetch };
};

/** The tables that are not stopped for a stream. */
export const movingIn = ({ names }: Generation, still: ReadonlySet<string> | undefined): readonly string[] =>
  still ? [...names].filter((name) => !still.has(name)) : [...names];

const cellOf = (cells: Cells, table: RowsTable, key: string): Cell => {
  const ofTable = cells.get(table)!;
  let cell = ofTable.get(key);
  if (!cell) {
    cell = { before: null, now: null, swept: false, written: null, next: undefined };
    ofTable.set(key, cell);
  }
  return cell;
};

/** Splits the facts after each event that sweeps: the earlier changes must be in the tables before the sweep runs. */
const ranges = (generation: Generation, facts: readonly Decoded[]): { facts: Decoded[]; sweeping: Decoded | null }[] => {
  const parts: { facts: Decoded[]; sweeping: Decoded | null }[] = [];
  let part: Decoded[] = [];
  for (const fact of facts) {
    part.push(fact);
    if (!isSweeping(generation, fact)) continue;
    parts.push({ facts: part, sweeping: fact });
    part = [];
  }
  return part.length > 0 ? [...parts, { facts: part, sweeping: null }] : parts;
};

const isSweeping = (generation: Generation, fact: Decoded): boolean =>
  !fact.fault && generation.rowsBy.get(fact.type)?.some((table) => table.sweep(fact)) === true;

/** Loads all rows that handlers need, with one query per table; those of `before` are there. */
const loadCells = async (
  client: pg.ClientBase,
  generation: Generation,
  facts: readonly Decoded[],
  cells: Cells,
  before?: Folded['cells'],
): Promise<void> => {
  const wanted = new Map<RowsTable, Set<string>>();
  for (const fact of facts) {
    if (fact.fault) continue;
    for (const table of generation.rowsBy.get(fact.type) ?? []) {
      if (table.counters.length === 0 && !table.needsBefore.has(fact.type)) continue;
      for (const key of keysOf(table, fact)) {
        if (cells.get(table)?.has(key)) continue;
        const known = before?.get(table)?.get(key);
        // With neither, the batch before has written nothing, and perhaps not looked.
        if (known?.before || known?.now) {
          setRow(cellOf(cells, table, key), known.now);
          continue;
        }
        if (!wanted.has(table)) wanted.set(table, new Set());
        wanted.get(table)?.add(key);
      }
    }
  }
  const load = async (table: RowsTable, keys: ReadonlySet<string>): Promise<void> => {
    for (const row of await table.statements.load(client, [...keys])) setRow(cellOf(cells, table, String(row[table.id])), row);
  };
  await together([...wanted].map(([table, keys]) => load(table, keys)));
};

const setRow = (cell: Cell, row: AnyRow | null): void => {
  cell.before = row;
  cell.now = row;
  cell.written = row;
};

/** A key that cannot be computed is not an error here; folding the event throws again and parks its stream. */
const keysOf = (table: RowsTable, fact: Fact): readonly string[] => {
  try {
    return table.keys(fact);
  } catch {
    return [];
  }
};

function* changedCells(cells: Cells): Generator<Write> {
  for (const [table, ofTable] of cells) {
    const upserts: AnyRow[] = [];
    const removed: string[] = [];
    for (const [key, cell] of ofTable) {
      if (cell.now === cell.written) continue;
      if (cell.now) upserts.push(cell.now);
      else removed.push(key);
      cell.written = cell.now;
    }
    if (upserts.length > 0) yield table.statements.upsert(upserts);
    if (removed.length > 0) yield table.statements.remove(removed);
  }
}

function* allWrites(cells: Cells, added: Added): Generator<Write> {
  yield* changedCells(cells);
  for (const [table, rows] of added) if (rows.length > 0) yield table.statements.insert(rows);
}

const sweep = async (
  client: pg.ClientBase,
  generation: Generation,
  fact: Decoded,
  cells: Cells,
  still: ReadonlySet<string> | undefined,
): Promise<boolean> => {
  let any = false;
  for (const table of generation.rowsBy.get(fact.type) ?? []) {
    const swept = still?.has(table.table) ? null : table.sweep(fact);
    if (!swept) continue;
    for (const row of await table.statements.find(client, swept.where)) {
      const known = cells.get(table)?.get(String(row[table.id]));
      const cell = known ?? cellOf(cells, table, String(row[table.id]));
      if (!known) {
        cell.before = row;
        cell.written = row;
      }
      cell.now = 'delete' in swept ? null : { ...row, ...('setOf' in swept ? swept.setOf(row) : swept.set) };
      cell.swept = true;
      any = true;
    }
  }
  return any;
};

/** Why a stream was parked, without any text that people wrote: foreign error messages may quote it. */
const describe = (error: unknown): { fault: Fault; reason: string } => {
  if (error instanceof UnknownEvent) return { fault: 'unknown', reason: error.message };
  if (error instanceof FoldError) return { fault: 'fold', reason: error.message };
  const name = error instanceof Error ? error.constructor.name : typeof error;
  return name === 'UndecodableEvent'
    ? { fault: 'undecodable', reason: (error as Error).message }
    : { fault: 'fold', reason: name };
};
