import { type ConnectionSecrets, Refused } from '@prosa/contracts';
import { type ConnectionKeys, inTransaction, KeyDestroyed } from '@prosa/infra/runtime';
import type pg from 'pg';
import type { Connection, Secrets } from '../channels/provider.port.ts';

type Owner = Pick<Connection, 'id' | 'companyId'>;
const CONTEXT = 'secrets';
const UNIQUE_VIOLATION = '23505';

/**
 * `gateway.secret`: what a provider needs to act for a connection, sealed with the connection's key, and what the channel calls its
 * account, which is unique in the installation. Deleted with the connection.
 */
export const secretTable = (pool: pg.Pool, keys: ConnectionKeys) => ({
  /** Throws Refused: ERR_NO_WAPP_FOUND if the connection was deleted or is another company's, ERR_VALIDATION if another one has the account. */
  put: async (owner: Owner, { channel, provider, secrets, externalId }: ConnectionSecrets): Promise<void> => {
    const { id, companyId } = owner;
    const { rowCount: foreign } = await pool.query('select from keys.connection where id = $1 and company_id <> $2', [
      id,
      companyId,
    ]);
    if (foreign) throw new Refused('ERR_NO_WAPP_FOUND');
    const sealed = await keys
      .vault(owner)
      .seal(JSON.stringify(secrets), CONTEXT)
      .catch((error: unknown) => {
        throw error instanceof KeyDestroyed ? new Refused('ERR_NO_WAPP_FOUND') : error;
      });
    await inTransaction(pool, async (client) => {
      // A deletion destroys the key first: whichever of the two comes second sees what the other did.
      const { rowCount } = await client.query('select from keys.connection where id = $1 and wrapped is not null for share', [
        id,
      ]);
      if (rowCount === 0) throw new Refused('ERR_NO_WAPP_FOUND');
      // A deleted connection no longer needs its account, also before its owner has ended it.
      await client.query(
        `delete from gateway.secret s using gateway.connection c
         where s.channel = $1 and s.external_id = $2 and c.connection_id = s.connection_id and c.deleted`,
        [channel, externalId],
      );
      await client.query(
        `insert into gateway.secret as s (connection_id, channel, provider, external_id, sealed) values ($1, $2, $3, $4, $5)
         on conflict (connection_id) do update set external_id = excluded.external_id, sealed = excluded.sealed, changed_at = now()`,
        [id, channel, provider, externalId, sealed],
      );
    }).catch((error: unknown) => {
      const isTaken = (error as { code?: string }).code === UNIQUE_VIOLATION;
      throw isTaken ? new Refused('ERR_VALIDATION', { fields: { externalId: 'in-use' } }) : error;
    });
  },

  /** Null if there are none, or if the connection was deleted. */
  of: async (owner: Owner): Promise<Secrets | null> => {
    const { rows } = await pool.query<{ externalId: string | null; sealed: Buffer }>({
      name: 'gateway-secrets',
      text: `select external_id as "externalId", sealed from gateway.secret where connection_id = $1`,
      values: [owner.id],
    });
    if (!rows[0]) return null;
    const { externalId, sealed } = rows[0];
    try {
      return { externalId, values: JSON.parse(String(await keys.vault(owner).open(sealed, CONTEXT))) };
    } catch (error) {
      if (error instanceof KeyDestroyed) return null;
      throw error;
    }
  },

  /** The connection that has the account; null if none has. */
  whoHas: async (channel: string, externalId: string): Promise<string | null> => {
    const { rows } = await pool.query<{ id: string }>({
      name: 'gateway-external-id',
      text: 'select connection_id as id from gateway.secret where channel = $1 and external_id = $2',
      values: [channel, externalId],
    });
    return rows[0]?.id ?? null;
  },

  /** The connections of a channel that have secrets. */
  owners: async (channel: string): Promise<Owner[]> => {
    const { rows } = await pool.query<Owner>(
      `select connection_id as id, company_id as "companyId" from gateway.secret join gateway.connection c using (connection_id)
       where gateway.secret.channel = $1 and not c.deleted`,
      [channel],
    );
    return rows;
  },
});
export type SecretTable = ReturnType<typeof secretTable>;
