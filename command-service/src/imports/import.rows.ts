import {
  type ImportColumns,
  type ImportLine,
  type ImportResult,
  type ImportStatus,
  type ImportView,
  Refused,
} from '@prosa/contracts';
import { inTransaction, type KeyRing, seal, unseal } from '@prosa/infra/runtime';
import type pg from 'pg';
import { fieldsOf } from './import.rules.ts';
import type { SheetRow } from './spreadsheet.csv.ts';

/** Rows are forgotten after this time, when the company imports again. */
const KEPT = '30 days';
const SAMPLE = 8;

/** What is known of a file beside its rows. `header` is null if its first line is a row. */
export type Sheet = { file: string; header: string[] | null };
type Row = {
  id: string;
  status: ImportStatus;
  sealed: Buffer;
  columns: ImportColumns | null;
  rows: number;
  run: string;
  created_at: Date;
};
type Stored = { line: number; sealed: Buffer; result: ImportResult | null; repeats: number | null };
export type Held = { id: string; run: bigint; status: ImportStatus; columns: ImportColumns | null } & Sheet;
export type Done = { line: number; result: ImportResult; repeats?: number };

/** Imports and their rows in Postgres. Rows are encrypted with a key of their import. */
export const importRows = ({ pool, keys }: { pool: pg.Pool; keys: KeyRing }) => {
  const keyOf = async (id: string) => {
    const key = (await keys.load([id])).get(id);
    if (!key) throw new Refused('ERR_NO_IMPORT_FOUND');
    return key;
  };

  const held = async (companyId: string, id: string): Promise<Row | null> => {
    const { rows } = await pool.query<Row>(
      `select id, status, sealed, columns, rows, run, created_at from command.import where id = $1 and company_id = $2 and status <> 'reading'`,
      [id, companyId],
    );
    return rows[0] ?? null;
  };

  const opened = async (id: string, stored: readonly Stored[]) => {
    const key = await keyOf(id);
    return stored.map(({ line, sealed, result, repeats }) => ({
      line,
      result,
      repeats,
      cells: JSON.parse(unseal(key, sealed, `${id}:${line}`).toString()) as string[],
    }));
  };

  return {
    /** Begins to take a file; forgets what is left of old imports of the company. */
    begin: async (companyId: string, id: string): Promise<void> => {
      await keys.create(id, companyId);
      const { rows } = await pool.query<{ id: string }>(
        `delete from command.import where company_id = $1 and id <> $3 and (created_at < now() - $2::interval
           or (status = 'reading' and created_at < now() - interval '1 hour')) returning id`,
        [companyId, KEPT, id],
      );
      for (const old of rows) await keys.destroy(old.id);
      await pool.query(`delete from command.import where id = $1 and company_id = $2 and status = 'reading'`, [id, companyId]);
      await pool.query('insert into command.import (id, company_id) values ($1, $2)', [id, companyId]);
    },

    add: async (id: string, rows: readonly SheetRow[]): Promise<void> => {
      const key = await keyOf(id);
      await pool.query(
        'insert into command.import_row (import_id, line, sealed) select $1, line, sealed from unnest($2::int[], $3::bytea[]) t (line, sealed)',
        [id, rows.map(({ line }) => line), rows.map(({ line, cells }) => seal(key, JSON.stringify(cells), `${id}:${line}`))],
      );
    },

    /** All rows of the file are there. */
    complete: async (id: string, sheet: Sheet, columns: ImportColumns | null, rows: number): Promise<void> => {
      const sealed = seal(await keyOf(id), JSON.stringify(sheet), id);
      await pool.query(`update command.import set status = 'read', sealed = $2, columns = $3, rows = $4 where id = $1`, [
        id,
        sealed,
        JSON.stringify(columns),
        rows,
      ]);
    },

    discard: async (id: string): Promise<void> => {
      await pool.query(`delete from command.import where id = $1 and status = 'reading'`, [id]);
    },

    /** Begins a run, unless it has begun or a later one has; all rows lose their results. Returns whether it is the current one. */
    run: (id: string, run: bigint, { dryRun, columns }: { dryRun: boolean; columns: ImportColumns }): Promise<boolean> =>
      inTransaction(pool, async (client) => {
        const { rowCount } = await client.query(
          `update command.import set run = $2, status = $3, columns = $4 where id = $1 and run < $2 and status <> 'reading'`,
          [id, run, dryRun ? 'checking' : 'importing', JSON.stringify(columns)],
        );
        if (rowCount === 1)
          await client.query(
            'update command.import_row set result = null, repeats = null where import_id = $1 and result is not null',
            [id],
          );
        const { rows } = await client.query<{ run: string }>('select run from command.import where id = $1', [id]);
        return rows[0]?.run === String(run);
      }),

    /** Rows after a line, in order. `undone`: only those without a result. */
    page: async (id: string, afterLine: number, size: number, undone = false) => {
      const { rows } = await pool.query<Stored>(
        `select line, sealed, result, repeats from command.import_row
         where import_id = $1 and line > $2 ${undone ? 'and result is null' : ''} order by line limit $3`,
        [id, afterLine, size],
      );
      return opened(id, rows);
    },

    /** Records results, as long as the run is the current one. Returns whether it is. */
    record: async (id: string, run: bigint, done: readonly Done[]): Promise<boolean> => {
      const { rowCount } = await pool.query(
        `with current as (select from command.import where id = $1 and run = $2 for share), noted as (
           update command.import_row r set result = t.result, repeats = t.repeats
           from unnest($3::int[], $4::text[], $5::int[]) t (line, result, repeats), current
           where r.import_id = $1 and r.line = t.line)
         select from current`,
        [id, run, done.map(({ line }) => line), done.map(({ result }) => result), done.map(({ repeats }) => repeats ?? null)],
      );
      return rowCount === 1;
    },

    finish: async (id: string, run: bigint, status: 'checked' | 'finished'): Promise<void> => {
      await pool.query('update command.import set status = $3 where id = $1 and run = $2', [id, run, status]);
    },

    held: async (companyId: string, id: string): Promise<Held | null> => {
      const row = await held(companyId, id);
      if (!row) return null;
      const sheet = JSON.parse(unseal(await keyOf(id), row.sealed, id).toString()) as Sheet;
      return { id, run: BigInt(row.run), status: row.status, columns: row.columns, ...sheet };
    },

    view: async (companyId: string, id: string): Promise<ImportView> => {
      const row = await held(companyId, id);
      if (!row) throw new Refused('ERR_NO_IMPORT_FOUND');
      const { file, header } = JSON.parse(unseal(await keyOf(id), row.sealed, id).toString()) as Sheet;
      const { rows: first } = await pool.query<Stored>(
        'select line, sealed, result, repeats from command.import_row where import_id = $1 order by line limit $2',
        [id, SAMPLE],
      );
      const { rows: counted } = await pool.query<{ result: ImportResult; count: number }>(
        'select result, count(*)::int as count from command.import_row where import_id = $1 and result is not null group by result',
        [id],
      );
      const total = (fits: (result: ImportResult) => boolean) =>
        counted.reduce((sum, { result, count }) => sum + (fits(result) ? count : 0), 0);
      const named = ['created', 'existing', 'repeated'] as const;
      return {
        id,
        status: row.status,
        file,
        rows: row.rows,
        done: total(() => true),
        counts: {
          created: total((result) => result === 'created'),
          existing: total((result) => result === 'existing'),
          repeated: total((result) => result === 'repeated'),
          refused: total((result) => !named.some((one) => one === result)),
        },
        columns: row.columns,
        header,
        sample: (await opened(id, first)).map(({ cells }) => cells),
        createdAt: row.created_at.toISOString(),
      };
    },

    /** Rows with results after a line, in order; `warned`: without those that are created. */
    lines: async (id: string, columns: ImportColumns, afterLine: number, size: number, warned = false): Promise<ImportLine[]> => {
      const { rows } = await pool.query<Stored>(
        `select line, sealed, result, repeats from command.import_row
         where import_id = $1 and line > $2 and result ${warned ? "<> 'created'" : 'is not null'} order by line limit $3`,
        [id, afterLine, size],
      );
      return (await opened(id, rows)).map(({ line, cells, result, repeats }) => ({
        line,
        ...fieldsOf(cells, columns),
        result: result!,
        repeats,
      }));
    },
  };
};
export type ImportRows = ReturnType<typeof importRows>;
