import { createHmac } from 'node:crypto';
import { keyedMutex } from '@prosa/infra/runtime';
import type pg from 'pg';
import type { Migrations } from '../provider.port.ts';

/**
 * Sent messages by chat: how many parts of a message have left, so that another try goes on with the next one; digests of them,
 * by which an echo without our id is recognized; and the time, because a reader's mark says until when.
 */
export const messagingMigrations: Migrations = [
  {
    name: 'messaging-1',
    sql: `create table gateway.messaging_sent (
      connection_id uuid not null, message_id uuid not null, chat text not null, parts int not null default 0, digests text[] not null,
      read boolean not null default false, at timestamptz not null default now(), primary key (connection_id, message_id)
    );
    create index messaging_sent_chat on gateway.messaging_sent (connection_id, chat, at) where not read;
    create index messaging_sent_at on gateway.messaging_sent (at);`,
  },
];
export const messagingSweeps = [`delete from gateway.messaging_sent where at < now() - interval '30 days'`];
export const messagingForgets = ['delete from gateway.messaging_sent where connection_id = $1 and message_id between $2 and $3'];

/** A part as its echo shows it. The key keeps short texts from being guessed. */
export const digestOf = (part: { text: string } | { attachment: string }, key: string): string =>
  createHmac('sha256', key)
    .update('text' in part ? `text ${part.text}` : `attachment ${part.attachment}`)
    .digest('base64url');

export const messagingSent = (pool: pg.Pool, inTurn = keyedMutex()) => ({
  /** Notes a message before its first call. Returns how many of its parts have left already. */
  begin: async (
    connectionId: string,
    { messageId, chat, digests }: { messageId: string; chat: string; digests: string[] },
  ): Promise<number> => {
    const { rows } = await pool.query<{ parts: number }>({
      name: 'messaging-begin',
      text: `insert into gateway.messaging_sent as s (connection_id, message_id, chat, digests) values ($1, $2, $3, $4)
        on conflict (connection_id, message_id) do update set chat = s.chat returning parts`,
      values: [connectionId, messageId, chat, digests],
    });
    return rows[0]!.parts;
  },
  /** So many parts have left. */
  left: async (connectionId: string, messageId: string, parts: number): Promise<void> => {
    await pool.query('update gateway.messaging_sent set parts = $3 where connection_id = $1 and message_id = $2', [
      connectionId,
      messageId,
      parts,
    ]);
  },
  /** Whether such a part ends the message: only then all of it has left. */
  isLast: async (connectionId: string, messageId: string, digest: string): Promise<boolean> => {
    const { rowCount } = await pool.query(
      `select from gateway.messaging_sent where connection_id = $1 and message_id = $2
         and (cardinality(digests) = 1 or digests[cardinality(digests)] = $3)`,
      [connectionId, messageId, digest],
    );
    return rowCount === 1;
  },
  /** Messages to a chat that end with such a part, the oldest first. */
  endingWith: async (connectionId: string, chat: string, digest: string): Promise<string[]> => {
    const { rows } = await pool.query<{ id: string }>(
      `select message_id as id from gateway.messaging_sent
       where connection_id = $1 and chat = $2 and not read and digests[cardinality(digests)] = $3 order by at`,
      [connectionId, chat, digest],
    );
    return rows.map(({ id }) => id);
  },
  /** Whether such a part, but for the last one, belongs to a message that was sent to the chat within an hour before. */
  isEarlierPart: async (connectionId: string, chat: string, digest: string): Promise<boolean> => {
    const { rowCount } = await pool.query(
      `select from gateway.messaging_sent
       where connection_id = $1 and chat = $2 and at > now() - interval '1 hour' and $3 = any(digests[:cardinality(digests) - 1]) limit 1`,
      [connectionId, chat, digest],
    );
    return rowCount === 1;
  },
  /**
   * Reports the messages to a chat until then that nobody has read yet, and notes that they are read: each once, also where a second mark
   * comes meanwhile to this instance. Marks know no microseconds, `at` does: a mark includes the whole millisecond.
   */
  read: (connectionId: string, chat: string, until: string, report: (messageIds: string[]) => Promise<void>): Promise<void> =>
    inTurn(`${connectionId} ${chat}`, async () => {
      const { rows } = await pool.query<{ id: string }>(
        `select message_id as id from gateway.messaging_sent
         where connection_id = $1 and chat = $2 and not read and at < $3::timestamptz + interval '1 ms' order by at`,
        [connectionId, chat, until],
      );
      const messageIds = rows.map(({ id }) => id);
      if (messageIds.length === 0) return;
      await report(messageIds);
      await pool.query(
        'update gateway.messaging_sent set read = true where connection_id = $1 and message_id = any($2::uuid[])',
        [connectionId, messageIds],
      );
    }),
});
export type MessagingSent = ReturnType<typeof messagingSent>;
