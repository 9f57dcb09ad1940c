import { canonicalIdentity, type GatewayAnswer, type GatewayQuestion, type Identity, newId } from '@prosa/contracts';
import { type Logger, pause } from '@prosa/infra/runtime';
import type pg from 'pg';
import { z } from 'zod';
import type { Connection, GatewayServices, Vault } from '../provider.port.ts';
import type { OpenSocket } from './whatsapp.socket.ts';

type Asked = Extract<GatewayQuestion, { kind: 'numbers' }>;
type Numbers = Extract<GatewayAnswer, { kind: 'numbers' }>['numbers'];

const LOOK_MS = 50;
/** Nobody waits for the answer to an older question. */
const WAITED = `interval '10 seconds'`;
const contextOf = (id: string, what: 'asked' | 'told'): string => `whatsapp numbers ${id} ${what}`;
const Told = z.array(z.object({ asked: z.string(), value: z.string().nullable() }));

/**
 * Asks the owner of the session, on whichever instance, which of the numbers have an account. The numbers are in the table only while
 * somebody waits, sealed. Null if the session does not answer in time.
 */
export const askNumbers = async (
  pool: pg.Pool,
  services: Pick<GatewayServices, 'askConnection' | 'vaultOf' | 'nudge'>,
  { connectionId, numbers }: Asked,
  signal: AbortSignal,
): Promise<GatewayAnswer | null> => {
  const connection = await services.askConnection(connectionId);
  if (!connection) return null;
  const vault = services.vaultOf(connection);
  const id = newId();
  const sealed = await vault.seal(JSON.stringify(numbers), contextOf(id, 'asked'));
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
      if (told)
        return { kind: 'numbers', numbers: Told.parse(JSON.parse(String(await vault.open(told, contextOf(id, 'told'))))) };
      await pause(LOOK_MS, signal);
    }
    return null;
  } finally {
    await pool.query('delete from gateway.whatsapp_question where id = $1', [id]);
  }
};

/** Answers what was asked of the session of a connection; what cannot be answered now is left, and whoever asked stops waiting. */
export const answerNumbers = async (
  pool: pg.Pool,
  { id: connectionId }: Pick<Connection, 'id'>,
  { vault, socket, log }: { vault: Vault; socket: () => OpenSocket | null; log: Logger },
): Promise<void> => {
  const { rows } = await pool.query<{ id: string; asked: Buffer }>(
    `select id, asked from gateway.whatsapp_question where connection_id = $1 and told is null and at > now() - ${WAITED}`,
    [connectionId],
  );
  for (const { id, asked } of rows)
    try {
      const open = socket();
      if (!open?.isOpen()) return;
      const numbers = z.array(z.string()).parse(JSON.parse(String(await vault.open(asked, contextOf(id, 'asked')))));
      const told = await lookUp(open, numbers);
      const sealed = await vault.seal(JSON.stringify(told), contextOf(id, 'told'));
      await pool.query('update gateway.whatsapp_question set told = $2 where id = $1', [id, sealed]);
    } catch (err) {
      log.warn({ err, connectionId }, 'numbers could not be looked up');
    }
};

/** Numbers that are not on WhatsApp are left out of its answer; those that are may come in another spelling, without their ninth digit. */
const lookUp = async ({ sock }: OpenSocket, numbers: readonly string[]): Promise<Numbers> => {
  const found = await sock.onWhatsApp(...numbers.map((number) => number.replace(/\D/g, '')));
  if (!found) throw new Error('The server did not answer.');
  const canonical = (value: string): string => canonicalIdentity({ kind: 'phone', value }).value;
  const users = new Map(found.filter(({ exists }) => exists).map(({ jid }) => [canonical(numberOf(jid)), numberOf(jid)]));
  return numbers.map((asked) => ({ asked, value: users.get(canonical(asked)) ?? null }));
};
/** Whether anybody has a number. Who is known by a LID too, or by that alone, is there. */
export const isThere = async (
  open: OpenSocket,
  to: Identity,
  pairOf: (user: string) => Promise<string | null>,
): Promise<boolean> => {
  const number = to.value.replace(/\D/g, '');
  if (to.kind !== 'phone' || (await pairOf(number)) !== null) return true;
  const [found] = await lookUp(open, [number]);
  return found?.value !== null;
};
/** Of a number's jid. Baileys' own function for it would load all of Baileys wherever a question is asked. */
const numberOf = (jid: string): string => jid.split(/[@:]/)[0]!;
