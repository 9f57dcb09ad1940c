import type { KeyObject } from 'node:crypto';
import { type ImportColumns, type ImportResult, type ImportStatus, type ImportSummary, Refused } from '@prosa/contracts';
import { inTransaction, type KeyRing, seal, unseal } from '@prosa/infra/runtime';
import type pg from 'pg';
import type { Sheets } from './spreadsheet.reader.ts';
import type { SheetRow } from './spreadsheet.workbook.ts';

/** Rows that are stored by one statement. */
export const MOST_AT_ONCE = 500;
/** Rows are forgotten after this time, when the company imports again. */
const KEPT = '30 days';

/** The facts of a file apart from its rows. `header` is null if its first line is a row. */
export type Sheet = { file: string; header: string[] | null } & Sheets;
/** An import as it is stored. */
export type Stored = {
  id: string;
  status: ImportStatus;
  sealed: Buffer;
  columns: ImportColumns | null;
  rows: number;
  run: string;
  /** The user who sent the file; null in rows older than this column. */
  user_id: string | null;
  contact_list_id: string | null;
  created_at: Date;
} & ImportSummary['counts'];
type StoredRow = { line: number; sealed: Buffer; result: ImportResult | null; repeats: number | null };
export type Row = Omit<StoredRow, 'sealed'> & { cells: string[] };
export type Held = { id: string; run: bigint; status: ImportStatus; columns: ImportColumns | null };
/** An attempt to take a file: one that is sent twice, or again after a process has ended, has several, of which the last one counts. */
export type Attempt = { id: string; attempt: string };
export type Done = { line: number; result: ImportResult; repeats?: number };

const STORED =
  'id, status, sealed, columns, rows, run, user_id, contact_list_id, created_at, created, existing, repeated, refused';
const RUNNING = `('checking', 'importing')`;

