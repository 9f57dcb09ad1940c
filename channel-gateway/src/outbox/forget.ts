import type { Outbound } from '@prosa/contracts';
import type pg from 'pg';

type Forget = Extract<Outbound, { kind: 'forget' }>;

/**
 * Messages keep the row that keeps them from being sent twice, without address and content; what was not certainly sent is withdrawn, and
 * nobody is told. $1: the connection; $2, $3: the ids of the conversation's messages lie between them.
 */
const messages = `
  update gateway.outbox set to_value = '', body = null, media = null, template = null, choices = null, cards = null, quoted = null,
    prepared = null, quoted_channel_id = null, changed_at = now(),
    told = told or state in ('waiting', 'handed'), reason = case when state in ('waiting', 'handed') then 'withdrawn' else reason end,
    state = case when state in ('waiting', 'handed') then 'failed' else state end
  where connection_id = $1 and message_id between $2 and $3`;

/** What is asked of the channel beside messages. $1: the connection; $2: the conversation. */
const others = [
  'delete from gateway.read where connection_id = $1 and conversation = $2',
  `delete from gateway.inbound_media m using gateway.inbound_fetch f
   where f.connection_id = $1 and f.conversation = $2 and m.media_id = f.media_id`,
  `update gateway.inbound_fetch set name = null, facts = null, told = true, changed_at = now(),
     state = case when state in ('waiting', 'handed') then 'failed' else state end
   where connection_id = $1 and conversation = $2`,
];

/** Removes what the gateway keeps of forgotten customers; a repeat finds nothing. `ofProviders`: their statements, as `messages`. */
export const forgetCustomers = async (pool: pg.Pool, ofProviders: readonly string[], asked: readonly Forget[]): Promise<void> => {
  for (const { connectionId, conversation } of asked) {
    for (const text of [...ofProviders, messages]) await pool.query(text, [connectionId, ...idsIn(conversation)]);
    for (const text of others) await pool.query(text, [connectionId, conversation]);
  }
};

/** The lowest and the highest id that a message of the conversation may have: they begin with its key (decision 1). */
const idsIn = (conversation: string): [string, string] => {
  const [head, tail] = [`${conversation.slice(0, 8)}-${conversation.slice(8, 12)}`, `8${conversation.slice(12)}`];
  return [`${head}-${tail}-0000-000000000000`, `${head}-${tail}-ffff-ffffffffffff`];
};
