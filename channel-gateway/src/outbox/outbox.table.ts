import type { Identity, MediaReference, QuotedContent } from '@prosa/contracts';
import type pg from 'pg';
import type { OutgoingMessage } from '../channels/provider.port.ts';
import { BY_PERSON, isByPerson } from '../kernel/priority.ts';
import { budget, budgetMoved, isDue, isWithdrawn } from './outbox.budget.ts';

/** The key of an outbox row. */
export type Key = { messageId: string; attempt: number; kind: 'send' | 'delete' };

/**
 * A row that was handed to its sender. `sentAs`: for a delete, the channel's id of the message to delete, null if that never arrived.
 * `quotedSentAs`: the channel's id of a quoted message of ours. `prepared`: what the provider prepared before.
 */
export type Handed = Key & {
  toKind: Identity['kind'];
  toValue: string;
  body: string | null;
  media: MediaReference | null;
  cards: OutgoingMessage['cards'];
  template: OutgoingMessage['template'];
  choices: OutgoingMessage['choices'];
  prepared: string | null;
  priority: number;
  quotedMessageId: string | null;
  quotedChannelId: string | null;
  quotedSentAs: string | null;
  quotedShows: QuotedContent | null;
  tries: number;
  unclear: boolean;
  sentAs: string | null;
  /** For a message of a campaign: after how many milliseconds the next one may leave; 0: at once. */
  nextInMs: number | null;
};

/**
 * How a try ended. `waiting`: another try follows after `againInMs`; `unclear`: the channel may have received it; `uncounted`: it uses up no
 * try; `prepared`: the next try sends it.
 */
export type Result = Key & {
  state: 'waiting' | 'taken' | 'failed' | 'unsure';
  channelId: string | null;
  reason: string | null;
  againInMs: number;
  unclear: boolean;
  uncounted: boolean;
  prepared: string | null;
};

/** A final outcome to report to the command side. */
export type Outcome = {
  messageId: string;
  attempt: number;
  state: 'taken' | 'failed' | 'unsure';
  reason: string | null;
  toKind: Identity['kind'];
  toValue: string;
  byPerson: boolean;
  at: Date;
  /** Receipts for it arrived before the channel's id was known. */
  early: boolean;
  /** More of its conversation waits to be sent. */
  isFollowed: boolean;
};

/** A receipt that arrived before its message's channel id was known. */
export type EarlyAck = {
  messageId: string;
  channelId: string;
  ack: number;
  at: Date;
  toKind: Identity['kind'];
  toValue: string;
  byPerson: boolean;
};

export type OutboxTable = ReturnType<typeof outboxTable>;

const outcomeColumns = `o.message_id as "messageId", o.attempt, o.state, o.reason, o.to_kind as "toKind", o.to_value as "toValue", ${isByPerson}, o.changed_at as at, false as early, false as "isFollowed"`;

const headColumns =
  'o.conversation, o.message_id, o.attempt, o.kind, o.state, o.next_at, o.priority, o.position, o.created_at, o.campaign_id, o.run, o.unclear';
/** The outcome of a try is unknown, but the channel has told its id of the message. */
const isProven = `r.state = 'unsure' and r.kind = 'send' and o.channel_id is not null`;

/**
 * Access to `gateway.outbox` for the owner of one connection, in the lease's `epoch`. Every write is safe by itself, because it checks
 * state and epoch.
 */
