import { Refused } from '@prosa/contracts';
import type { Part } from '@prosa/infra/runtime';
import type { Pool } from 'pg';
import type { ReferenceData } from '../../kernel/reference-data.ts';

export type TokenOwner = { companyId: string; connectionId: string };

/**
 * Which connection has a token, over all companies: an index, whose word counts only while that connection's own events name the hash.
 * `at`: when it was claimed.
 */
export const tokenMigrations: Part = {
  schema: 'command',
  migrations: [
    {
      name: 'connection-tokens-001',
      sql: `
        create table command.api_token (
          token_hash text primary key,
          company_id uuid not null,
          connection_id uuid not null,
          at timestamptz not null default now()
        );`,
    },
  ],
};

/** A claim without its event: its command was refused, or its process died. */
const ABANDONED = `interval '60 seconds'`;
export const PUT_TOKEN =
  'insert into command.api_token (token_hash, company_id, connection_id) values ($1, $2, $3) on conflict (token_hash) do nothing';

/** The tokens of all connections, by their hashes. */
export const connectionTokens = ({ pool, referenceData }: { pool: Pool; referenceData: ReferenceData }) => {
  const ownerOf = async (hash: string): Promise<TokenOwner | null> => {
    const { rows } = await pool.query<TokenOwner>({
      name: 'connection-token',
      text: 'select company_id as "companyId", connection_id as "connectionId" from command.api_token where token_hash = $1',
      values: [hash],
    });
    return rows[0] ?? null;
  };

  return {
    /** Null: no connection has claimed it. */
    ownerOf,
    /** Claims a token for a connection that is about to get it. Throws Refused at the field if another connection has it. */
    claim: async (hash: string, { companyId, connectionId }: TokenOwner): Promise<void> => {
      const { rowCount } = await pool.query(PUT_TOKEN, [hash, companyId, connectionId]);
      if (rowCount === 1) return;
      const holder = await ownerOf(hash);
      const held = holder && (await referenceData.connection(holder.companyId, holder.connectionId));
      if (holder && held?.tokenHash !== hash) {
        const { rowCount: taken } = await pool.query(
          `update command.api_token set company_id = $2, connection_id = $3, at = now()
           where token_hash = $1 and (connection_id = $3 or (connection_id = $4 and at < now() - ${ABANDONED}))`,
          [hash, companyId, connectionId, holder.connectionId],
        );
        if (taken === 1) return;
      }
      if (holder?.connectionId !== connectionId) throw new Refused('ERR_VALIDATION', { fields: { token: 'in-use' } });
    },
  };
};
