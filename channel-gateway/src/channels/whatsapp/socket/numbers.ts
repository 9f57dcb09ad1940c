import { canonicalIdentity, type GatewayAnswer, type GatewayQuestion } from '@prosa/contracts';
import type pg from 'pg';
import { z } from 'zod';
import type { GatewayServices } from '../../provider.port.ts';
import { askOwner } from './questions.ts';
import type { OpenSocket } from './socket.ts';

type Asked = Extract<GatewayQuestion, { kind: 'numbers' }>;
type Numbers = Extract<GatewayAnswer, { kind: 'numbers' }>['numbers'];

const Told = z.object({ told: z.array(z.object({ asked: z.string(), value: z.string().nullable() })) });

/** Asks which of the numbers have an account. Null if the session does not answer in time. */
export const askNumbers = async (
  pool: pg.Pool,
  services: Pick<GatewayServices, 'askConnection' | 'vaultOf' | 'nudge'>,
  { connectionId, numbers }: Asked,
  signal: AbortSignal,
): Promise<GatewayAnswer | null> => {
  const answer = Told.safeParse(await askOwner(pool, services, connectionId, { kind: 'numbers', numbers }, signal));
  return answer.success ? { kind: 'numbers', numbers: answer.data.told } : null;
};

/** Numbers that are not on WhatsApp are left out of its answer; those that are may come in another spelling, without their ninth digit. */
export const lookUp = async ({ sock }: OpenSocket, numbers: readonly string[]): Promise<Numbers> => {
  const found = await sock.onWhatsApp(...numbers.map((number) => number.replace(/\D/g, '')));
  if (!found) throw new Error('The server did not answer.');
  const canonical = (value: string): string => canonicalIdentity({ kind: 'phone', value }).value;
  const users = new Map(found.filter(({ exists }) => exists).map(({ jid }) => [canonical(numberOf(jid)), numberOf(jid)]));
  // The only answer is that to the only question, however the server spells it.
  const only = numbers.length === 1 && users.size === 1 ? [...users.values()][0]! : null;
  return numbers.map((asked) => ({ asked, value: users.get(canonical(asked)) ?? only }));
};
/** The number of a jid. Baileys' own function for it would load all of Baileys wherever a question is asked. */
const numberOf = (jid: string): string => jid.split(/[@:]/)[0]!;
