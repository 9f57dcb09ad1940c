import { type Cards, Outbound, topics } from '@prosa/contracts';
import { type Bus, type Consumer, gathered, type Notifier, Unprocessable } from '@prosa/infra/runtime';
import type pg from 'pg';
import { insertFetches } from '../fetching/fetch.table.ts';
import { BY_CAMPAIGN, BY_INTEGRATION, BY_PERSON } from '../kernel/priority.ts';
import { forgetCustomers } from './forget.ts';
import { insertReads } from './reads.ts';

/** The notification that tells the owner of a connection. */
const channelOf = { send: 'gateway_outbox', delete: 'gateway_outbox', fetch: 'gateway_fetch', read: 'gateway_read' } as const;
const priorities = { attendant: BY_PERSON, automatic: 1, integration: BY_INTEGRATION, campaign: BY_CAMPAIGN } as const;

/**
 * Writes messages to be sent into `gateway.outbox`; the offset is committed after that. A repeated message changes nothing, because its row
 * is kept longer than the topic keeps the message (decision 24). `forgets`: how providers forget customers.
 */
export const consumeOutbound = async (
  bus: Bus,
  pool: pg.Pool,
  onCrash: (error: Error) => void,
  { notify }: Notifier,
  forgets: readonly string[] = [],
): Promise<Consumer> => {
  const insert = gathered(async (asked: Outbound[]) => {
    await insertOutbound(
      pool,
      asked.filter((one) => one.kind === 'send' || one.kind === 'delete'),
    );
    const fetches = asked.filter((one) => one.kind === 'fetch');
    if (fetches.length > 0) await insertFetches(pool, fetches);
    const reads = asked.filter((one) => one.kind === 'read');
    if (reads.length > 0) await insertReads(pool, reads);
    const deleted = asked.flatMap((one) => (one.kind === 'delete' ? [one.messageId] : []));
    if (deleted.length > 0) await withdraw(pool, deleted);
    // Notifies of repeated messages too: the process that received them first may have ended before it notified.
    await forgetCustomers(
      pool,
      forgets,
      asked.filter((one) => one.kind === 'forget'),
    );
    for (const one of asked)
      if (one.kind !== 'forget')
        notify(one.kind === 'send' && one.campaign ? 'gateway_campaign' : channelOf[one.kind], one.connectionId);
    return asked.map(() => undefined);
  });
  const consume = (group: string, topic: string) =>
    bus.consume({
      group,
      topics: [topic],
      concurrency: 100,
      onCrash,
      handle: async ({ value }) => {
        const parsed = Outbound.safeParse(value);
        if (!parsed.success) throw new Unprocessable('This is nothing that a channel could do.');
        await insert(parsed.data);
      },
    });
  const consumers = await Promise.all([
    consume('gateway.outbound', topics.outbound),
    consume('gateway.campaigns', topics.campaign),
  ]);
  return { close: async () => void (await Promise.all(consumers.map((one) => one.close()))) };
};

/** A delete is ordered in its conversation like a send; it has attempt 0, and an outcome only if the channel did not delete the message. */
const insertOutbound = async (pool: pg.Pool, asked: Extract<Outbound, { kind: 'send' | 'delete' }>[]): Promise<void> => {
  if (asked.length === 0) return;
  const sends = asked.map((one) => (one.kind === 'send' ? one : null));
  await pool.query({
    name: 'gateway-outbox-insert',
    text: `insert into gateway.outbox (kind, company_id, connection_id, conversation, message_id, to_kind, to_value, position,
        attempt, body, quoted_message_id, quoted_channel_id, priority, media, template, choices, cards, quoted, campaign_id, run)
      select * from unnest($1::text[], $2::uuid[], $3::uuid[], $4::text[], $5::uuid[], $6::text[], $7::text[], $8::numeric[],
        $9::int[], $10::text[], $11::uuid[], $12::text[], $13::smallint[], $14::jsonb[], $15::jsonb[], $16::jsonb[], $17::jsonb[], $18::jsonb[],
        $19::uuid[], $20::int[])
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
      sends.map((send) => (send?.template ? JSON.stringify(send.template) : null)),
      sends.map((send) => (send?.choices ? JSON.stringify(send.choices) : null)),
      sends.map((send) => (send?.place || send?.contacts ? JSON.stringify(cardsOf(send)) : null)),
      sends.map((send) => (send?.quoted?.shows ? JSON.stringify(send.quoted.shows) : null)),
      sends.map((send) => send?.campaign?.id ?? null),
      sends.map((send) => send?.campaign?.run ?? null),
    ],
  });
};

const cardsOf = ({ place, contacts }: Extract<Outbound, { kind: 'send' }>): Cards => ({
  ...(place && { place }),
  ...(contacts && { contacts }),
});

/**
 * A message that still waits and was certainly never sent is withdrawn; its delete then finds nothing to delete. No outcome is reported.
 */
const withdraw = async (pool: pg.Pool, messageIds: string[]): Promise<void> => {
  await pool.query({
    name: 'gateway-outbox-withdraw',
    text: `update gateway.outbox set state = 'failed', reason = 'withdrawn', told = true, body = null, media = null, template = null, choices = null, cards = null, quoted = null, changed_at = now()
      where message_id = any($1::uuid[]) and kind = 'send' and state = 'waiting' and not unclear`,
    values: [messageIds],
  });
};
