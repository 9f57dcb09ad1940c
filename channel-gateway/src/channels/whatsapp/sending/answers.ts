import type { Identity } from '@prosa/contracts';
import type { Logger } from '@prosa/infra/runtime';
import type pg from 'pg';
import type { Connection, Vault } from '../../provider.port.ts';
import type { AddressOf } from '../socket/addresses.ts';
import { lookUp } from '../socket/numbers.ts';
import { Asked, contextOf } from '../socket/questions.ts';
import type { OpenSocket } from '../socket/socket.ts';
import { jidOf } from '../wire/nodes.ts';

/** Nobody waits for the answer to an older question. */
const WAITED = `interval '10 seconds'`;
/** WhatsApp's codes for who shows no picture, or not to everybody. */
const NONE: readonly unknown[] = [401, 404];

/** Answers what was asked of the session of a connection; what cannot be answered now is left, and whoever asked stops waiting. */
export const answerQuestions = async (
  pool: pg.Pool,
  { id: connectionId }: Pick<Connection, 'id'>,
  { vault, addressOf, socket, log }: { vault: Vault; addressOf: AddressOf; socket: () => OpenSocket | null; log: Logger },
): Promise<void> => {
  const { rows } = await pool.query<{ id: string; asked: Buffer }>(
    `select id, asked from gateway.whatsapp_question where connection_id = $1 and told is null and at > now() - ${WAITED}`,
    [connectionId],
  );
  for (const { id, asked } of rows)
    try {
      const open = socket();
      if (!open?.isOpen()) return;
      const question = Asked.parse(JSON.parse(String(await vault.open(asked, contextOf(id, 'asked')))));
      const told =
        question.kind === 'numbers'
          ? await lookUp(open, question.numbers)
          : await pictureUrl(open, await addressOf(open, question.of));
      const sealed = await vault.seal(JSON.stringify({ told }), contextOf(id, 'told'));
      await pool.query('update gateway.whatsapp_question set told = $2 where id = $1', [id, sealed]);
    } catch (err) {
      log.warn({ err, connectionId }, 'a question about customers could not be answered');
    }
};

/** Where somebody's picture is; null if they show none. */
const pictureUrl = async ({ sock }: OpenSocket, of: Identity | null): Promise<string | null> => {
  if (!of) return null;
  try {
    return (await sock.profilePictureUrl(jidOf(of), 'preview')) || null;
  } catch (error) {
    const { output, data } = error as { output?: { statusCode?: unknown }; data?: unknown };
    if (NONE.includes(data) || NONE.includes(output?.statusCode)) return null;
    throw error;
  }
};
