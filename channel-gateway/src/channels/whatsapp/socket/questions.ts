import { type Identity, newId } from '@prosa/contracts';
import { pause } from '@prosa/infra/runtime';
import type pg from 'pg';
import { z } from 'zod';
import type { GatewayServices } from '../../provider.port.ts';

const LOOK_MS = 50;
/** The context with which the questions and answers in the table are sealed. */
export const contextOf = (id: string, what: 'asked' | 'told'): string => `whatsapp question ${id} ${what}`;

export const Asked = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('numbers'), numbers: z.array(z.string()) }),
  z.object({ kind: z.literal('picture'), of: z.custom<Identity>() }),
]);
/** Questions that only the owner of a session can answer: which numbers have an account; where somebody's picture is. */
export type Asked = z.output<typeof Asked>;

/**
 * Asks the owner of a session, on whichever instance; what is asked and told is in the table only while somebody waits, sealed. Null if the
 * session does not answer in time.
 */
export const askOwner = async (
  pool: pg.Pool,
  services: Pick<GatewayServices, 'askConnection' | 'vaultOf' | 'nudge'>,
  connectionId: string,
  asked: Asked,
  signal: AbortSignal,
): Promise<unknown> => {
  const connection = await services.askConnection(connectionId);
  if (!connection) return null;
  const vault = services.vaultOf(connection);
  const id = newId();
  const sealed = await vault.seal(JSON.stringify(asked), contextOf(id, 'asked'));
  await pool.query('insert into gateway.whatsapp_question (id, connection_id, asked) values ($1, $2, $3)', [
    id,
    connectionId,
    sealed,
  ]);
  try {
    await services.nudge(connection);
    while (!signal.aborted) {
      const { rows } = await pool.query<{ told: Buffer | null }>('select told from gateway.whatsapp_question where id = $1', [
        id,
      ]);
      const told = rows[0]?.told;
      if (told) return JSON.parse(String(await vault.open(told, contextOf(id, 'told'))));
      await pause(LOOK_MS, signal);
    }
    return null;
  } finally {
    await pool.query('delete from gateway.whatsapp_question where id = $1', [id]);
  }
};
