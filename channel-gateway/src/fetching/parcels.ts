import { limits, newId, Refused } from '@prosa/contracts';
import { MediaStoreFailed, type Parcels } from '@prosa/infra/runtime';
import type pg from 'pg';
import type { Post } from '../channels/provider.port.ts';

/** No upload lasts longer: a file that no message names by then never will be named. */
const LEFT = '1 day';
const BATCH = 200;

/**
 * Stores files that channels push instead of stating where they are, until they are fetched (`gateway.parcel`). A row is written before the
 * first byte; `gateway.inbound_media` states which file a message has.
 */
export type ParcelDesk = Post & {
  open: Parcels['open'];
  /** Deletes files that no message has, or that are no longer needed; returns how many. */
  sweep: (left?: string) => Promise<number>;
};

export const parcelDesk = (pool: pg.Pool, parcels: Parcels): ParcelDesk => {
  const drop = async (id: string): Promise<void> => {
    await parcels.remove(id);
    await pool.query('delete from gateway.parcel where id = $1', [id]);
  };
  const unused = 'not exists (select from gateway.inbound_media m where m.parcel_id = p.id)';

  return {
    put: async ({ connectionId, companyId }, bytes, maxBytes = limits.webhookFileBytes.form) => {
      const id = newId();
      let size = 0;
      const counted = async function* (): AsyncGenerator<Uint8Array> {
        for await (const piece of bytes) {
          size += piece.length;
          if (size > maxBytes) throw new Refused('ERR_TOO_LARGE', { details: { maxBytes } });
          yield piece;
        }
        if (size === 0) throw new Refused('ERR_MEDIA_EMPTY');
      };
      await pool.query('insert into gateway.parcel (id, connection_id) values ($1, $2)', [id, connectionId]);
      try {
        const source = await parcels.put(id, { subjectId: connectionId, companyId }, counted());
        return { id, source, bytes: size };
      } catch (error) {
        // If the deletion fails, the sweep repeats it.
        await drop(id).catch(() => undefined);
        throw error instanceof MediaStoreFailed ? new Refused('ERR_MEDIA_STORE') : error;
      }
    },

    open: parcels.open,

    dropUnused: async (id) => {
      const { rowCount } = await pool.query(`select from gateway.parcel p where id = $1 and ${unused}`, [id]);
      if (rowCount === 1) await drop(id);
    },

    sweep: async (left = LEFT) => {
      const { rows } = await pool.query<{ id: string }>(
        `select id from gateway.parcel p where at < now() - $1::interval and ${unused} order by at limit ${BATCH}`,
        [left],
      );
      for (const { id } of rows) await drop(id);
      return rows.length;
    },
  };
};
