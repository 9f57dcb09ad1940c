import { limits } from '@prosa/contracts';
import type { Parcels } from '@prosa/infra/runtime';
import type pg from 'pg';
import { filesUpTo } from './export.files.ts';

/** `tickets`: how many; null: everything of the company. `parcel`: the ticket of the finished package, of which `size` bytes are kept. */
export type StoredExport = {
  id: string;
  status: 'waiting' | 'ready' | 'failed';
  tickets: number | null;
  parcel: string | null;
  size: string | null;
};
/** `done` of its `events` are in it. */
export type ListedExport = Omit<StoredExport, 'parcel'> & {
  user_id: string;
  done: number;
  events: number | null;
  created_at: Date;
};
/** Who asks for an export, and of which tickets. */
export type AskedExport = { exportId: string; companyId: string; userId: string; ticketIds: string[] | null };

/** Exports that are listed. */
const LISTED = 50;

/** The exports of the last days: what has become of each, and where its package is. */
export const exportRows = ({ pool, parcels }: { pool: Pick<pg.Pool, 'query'>; parcels: Parcels }) => ({
  begin: async ({ exportId, companyId, userId, ticketIds }: AskedExport): Promise<void> => {
    await pool.query(
      'insert into command.export (id, company_id, user_id, ticket_ids) values ($1, $2, $3, $4) on conflict do nothing',
      [exportId, companyId, userId, ticketIds],
    );
  },
  find: async (companyId: string, id: string): Promise<StoredExport | null> => {
    const { rows } = await pool.query<StoredExport>(
      'select id, status, cardinality(ticket_ids) as tickets, parcel, size from command.export where company_id = $1 and id = $2',
      [companyId, id],
    );
    return rows[0] ?? null;
  },
  /** Those of the company, or those with a ticket; the newest first. `withWhole`: also those of everything. */
  list: async (companyId: string, ticketId: string | null, withWhole: boolean): Promise<ListedExport[]> => {
    const { rows } = await pool.query<ListedExport>(
      `select id, status, size, user_id, cardinality(ticket_ids) as tickets, done, events, created_at from command.export
       where company_id = $1 and ($2::uuid is null or $2 = any(ticket_ids)) and ($4 or ticket_ids is not null)
       order by created_at desc, id limit $3`,
      [companyId, ticketId, LISTED, withWhole],
    );
    return rows;
  },
  /** Says how far it is. */
  progress: async (id: string, done: number, events: number): Promise<void> => {
    await pool.query('update command.export set done = $2, events = $3 where id = $1', [id, done, events]);
  },
  /** Begins another attempt, and deletes what the ones before have left; null if the export has come to its end. */
  attempt: async (id: string): Promise<number | null> => {
    const { rows } = await pool.query<{ attempt: number }>(
      `update command.export set attempt = attempt + 1, done = 0, events = null where id = $1 and status = 'waiting' returning attempt`,
      [id],
    );
    const attempt = rows[0]?.attempt ?? null;
    if (attempt !== null) for (const file of filesUpTo(id, attempt - 1)) await parcels.remove(file);
    return attempt;
  },
  /** Ends an export, unless a later attempt has begun: what is made of this one then goes with the export. */
  end: async (id: string, attempt: number, made: { parcel: string; size: number } | null): Promise<void> => {
    await pool.query(
      `update command.export set status = $3, parcel = $4, size = $5 where id = $1 and attempt = $2 and status = 'waiting'`,
      [id, attempt, made ? 'ready' : 'failed', made?.parcel ?? null, made?.size ?? null],
    );
  },
  /**
   * Deletes the packages that are older than an export is kept, and those that may show what somebody wrote who was forgotten since: which of
   * the company's persons are in a package is not kept.
   */
  expire: async (): Promise<void> => {
    const { rows } = await pool.query<{ id: string; attempt: number }>(
      `select id, attempt from command.export e where created_at < now() - make_interval(days => $1)
         or (status = 'ready' and exists (
           select from keys.subject s where s.company_id = e.company_id and s.destroyed_at >= e.created_at))`,
      [limits.exportDays],
    );
    for (const { id, attempt } of rows) {
      for (const file of filesUpTo(id, attempt)) await parcels.remove(file);
      await pool.query('delete from command.export where id = $1', [id]);
    }
  },
});
export type ExportRows = ReturnType<typeof exportRows>;