export const outboxTable = (pool: pg.Pool, connectionId: string, leaseName: string, epoch: number) => ({
  /**
   * Takes the message with the lowest position of each conversation, attendants' messages first, and commits that it is handed over before
   * the channel is called: `most` of them, of which `bulk` were written by no person, in the order in which to call it. Returns nothing if
   * the lease has another owner. `heldMs`: only what has waited for longer. Messages of campaigns leave as fast as the company's settings
   * let them, all campaigns of the connection together; the others wait for nothing, and count in the longer pause.
   */
  claim: async ({ most, bulk, heldMs = null }: { most: number; bulk: number; heldMs?: number | null }): Promise<Handed[]> => {
    const { rows } = await pool.query<Handed>({
      name: 'gateway-outbox-claim',
      // Goes from each conversation's head directly to the next one's by the index: Postgres must not choose a plan that reads all messages
      // behind them, because this statement holds the lease's row.
      text: `with recursive head as (
          (select ${headColumns} from gateway.outbox o where o.connection_id = $3 and not o.told and o.state in ('waiting', 'handed')
            order by o.connection_id, o.conversation, o.position limit 1)
          union all
          select next.* from head, lateral (
            select ${headColumns} from gateway.outbox o
            where o.connection_id = $3 and not o.told and o.state in ('waiting', 'handed') and o.conversation > head.conversation
            order by o.connection_id, o.conversation, o.position limit 1) next
        ), ${budget}, due as materialized (
          select * from (
            select *, row_number() over (partition by priority > ${BY_PERSON} order by priority, position) as nth,
              row_number() over (partition by campaign_id is not null order by priority, position) as nth_of_campaigns from head
            where state = 'waiting' and ${isDue} and ($5::float8 is null or created_at < now() - $5 * interval '1 ms')
              and not (${isWithdrawn('head')})) waiting
          where (priority = ${BY_PERSON} or nth <= $6)
            and (campaign_id is null or nth_of_campaigns <= (select allowed from budget)) order by priority, position limit $4
        ), mine as materialized (select 1 from lease.lease where name = $1 and epoch = $2 for share
        ), handed as (
          update gateway.outbox o set state = 'handed', epoch = $2, tries = o.tries + 1, changed_at = now()
          from due, mine
          where o.message_id = due.message_id and o.attempt = due.attempt and o.kind = due.kind and o.state = 'waiting'
          returning o.campaign_id, o.message_id as "messageId", o.attempt, o.kind, o.to_kind as "toKind", o.to_value as "toValue", o.body, o.media, o.cards,
            o.template, o.choices, o.prepared, o.priority, o.position,
            o.quoted_message_id as "quotedMessageId", o.quoted_channel_id as "quotedChannelId", o.quoted as "quotedShows", o.tries, o.unclear,
            case when o.quoted_message_id is not null and o.quoted_channel_id is null then (select s.channel_id from gateway.outbox s
              where s.message_id = o.quoted_message_id and s.connection_id = o.connection_id and s.kind = 'send' and s.channel_id is not null
              limit 1) end as "quotedSentAs",
            case when o.kind = 'delete' then (select coalesce(s.channel_id, s.message_id::text) from gateway.outbox s
              where s.message_id = o.message_id and s.connection_id = o.connection_id and s.kind = 'send' and s.state = 'taken' limit 1) end as "sentAs"
        ), ${budgetMoved}
        select handed.*, case when campaign_id is not null then
          (select (extract(epoch from next_at - now()) * 1000)::float8 from moved) end as "nextInMs" from handed order by priority, position`,
      values: [leaseName, epoch, connectionId, most, heldMs, bulk],
    });
    return rows;
  },

  /** Withdraws what waits of campaigns that were cancelled or have paused, unless the lease has another owner. */
  withdraw: async (): Promise<Outcome[]> => {
    const { rows } = await pool.query<Outcome>({
      name: 'gateway-outbox-withdraw-campaigns',
      text: `with mine as materialized (select 1 from lease.lease where name = $1 and epoch = $2 for share)
        update gateway.outbox o set state = 'failed', reason = 'withdrawn', epoch = $2, body = null, media = null, template = null,
          choices = null, cards = null, quoted = null, changed_at = now()
        from mine where o.connection_id = $3 and not o.told and ${isWithdrawn('o')} returning ${outcomeColumns}`,
      values: [leaseName, epoch, connectionId],
    });
    return rows;
  },

  /**
   * Writes the results of tries, and which outcomes the command side has received, in one transaction with the early receipts whose message
   * becomes known by it. The text is deleted as soon as the outcome is known. A send with an unknown outcome is taken if the channel has
   * told its id meanwhile (`Callbacks.settled`). A result that arrives after another owner took over counts
   * only if it resolves an `unsure`. The ids are given twice so that Postgres uses the primary key: with the join only, a plan made while
   * the table was small would search all rows ever sent.
   */
  settle: async (results: Result[], told: Outcome[]): Promise<Outcome[]> => {
    const { rows } = await pool.query<Outcome>({
      name: 'gateway-outbox-settle',
      text: `with told as (
          update gateway.outbox o set told = true
          from unnest($1::uuid[], $2::int[], $3::text[]) as t(message_id, attempt, state)
          where o.message_id = any($1) and o.message_id = t.message_id and o.attempt = t.attempt and o.state = t.state
        ), done as (
          update gateway.outbox o set state = case when ${isProven} then 'taken' else r.state end,
            channel_id = coalesce(r.channel_id, o.channel_id), reason = case when not (${isProven}) then r.reason end,
            template = case when r.state = 'waiting' then o.template end,
            choices = case when r.state = 'waiting' then o.choices end, quoted = case when r.state = 'waiting' then o.quoted end,
            prepared = coalesce(r.prepared, o.prepared),
            tries = o.tries - r.uncounted::int,
            body = case when r.state = 'waiting' then o.body end,
            media = case when r.state = 'waiting' then o.media end, cards = case when r.state = 'waiting' then o.cards end, unclear = o.unclear or r.unclear,
            told = o.kind = 'delete' and r.state = 'taken', next_at = now() + r.again * interval '1 ms', changed_at = now()
          from unnest($4::uuid[], $5::int[], $6::text[], $7::text[], $8::text[], $9::text[], $10::int[], $11::boolean[],
            $13::boolean[], $14::text[]) as r(message_id, attempt, kind, state, channel_id, reason, again, unclear, uncounted, prepared)
          where o.message_id = any($4) and o.message_id = r.message_id and o.attempt = r.attempt and o.kind = r.kind
            and (o.state = 'handed' and o.epoch = $12 or o.state = 'unsure' and r.state = 'taken')
          returning o.*
        ), early as (
          update gateway.early_ack e set message_id = d.message_id from done d
          where e.connection_id = d.connection_id and e.channel_id = d.channel_id and d.state = 'taken' and d.kind = 'send'
          returning e.message_id
        )
        select ${outcomeColumns}, o.message_id in (select message_id from early) as early, exists (select from gateway.outbox next
            where next.connection_id = o.connection_id and next.conversation = o.conversation and not next.told and next.state = 'waiting') as "isFollowed"
          from done o where o.state <> 'waiting' and not o.told`,
      values: [
        told.map(({ messageId }) => messageId),
        told.map(({ attempt }) => attempt),
        told.map(({ state }) => state),
        results.map(({ messageId }) => messageId),
        results.map(({ attempt }) => attempt),
        results.map(({ kind }) => kind),
        results.map(({ state }) => state),
        results.map(({ channelId }) => channelId),
        results.map(({ reason }) => reason),
        results.map(({ againInMs }) => againInMs),
        results.map(({ unclear }) => unclear),
        epoch,
        results.map(({ uncounted }) => uncounted),
        results.map(({ prepared }) => prepared),
      ],
    });
    return rows;
  },

  /**
   * Resolves rows that earlier epochs left `handed`. Rows in `flying`, which this process has called or is about to call, continue in this
   * epoch. Other rows handed over since epoch `since`, in which this process became the owner, were never tried, because the answer that
   * contained them was lost: they wait again with their try not counted. Rows of earlier owners are taken if the channel has told their id,
   * tried again if they were only being prepared (`prepares`), and else tried again or unsure, according to the provider's rule.
   */
  takeOver: (
    { again, prepares }: { again: 'same id' | 'unsure'; prepares: boolean },
    since: number,
    flying: Key[],
  ): Promise<unknown> =>
    pool.query(
      `with left_over as (
          select o.message_id, o.attempt, o.kind, case
            when f.message_id is not null then 'flying' when o.epoch >= $3 then 'untried'
            when o.kind = 'send' and o.channel_id is not null then 'taken'
            when $8 and o.media is not null and o.prepared is null then 'untried'
            when $4 = 'unsure' and o.kind = 'send' then 'unsure' else 'again' end as how
          from gateway.outbox o
          left join unnest($5::uuid[], $6::int[], $7::text[]) as f(message_id, attempt, kind) using (message_id, attempt, kind)
          where o.connection_id = $1 and not o.told and o.state = 'handed' and o.epoch < $2
        )
        update gateway.outbox o set
          state = case how when 'flying' then 'handed' when 'unsure' then 'unsure' when 'taken' then 'taken' else 'waiting' end,
          epoch = case how when 'flying' then $2 else o.epoch end,
          tries = case how when 'untried' then o.tries - 1 else o.tries end,
          unclear = o.unclear or how in ('unsure', 'again'),
          body = case when how not in ('unsure', 'taken') then o.body end,
          media = case when how not in ('unsure', 'taken') then o.media end,
          cards = case when how not in ('unsure', 'taken') then o.cards end,
          template = case when how not in ('unsure', 'taken') then o.template end,
          choices = case when how not in ('unsure', 'taken') then o.choices end,
          quoted = case when how not in ('unsure', 'taken') then o.quoted end, told = false, changed_at = now()
        from left_over l
        where o.message_id = l.message_id and o.attempt = l.attempt and o.kind = l.kind and o.state = 'handed' and o.epoch < $2`,
      [
        connectionId,
        epoch,
        since,
        again,
        flying.map(({ messageId }) => messageId),
        flying.map(({ attempt }) => attempt),
        flying.map(({ kind }) => kind),
        prepares,
      ],
    ),

  /**
   * A page of outcomes of earlier epochs that were not reported yet, after the one given; the sender itself knows the outcomes of this
   * epoch.
   */
  untold: async (after: Outcome | undefined): Promise<Outcome[]> => {
    const { rows } = await pool.query<Outcome>(
      `select ${outcomeColumns} from gateway.outbox o
       where connection_id = $1 and not told and state in ('taken', 'failed', 'unsure') and epoch < $2
         and ($3::uuid is null or (message_id, attempt) > ($3, $4::int)) order by message_id, attempt limit 1000`,
      [connectionId, epoch, after?.messageId ?? null, after?.attempt ?? null],
    );
    return rows;
  },

  /** Receipts whose message is known by now, including those stored just while the message's channel id was being written. */
  earlyAcks: async (): Promise<EarlyAck[]> => {
    await pool.query({
      name: 'gateway-early-acks-known',
      text: `update gateway.early_ack e set message_id = o.message_id from gateway.outbox o
       where e.connection_id = $1 and e.message_id is null and o.connection_id = e.connection_id and o.channel_id = e.channel_id`,
      values: [connectionId],
    });
    const { rows } = await pool.query<EarlyAck>({
      name: 'gateway-early-acks',
      text: `select distinct on (e.channel_id, e.ack) e.message_id as "messageId", e.channel_id as "channelId", e.ack, e.at,
         o.to_kind as "toKind", o.to_value as "toValue", ${isByPerson}
       from gateway.early_ack e join gateway.outbox o on o.message_id = e.message_id and o.kind = 'send'
       where e.connection_id = $1 and e.message_id is not null limit 1000`,
      values: [connectionId],
    });
    return rows;
  },
  dropEarlyAcks: (acks: EarlyAck[]): Promise<unknown> =>
    pool.query(
      `delete from gateway.early_ack e using unnest($2::text[], $3::smallint[]) as u(channel_id, ack)
       where e.connection_id = $1 and e.channel_id = u.channel_id and e.ack = u.ack`,
      [connectionId, acks.map(({ channelId }) => channelId), acks.map(({ ack }) => ack)],
    ),
});
