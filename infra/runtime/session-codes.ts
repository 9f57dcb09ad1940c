import type pg from 'pg';
import type { ConnectionKeys } from './keys/connections.ts';
import { KeyDestroyed } from './keys/keys.ts';

/**
 * The code that a session shows to link a device: an empty `qrcode` for none. `retries`: the number of codes before it.
 * `pairingCode`: what can be typed into the phone instead. `codeUntil`: when it ends, or another one follows.
 */
export type ShownCode = { qrcode: string; retries: number; pairingCode?: string | null; codeUntil?: string | null };

export const NO_CODE: ShownCode = { qrcode: '', retries: 0 };
const CONTEXT = 'code';

const codes = `
create unlogged table live.session (
  connection_id uuid primary key, company_id uuid not null, epoch bigint not null, sealed bytea not null
);
`;

/** The codes that sessions show now: sealed with the key of their connection, and lost in a crash of Postgres. */
export const codesMigration = { name: '1-session', sql: codes };

type Named = { id: string; companyId: string };

export const sealCode = (keys: ConnectionKeys, connection: Named, code: ShownCode): Promise<Buffer> =>
  keys.vault(connection).seal(JSON.stringify(code), CONTEXT);

/** Opens a sealed code; null is none. */
export const openCode = async (keys: ConnectionKeys, connection: Named, sealed: Buffer | null): Promise<ShownCode> =>
  sealed ? JSON.parse(String(await keys.vault(connection).open(sealed, CONTEXT))) : NO_CODE;

/** Returns what a connection of that company shows now. Whoever reads it can link a device: for administrators only. */
export const readCode = async (pool: pg.Pool, keys: ConnectionKeys, connection: Named): Promise<ShownCode> => {
  const { rows } = await pool.query<{ sealed: Buffer }>(
    'select sealed from live.session where connection_id = $1 and company_id = $2',
    [connection.id, connection.companyId],
  );
  return openCode(keys, connection, rows[0]?.sealed ?? null).catch((error: unknown) => {
    if (error instanceof KeyDestroyed) return NO_CODE;
    throw error;
  });
};
