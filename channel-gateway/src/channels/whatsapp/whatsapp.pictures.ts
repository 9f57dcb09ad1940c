import type { GatewayAnswer, GatewayQuestion } from '@prosa/contracts';
import type pg from 'pg';
import { z } from 'zod';
import { pictureBytes } from '../kernel/pictures.ts';
import type { GatewayServices } from '../provider.port.ts';
import { askOwner } from './socket/questions.ts';
import { isServerOf } from './wire/files.ts';

type Asked = Extract<GatewayQuestion, { kind: 'picture' }>;
const Told = z.object({ told: z.string().nullable() });

/** Downloads the small picture that somebody shows on WhatsApp. Null if the session, or the server, does not answer in time. */
export const askPicture = async (
  pool: pg.Pool,
  services: Pick<GatewayServices, 'askConnection' | 'vaultOf' | 'nudge'>,
  mediaUrl: string,
  { connectionId, identity }: Asked,
  signal: AbortSignal,
): Promise<GatewayAnswer | null> => {
  const answer = Told.safeParse(await askOwner(pool, services, connectionId, { kind: 'picture', of: identity }, signal));
  if (!answer.success) return null;
  const { told } = answer.data;
  if (told === null) return { kind: 'picture', bytes: null };
  const url = URL.canParse(told) ? new URL(told) : null;
  if (!url || !isServerOf(url, mediaUrl)) return { kind: 'picture', bytes: null };
  return { kind: 'picture', bytes: await pictureBytes(await fetch(url, { redirect: 'error', signal })) };
};