/** Imports and their rows in Postgres. Rows are encrypted with a key of their import. */
export const importRows = ({ pool, keys }: { pool: pg.Pool; keys: KeyRing }) => {
  const keyOf = async (id: string) => {
    const key = (await keys.load([id])).get(id);
    if (!key) throw new Refused('ERR_NO_IMPORT_FOUND');
    return key;
  };

  /** Rows of an import in order, as far as `which` says. */
  const select = async (id: string, which: string, values: unknown[]): Promise<Row[]> => {
    const { rows } = await pool.query<StoredRow>(
      `select line, sealed, result, repeats from command.import_row where import_id = $1 and ${which}`,
      [id, ...values],
    );
    const key = await keyOf(id);
    return rows.map(({ sealed, ...row }) => ({
      ...row,
      cells: JSON.parse(unseal(key, sealed, `${id}:${row.line}`).toString()) as string[],
    }));
  };

  const stored = async (companyId: string, id: string): Promise<Stored | null> => {
    const { rows } = await pool.query<Stored>(
      `select ${STORED} from command.import where id = $1 and company_id = $2 and status <> 'reading'`,
      [id, companyId],
    );
    return rows[0] ?? null;
  };

  return {
    select,
    stored,

    /** The newest imports of a company, into its contacts or into a list. */
    newest: async (companyId: string, contactListId: string | null, most: number): Promise<Stored[]> => {
      const { rows } = await pool.query<Stored>(
        `select ${STORED} from command.import where company_id = $1 and status <> 'reading' and created_at > now() - $2::interval
           and contact_list_id is not distinct from $4
         order by created_at desc, id limit $3`,
        [companyId, KEPT, most, contactListId],
      );
      return rows;
    },

    /** The facts of files apart from their rows, by import; those whose key is gone are left out. */
    sheetsOf: async (imports: readonly Pick<Stored, 'id' | 'sealed'>[]): Promise<Map<string, Sheet>> => {
      const found = await keys.load(imports.map(({ id }) => id));
      return new Map(
        imports.flatMap(({ id, sealed }) => {
          const key = found.get(id);
          return key ? [[id, sheetIn(key, id, sealed)] as const] : [];
        }),
      );
    },

    /**
     * Begins to take a file, instead of an earlier attempt that has not come to its end; forgets what is left of old imports of the company.
     */
    begin: async (
      { companyId, userId, contactListId }: { companyId: string; userId: string; contactListId: string | null },
      { id, attempt }: Attempt,
    ): Promise<void> => {
      await keys.create(id, companyId);
      const { rows } = await pool.query<{ id: string }>(
        `delete from command.import where company_id = $1 and id <> $3 and (created_at < now() - $2::interval
           or (status = 'reading' and created_at < now() - interval '1 hour')) returning id`,
        [companyId, KEPT, id],
      );
      for (const old of rows) await keys.destroy(old.id);
      await pool.query(`delete from command.import where id = $1 and company_id = $2 and status = 'reading'`, [id, companyId]);
      await pool.query(
        `insert into command.import (id, company_id, user_id, attempt, contact_list_id) values ($1, $2, $3, $4, $5)
         on conflict (id) do nothing`,
        [id, companyId, userId, attempt, contactListId],
      );
    },

    /** Throws Refused ERR_BUSY if another attempt has begun meanwhile, as `complete` does. */
    add: async ({ id, attempt }: Attempt, rows: readonly SheetRow[]): Promise<void> => {
      const key = await keyOf(id);
      const { rowCount } = await pool.query(
        `with mine as (select from command.import where id = $1 and attempt = $4 for share)
         insert into command.import_row (import_id, line, sealed)
         select $1, line, sealed from mine, unnest($2::int[], $3::bytea[]) t (line, sealed)`,
        [
          id,
          rows.map(({ line }) => line),
          rows.map(({ line, cells }) => seal(key, JSON.stringify(cells), `${id}:${line}`)),
          attempt,
        ],
      );
      if (rowCount !== rows.length) throw new Refused('ERR_BUSY');
    },

    /** Forgets the rows of a file that is read again. */
    clear: async ({ id, attempt }: Attempt): Promise<void> => {
      await pool.query(
        `with mine as (select id from command.import where id = $1 and attempt = $2 for share)
         delete from command.import_row using mine where import_id = mine.id`,
        [id, attempt],
      );
    },

    /** All rows of the file are there. */
    complete: async ({ id, attempt }: Attempt, sheet: Sheet, columns: ImportColumns | null, rows: number): Promise<void> => {
      const sealed = seal(await keyOf(id), JSON.stringify(sheet), id);
      const { rowCount } = await pool.query(
        `update command.import set status = 'read', sealed = $2, columns = $3, rows = $4 where id = $1 and attempt = $5`,
        [id, sealed, JSON.stringify(columns), rows, attempt],
      );
      if (rowCount !== 1) throw new Refused('ERR_BUSY');
    },

    discard: async ({ id, attempt }: Attempt): Promise<void> => {
      await pool.query(`delete from command.import where id = $1 and attempt = $2 and status = 'reading'`, [id, attempt]);
    },

    /** Begins a run, unless it has begun or a later one has; all rows lose their results. Returns whether it is the current one. */
    run: (id: string, run: bigint, { dryRun, columns }: { dryRun: boolean; columns: ImportColumns }): Promise<boolean> =>
      inTransaction(pool, async (client) => {
        const { rowCount } = await client.query(
          `update command.import set run = $2, status = $3, columns = $4, created = 0, existing = 0, repeated = 0, refused = 0
           where id = $1 and run < $2 and status <> 'reading'`,
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
    page: (id: string, afterLine: number, size: number, undone = false): Promise<Row[]> =>
      select(id, `line > $2 ${undone ? 'and result is null' : ''} order by line limit $3`, [afterLine, size]),

    /** The imports of a company whose rows can be read. */
    idsOf: async (companyId: string): Promise<string[]> => {
      const { rows } = await pool.query<{ id: string }>('select id from command.import where company_id = $1', [companyId]);
      const found = await keys.load(rows.map(({ id }) => id));
      return rows.flatMap(({ id }) => (found.get(id) ? [id] : []));
    },

    /** Leaves nothing in some rows but that they were there. */
    empty: async (id: string, rows: readonly Row[]): Promise<void> => {
      const key = await keyOf(id);
      await pool.query(
        `update command.import_row r set sealed = t.sealed from unnest($2::int[], $3::bytea[]) t (line, sealed)
         where r.import_id = $1 and r.line = t.line`,
        [
          id,
          rows.map(({ line }) => line),
          rows.map(({ line, cells }) => seal(key, JSON.stringify(cells.map(() => '')), `${id}:${line}`)),
        ],
      );
    },

    /** Some of its rows, without those that have a result. */
    linesOf: (id: string, lines: readonly number[]): Promise<Row[]> =>
      select(id, 'line = any($2) and result is null order by line', [lines]),

    /**
     * Records results, each row's first one, if the run is the current one. Returns whether it goes on. It does not wait for the disk: rows
     * whose results Postgres loses are done again, and find themselves done.
     */
    record: async (id: string, run: bigint, done: readonly Done[]): Promise<boolean> => {
      const { rows } = await pool.query<{ running: boolean }>(
        `with relaxed as (select set_config('synchronous_commit', 'off', true)),
         current as (select status from command.import, relaxed where id = $1 and run = $2 for update of import), noted as (
           update command.import_row r set result = t.result, repeats = t.repeats
           from unnest($3::int[], $4::text[], $5::int[]) t (line, result, repeats), current
           where r.import_id = $1 and r.line = t.line and r.result is null returning r.result
         ), counted as (
           update command.import i set created = i.created + n.created, existing = i.existing + n.existing,
             repeated = i.repeated + n.repeated, refused = i.refused + n.refused
           from (select count(*) filter (where result = 'created') as created, count(*) filter (where result = 'existing') as existing,
             count(*) filter (where result = 'repeated') as repeated,
             count(*) filter (where result not in ('created', 'existing', 'repeated')) as refused from noted) n
           where i.id = $1)
         select status in ${RUNNING} as running from current`,
        [id, run, done.map(({ line }) => line), done.map(({ result }) => result), done.map(({ repeats }) => repeats ?? null)],
      );
      return rows[0]?.running ?? false;
    },

    /** Whether a run has not been cancelled or replaced. */
    isRunning: async (id: string, run: bigint): Promise<boolean> => {
      const { rowCount } = await pool.query(`select from command.import where id = $1 and run = $2 and status in ${RUNNING}`, [
        id,
        run,
      ]);
      return rowCount === 1;
    },

    /** Asks the run to end: a dry run is over at once, of another one the rows under way get their results first. */
    cancel: async (id: string): Promise<void> => {
      await pool.query(
        `update command.import set status = case status when 'checking' then 'read' else 'cancelling' end
         where id = $1 and status in ${RUNNING}`,
        [id],
      );
    },

    /** The run is over. */
    finish: async (id: string, run: bigint): Promise<void> => {
      await pool.query(
        `update command.import set status = case status when 'checking' then 'checked' when 'importing' then 'finished' else 'cancelled' end
         where id = $1 and run = $2 and status in ('checking', 'importing', 'cancelling')`,
        [id, run],
      );
    },
  };
};
export type ImportRows = ReturnType<typeof importRows>;

const sheetIn = (key: KeyObject, id: string, sealed: Buffer): Sheet => {
  const sheet = JSON.parse(unseal(key, sealed, id).toString()) as Sheet;
  // Files that were read before there were others than CSV have no sheets.
  return { ...sheet, sheets: sheet.sheets ?? [''], sheet: sheet.sheet ?? 0 };
};
