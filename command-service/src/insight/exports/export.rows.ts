import { limits } from '@prosa/contracts';
import type { Parcels } from '@prosa/infra/runtime';
import type pg from 'pg';

/** `parcel`: the ticket of the finished package, of which `size` bytes are kept. */
export type StoredExport = { id: string; status: 'waiting' | 'ready' | 'failed'; parcel: string | null; size: string | null };

/** The exports of the last days: what has become of each, and where its package is. */
export const exportRows = ({ pool, parcels }: { pool: Pick<pg.Pool, 'query'>; parcels: Parcels }) => ({
  begin: async (companyId: string, id: string): Promise<void> => {
    await pool.query('insert into command.export (id, company_id) values ($1, $2) on conflict do nothing', [id, companyId]);
  },
  find: async (companyId: string, id: string): Promise<StoredExport | null> => {
    const { rows } = await pool.query<StoredExport>(
      'select id, status, parcel, size from command.export where company_id = $1 and id = $2',
      [companyId, id],
    );
    return rows[0] ?? null;
  },
  end: async (id: string, status: 'ready' | 'failed', made: { parcel: string; size: number } | null): Promise<void> => {
    await pool.query('update command.export set status = $2, parcel = $3, size = $4 where id = $1', [
      id,
      status,
      made?.parcel ?? null,
      made?.size ?? null,
    ]);
  },
  /** Deletes the packages that are older than an export is kept. */
  expire: async (): Promise<void> => {
    const { rows } = await pool.query<{ id: string }>(
      `select id from command.export where created_at < now() - make_interval(days => $1)`,
      [limits.exportDays],
    );
    for (const { id } of rows) {
      await parcels.remove(id);
      await pool.query('delete from command.export where id = $1', [id]);
    }
  },
});
export type ExportRows = ReturnType<typeof exportRows>;
