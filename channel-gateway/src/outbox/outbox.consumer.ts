import { Outbound, topics } from '@prosa/contracts';
import { type Bus, type Consumer, type Notifier, Unprocessable } from '@prosa/infra/runtime';
import type pg from 'pg';
import { batcher } from '../kernel/batcher.ts';

const priorities = { attendant: 0, automatic: 1, campaign: 2 } as const;

/**
 * Takes what is to be sent into `gateway.outbox`; the offset is committed after it. A message that comes again changes nothing,
 * as its row stays for as long as the topic keeps it, and longer (ADR 12).
 */
export const consumeOutbound = (
  bus: Bus,
  pool: pg.Pool,
  onCrash: (error: Error) => void,
  { notify }: Notifier,
): Promise<Consumer> => {
  const insert = batcher(async (asked: Outbound[]) => {
    await insertOutbound(pool, asked);
    // Of those that came again, too: the process that took them the first time may have ended before it told of them.
    for (const { connectionId } of asked) notify('gateway_outbox', connectionId);
    return asked.map(() => undefined);
  });
  return bus.consume({
    group: 'gateway.outbound',
    topics: [topics.outbound],
    concurrency: 100,
    onCrash,
    handle: async ({ value }) => {
      const parsed = Outbound.safeParse(value);
      if (!parsed.success) throw new Unprocessable('This is nothing that a channel could do.');
      await insert(parsed.data);
    },
  });
};

/** A delete is ordered in its conversation like a send; it has attempt 0 and no outcome. */
const insertOutbound = async (pool: pg.Pool, asked: Outbound[]): Promise<void> => {
  const sends = asked.map((one) => (one.kind === 'send' ? one : null));
  await pool.query({
    name: 'gateway-outbox-insert',
    text: `insert into gateway.outbox (kind, company_id, connection_id, conversation, message_id, to_kind, to_value, position,
        attempt, body, quoted_message_id, quoted_channel_id, priority, media)
      select * from unnest($1::text[], $2::uuid[], $3::uuid[], $4::text[], $5::uuid[], $6::text[], $7::text[], $8::numeric[],
        $9::int[], $10::text[], $11::uuid[], $12::text[], $13::smallint[], $14::jsonb[])
      on conflict do nothing`,
    values: [
      asked.map(({ kind }) => kind),
      asked.map(({ companyId }) => companyId),
      asked.map(({ connectionId }) => connectionId),
      asked.map(({ conversation }) => conversation),
      asked.map(({ messageId }) => messageId),
      asked.map(({ to }) => to.kind),
      asked.map(({ to }) => to.value),
      asked.map(({ position }) => position),
      sends.map((send) => send?.attempt ?? 0),
      sends.map((send) => send?.media?.caption ?? send?.body ?? null),
      sends.map((send) => send?.quoted?.messageId ?? null),
      sends.map((send) => send?.quoted?.channelId ?? null),
      sends.map((send) => priorities[send?.priority ?? 'attendant']),
      sends.map((send) => (send?.media ? JSON.stringify(send.media) : null)),
    ],
  });
};
