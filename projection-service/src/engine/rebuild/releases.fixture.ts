import { connectPg, type Store } from '@prosa/infra/runtime';
import { z } from 'zod';
import { integer, uuid } from '../../kernel/columns.ts';
import { type Db, sql } from '../../kernel/db.ts';
import type { Push } from '../../kernel/push.ts';
import { connectReader } from '../../kernel/reader.ts';
import { defineRows } from '../../kernel/rows.ts';
import type { Table } from '../../kernel/table.ts';
import {
  betweenPads,
  type Engine,
  fixtureTables,
  lineRows,
  padEvents,
  padRows,
  pads,
  silent,
  somePad,
  until,
  writerOf,
} from '../engine.fixture.ts';
import { type Projector, startProjector } from '../projector.ts';
import { keepReadable, untilAny } from './live.ts';

/** The tables of a release that stores a line's text in capitals. */
export const shouting: readonly Table[] = fixtureTables.map((one) =>
  one.table === lineRows.table
    ? {
        ...lineRows,
        version: 2,
        fold: (...asked: Parameters<typeof lineRows.fold>) => {
          const row = lineRows.fold(...asked);
          return row && { ...row, body: row.body?.toUpperCase() ?? null };
        },
      }
    : one,
) as readonly Table[];

export const moveRows = defineRows({
  table: 'move',
  version: 1,
  events: padEvents,
  columns: { id: uuid(), companyId: uuid(), moves: integer() },
  indexes: ['(company_id)'],
  key: ({ data }) => data.padId,
  begins: { PadOpened: ({ data, meta }) => ({ id: data.padId, companyId: meta.companyId, moves: 0 }) },
  changes: { PadMoved: (row) => ({ ...row, moves: row.moves + 1 }) },
});
/** The tables of a release that counts moves in a new table. */
export const counting: readonly Table[] = [...fixtureTables, moveRows as unknown as Table];

export type Instance = {
  projector: Projector;
  reader: ReturnType<typeof connectReader>;
  /** Like a process that receives SIGTERM. */
  stop(): Promise<void>;
};

/** Starts one instance of a release, as the service does. `patienceMs`: how long its queries wait for a position. */
export const startInstance = async (
  engine: Engine,
  tables: readonly Table[],
  more: { store?: Store; retiredMs?: number; pushes?: readonly Push[]; patienceMs?: number } = {},
) => {
  const { retiredMs = 60_000, store = engine.store, pushes = pads.pushes ?? [], patienceMs } = more;
  const pool = connectPg(engine.config.DATABASE_URL, { max: 6, pipeline: true });
  const reader = connectReader({
    pool,
    listener: engine.listener,
    tables,
    ...(patienceMs !== undefined && { timeoutMs: patienceMs }),
  });
  const ending = new AbortController();
  const { signal } = ending;
  const { bus } = engine;
  await untilAny({ pool, store, tables, log: silent, signal });
  const projector = startProjector({
    pool,
    store: engine.store,
    bus,
    listener: engine.listener,
    tables,
    pushes,
    log: silent,
    leaseMs: 5_000,
    tickMs: 50,
    retiredMs,
  });
  const keeping = keepReadable({
    pool,
    store,
    tables,
    log: silent,
    signal,
    leads: projector.holds,
    reader,
    wantedMs: 100,
  });
  let stopping: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    ending.abort();
    await keeping;
    await projector.stop();
    reader.close();
    await pool.end();
  };
  return {
    projector,
    reader,
    stop: () => {
      stopping ??= end();
      return stopping;
    },
  };
};

/** Writes pads continuously; `last` is the position reached. */
export const startWriting = (engine: Engine, companyId: string) => {
  const write = writerOf(engine, companyId);
  const state = { last: 0n, stopped: false };
  const writing = (async () => {
    while (!state.stopped) {
      const pad = somePad(6);
      for (const event of pad.events) state.last = await write(pad.stream, event);
      await betweenPads();
    }
  })();
  return {
    last: () => state.last,
    stop: async () => {
      state.stopped = true;
      await writing;
      return state.last;
    },
  };
};

const Sum = z.object({ lines: z.number(), counted: z.number() });
/** The number of lines according to their pads and according to the lines themselves: equal at any one position. */
export const linesTwice = (db: Db) =>
  db.one(sql.type(Sum)`
    select coalesce((select sum(lines) from ${db.table(padRows)}), 0)::int as lines,
      (select count(*) from ${db.table(lineRows)})::int as counted`);

const Count = z.object({ pads: z.number() });
export const countPads = (db: Db) => db.one(sql.type(Count)`select count(*)::int as pads from ${db.table(padRows)}`);
const Moved = z.object({ moves: z.number() });
export const countMoves = (db: Db) =>
  db.one(sql.type(Moved)`select coalesce(sum(moves), 0)::int as moves from ${db.table(moveRows)}`);

/** Queries repeatedly for what was written last, until an answer is wrong. */
export const startReading = <Result>(
  reader: Instance['reader'],
  companyId: string,
  last: () => bigint,
  question: (db: Db) => Promise<Result>,
  fault: (result: Result) => string | null = () => null,
) => {
  const state = { stopped: false, answers: 0 };
  const faults: string[] = [];
  const ask = async (): Promise<string | null> => {
    const after = last();
    try {
      const { result, position } = await reader.query({ companyId, after: after.toString() }, question);
      return position < after ? `as of ${position} for ${after}` : fault(result);
    } catch (error) {
      return (error as { code?: string }).code ?? (error as Error).message;
    }
  };
  const reading = (async () => {
    while (!state.stopped && faults.length === 0) {
      const found = await ask();
      if (found !== null) faults.push(found);
      state.answers += 1;
    }
  })();
  return {
    /** Waits until it has been answered so often again, rightly. */
    more: async (answers: number): Promise<void> => {
      const wanted = state.answers + answers;
      await until(() => {
        expect(faults).toEqual([]);
        return state.answers >= wanted;
      });
    },
    stop: async (): Promise<string[]> => {
      state.stopped = true;
      await reading;
      return faults;
    },
  };
};
