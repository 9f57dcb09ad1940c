import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { boundedCache } from '../kernel/bounded-cache.ts';
import { KeyDestroyed } from './keys.ts';
import { seal, unseal } from './seal.ts';

export type ConnectionVault = {
  seal: (clear: Buffer | string, context: string) => Promise<Buffer>;
  open: (sealed: Buffer, context: string) => Promise<Buffer>;
};
export type ConnectionKeys = {
  /**
   * Encrypts and decrypts with the connection's key, which is created on first use. Both reject with KeyDestroyed after it was destroyed.
   */
  vault: (connection: { id: string; companyId: string }) => ConnectionVault;
  /** Destroys the key permanently, in the transaction of `client`. Other processes may use it for up to `cacheMs` more. */
  destroy: (client: pg.ClientBase, connection: { id: string; companyId: string }) => Promise<void>;
};

type Row = { company_id: string; wrapped: Buffer | null };

/**
 * The keys of connections, one each, wrapped by the master key (table: keysMigrations). They encrypt data that must become unreadable when
 * its connection is deleted.
 */
export const connectionKeys = ({
  pool,
  masterKey,
  cacheMs = 60_000,
}: {
  pool: pg.Pool;
  masterKey: Buffer;
  cacheMs?: number;
}): ConnectionKeys => {
  const known = boundedCache<string, KeyObject>({ max: 2_000, ttl: cacheMs });
  const master = createSecretKey(masterKey);

  const make = async (id: string, companyId: string): Promise<KeyObject> => {
    await pool.query('insert into keys.connection (id, company_id, wrapped) values ($1, $2, $3) on conflict do nothing', [
      id,
      companyId,
      seal(master, randomBytes(32), id),
    ]);
    const { rows } = await pool.query<Row>('select company_id, wrapped from keys.connection where id = $1', [id]);
    const row = rows[0];
    if (row?.company_id !== companyId) throw new Error(`The key of connection ${id} is another company's.`);
    if (!row.wrapped) throw new KeyDestroyed(`The key of connection ${id} was destroyed.`);
    const key = createSecretKey(unseal(master, row.wrapped, id));
    known.set(id, key);
    return key;
  };

  return {
    vault: ({ id, companyId }) => {
      const key = async () => known.get(id) ?? (await make(id, companyId));
      return {
        seal: async (clear, context) => seal(await key(), clear, `${id} ${context}`),
        open: async (sealed, context) => unseal(await key(), sealed, `${id} ${context}`),
      };
    },
    destroy: async (client, { id, companyId }) => {
      known.delete(id);
      await client.query(
        `insert into keys.connection (id, company_id, destroyed_at) values ($1, $2, now())
         on conflict (id) do update set wrapped = null, destroyed_at = coalesce(connection.destroyed_at, now())`,
        [id, companyId],
      );
      known.delete(id);
    },
  };
};
