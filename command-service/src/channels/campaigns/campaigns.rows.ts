import {
  CAMPAIGN_ANSWER_MS,
  campaignEvents,
  campaignPartEvents,
  conversationEvents,
  type Fact,
  type OfCampaign,
  outreachEvents,
  withdrawnReasons,
} from '@prosa/contracts';
import type { Part } from '@prosa/infra/runtime';
import type pg from 'pg';
import type { RowBatch } from '../../kernel/reactor.ts';

/**
 * Campaigns that are being sent, and what each recipient still needs, as folds of events. A recipient is `waiting` for their first message;
 * `asking`: the request for confirmation is under way, `asked`: until `until` they may answer, `confirmed`: they said yes; `sending`: the
 * message is under way; the others are done with. `outcome`: the position of the event that told it.
 */
export const campaignMigrations: Part = {
  schema: 'command',
  migrations: [
    {
      name: 'campaigns-001',
      sql: `
        create table command.campaign (id uuid primary key, company_id uuid not null, state text not null);
        create table command.campaign_recipient (
          campaign_id uuid not null, recipient_id uuid not null, part_id uuid not null, part integer not null, nth integer not null,
          state text not null, run integer not null default -1, message_id uuid, until timestamptz, confirmed boolean not null default false,
          failure text, outcome numeric(20), primary key (campaign_id, recipient_id)
        );
        create index campaign_recipient_state on command.campaign_recipient (campaign_id, state, part, nth);
        create index campaign_recipient_message on command.campaign_recipient (message_id) where message_id is not null;
        create index campaign_recipient_outcome on command.campaign_recipient (campaign_id, run, outcome) where outcome is not null;
      `,
    },
  ],
};

const { MessageSent, MessageAcknowledged, MessageFailed, MessageUnsure } = conversationEvents;
const { OutreachSent, OutreachAcknowledged, OutreachFailed, OutreachUnsure, OutreachAnswered } = outreachEvents;
/** The events that these tables are folds of. */
export const folded = [
  ...Object.values(campaignEvents),
  ...Object.values(campaignPartEvents),
  MessageSent,
  MessageAcknowledged,
  MessageFailed,
  MessageUnsure,
  OutreachSent,
  OutreachAcknowledged,
  OutreachFailed,
  OutreachUnsure,
  OutreachAnswered,
] as const;

type Frozen = { campaignId: string; partId: string; part: number; nth: number; recipientId: string; state: string };
type Sent = { campaignId: string; recipientId: string; run: number; messageId: string; state: string; at: string };
type Outcome = { messageId: string; how: 'taken' | 'failed' | 'unsure' | 'withdrawn'; failure: string | null; position: string };
type Answered = { messageId: string; isYes: boolean };

const states: Record<string, string> = {
  CampaignStarted: 'running',
  CampaignResumed: 'running',
  CampaignRestarted: 'running',
  CampaignPaused: 'running',
  CampaignCancelled: 'idle',
  CampaignFinished: 'idle',
};

/** The changes of the tables by a range of events. `noted`: the recipients whose message, or whose skipping, is now known here. */
export const campaignRowsOf = (noted: (recipientIds: string[]) => void): RowBatch<Fact> => {
  const campaigns = new Map<string, { companyId: string; state: string | null }>();
  const frozen: Frozen[] = [];
  const skipped: { campaignId: string; recipientId: string }[] = [];
  const sent: Sent[] = [];
  const outcomes = new Map<string, Outcome>();
  const answers = new Map<string, Answered>();
  const settled = (fact: Fact, how: Outcome['how'], failure: string | null = null): void => {
    const { messageId } = fact.data as { messageId: string };
    outcomes.set(messageId, { messageId, how, failure, position: fact.meta.position.toString() });
  };
  const fold = (fact: Fact): void => {
    const { type, data, meta } = fact;
    const state = states[type];
    if (state !== undefined) return void campaigns.set((data as { id: string }).id, { companyId: meta.companyId, state });
    switch (type) {
      case campaignEvents.CampaignDeleted.type:
        return void campaigns.set((data as { id: string }).id, { companyId: meta.companyId, state: null });
      case campaignPartEvents.PartFrozen.type: {
        const { campaignId, partId, part, recipients } = data as Frozen & {
          recipients: { recipientId: string; skipped: string | null }[];
        };
        for (const [nth, { recipientId, skipped }] of recipients.entries())
          frozen.push({ campaignId, partId, part, nth, recipientId, state: skipped === null ? 'waiting' : 'skipped' });
        return;
      }
      case campaignPartEvents.RecipientsSkipped.type: {
        const { campaignId, recipients } = data as { campaignId: string; recipients: { recipientId: string }[] };
        for (const { recipientId } of recipients) skipped.push({ campaignId, recipientId });
        return;
      }
      case MessageSent.type:
      case OutreachSent.type: {
        const { messageId, campaign } = data as { messageId: string; campaign?: OfCampaign };
        if (!campaign) return;
        const { campaignId, recipientId, run, phase } = campaign;
        const at = meta.at.toISOString();
        sent.push({ campaignId, recipientId, run, messageId, state: phase === 'confirmation' ? 'asking' : 'sending', at });
        return;
      }
      case MessageAcknowledged.type:
      case OutreachAcknowledged.type:
        return void settled(fact, 'taken');
      case MessageUnsure.type:
      case OutreachUnsure.type:
        return void settled(fact, 'unsure');
      case MessageFailed.type:
      case OutreachFailed.type: {
        const { reason } = data as { reason: string };
        return void settled(fact, withdrawnReasons.has(reason) ? 'withdrawn' : 'failed', reason);
      }
      case OutreachAnswered.type: {
        const { messageId, answer } = data as { messageId: string; answer: string };
        answers.set(messageId, { messageId, isYes: answer === 'yes' });
      }
    }
  };
  const write = async (client: pg.ClientBase): Promise<void> => {
    if (campaigns.size > 0) await writeCampaigns(client, campaigns);
    if (frozen.length > 0) await client.query(FREEZE, [JSON.stringify(frozen)]);
    if (skipped.length > 0) await client.query(SKIP, [JSON.stringify(skipped)]);
    if (sent.length > 0) await client.query(SEND, [JSON.stringify(sent)]);
    // Answers before outcomes: who has answered has the message.
    if (answers.size > 0) await client.query(ANSWER, [JSON.stringify([...answers.values()])]);
    if (outcomes.size > 0) await client.query(SETTLE, [JSON.stringify([...outcomes.values()]), CAMPAIGN_ANSWER_MS]);
  };
  return {
    fold,
    isEmpty: () => campaigns.size + frozen.length + skipped.length + sent.length + outcomes.size + answers.size === 0,
    write,
    written: () => noted([...sent, ...skipped].map(({ recipientId }) => recipientId)),
  };
};

const writeCampaigns = async (
  client: pg.ClientBase,
  campaigns: ReadonlyMap<string, { companyId: string; state: string | null }>,
): Promise<void> => {
  const rows = [...campaigns].map(([id, one]) => ({ id, ...one }));
  const gone = rows.flatMap(({ id, state }) => (state === null ? [id] : []));
  await client.query(
    `insert into command.campaign (id, company_id, state)
     select id, "companyId", state from json_to_recordset($1::json) as t(id uuid, "companyId" uuid, state text) where state is not null
     on conflict (id) do update set state = excluded.state`,
    [JSON.stringify(rows)],
  );
  if (gone.length === 0) return;
  await client.query('delete from command.campaign where id = any($1::uuid[])', [gone]);
  await client.query('delete from command.campaign_recipient where campaign_id = any($1::uuid[])', [gone]);
};

const FREEZE = `insert into command.campaign_recipient (campaign_id, recipient_id, part_id, part, nth, state)
  select "campaignId", "recipientId", "partId", part, nth, state from json_to_recordset($1::json)
    as t("campaignId" uuid, "recipientId" uuid, "partId" uuid, part int, nth int, state text) on conflict do nothing`;
const SKIP = `update command.campaign_recipient r set state = 'skipped' from json_to_recordset($1::json)
    as t("campaignId" uuid, "recipientId" uuid)
  where r.campaign_id = t."campaignId" and r.recipient_id = t."recipientId" and r.state in ('waiting', 'confirmed')`;
/** A message of an earlier run that comes late is withdrawn. */
const SEND = `update command.campaign_recipient r set state = t.state, run = t.run, message_id = t."messageId", until = t.at, outcome = null,
    failure = null
  from json_to_recordset($1::json)
    as t("campaignId" uuid, "recipientId" uuid, run int, "messageId" uuid, state text, at timestamptz)
  where r.campaign_id = t."campaignId" and r.recipient_id = t."recipientId" and r.run <= t.run and r.state in ('waiting', 'confirmed')`;
const ANSWER = `update command.campaign_recipient r
  set state = case when t."isYes" then 'confirmed' else 'answered' end, confirmed = t."isYes"
  from json_to_recordset($1::json) as t("messageId" uuid, "isYes" boolean)
  where r.message_id = t."messageId" and r.state in ('asking', 'asked')`;
const SETTLE = `update command.campaign_recipient r set outcome = t.position, failure = t.failure,
    state = case when t.how = 'withdrawn' then (case when r.confirmed then 'confirmed' else 'waiting' end)
      when t.how = 'failed' then 'failed'
      when r.state = 'asking' then 'asked'
      when t.how = 'unsure' then 'unsure' else 'sent' end,
    until = case when r.state = 'asking' then r.until + $2 * interval '1 ms' else r.until end
  from json_to_recordset($1::json) as t("messageId" uuid, how text, failure text, position numeric)
  where r.message_id = t."messageId" and (r.state in ('asking', 'sending', 'unsure') or r.state in ('sent', 'asked') and t.how = 'failed')`;

export type Waiting = { recipientId: string; partId: string; isConfirmed: boolean };

/** What the runner reads of these tables. */
export const campaignTables = (pool: pg.Pool) => ({
  running: async (): Promise<{ id: string; companyId: string }[]> => {
    const { rows } = await pool.query<{ id: string; companyId: string }>(
      `select id, company_id as "companyId" from command.campaign where state = 'running' order by id`,
    );
    return rows;
  },
  /** Whose turn it is: who has confirmed first; but for those whose message is on its way into these tables. */
  waiting: async (campaignId: string, most: number, issued: readonly string[]): Promise<Waiting[]> => {
    const { rows } = await pool.query<Waiting>(
      `select recipient_id as "recipientId", part_id as "partId", state = 'confirmed' as "isConfirmed" from command.campaign_recipient
       where campaign_id = $1 and state in ('waiting', 'confirmed') and recipient_id <> all($3::uuid[])
       order by state, part, nth limit $2`,
      [campaignId, most, issued],
    );
    return rows;
  },
  underWay: async (campaignId: string): Promise<number> => {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::int as count from command.campaign_recipient where campaign_id = $1 and state in ('asking', 'sending')`,
      [campaignId],
    );
    return rows[0]!.count;
  },
  /** Whether nothing is left: `now` is compared with the time until which requests may be answered. */
  isOver: async (campaignId: string, now: Date): Promise<boolean> => {
    const { rows } = await pool.query<{ left: boolean }>(
      `select exists (select from command.campaign_recipient where campaign_id = $1
         and (state in ('waiting', 'confirmed', 'asking', 'sending') or state = 'asked' and until > $2)) as left`,
      [campaignId, now],
    );
    return !rows[0]!.left;
  },
  /** The failures (null: none) of the last messages of a run, the latest first. */
  lastFailures: async (campaignId: string, run: number, most: number): Promise<(string | null)[]> => {
    const { rows } = await pool.query<{ failure: string | null }>(
      `select failure from command.campaign_recipient where campaign_id = $1 and run = $2 and outcome is not null
       order by outcome desc limit $3`,
      [campaignId, run, most],
    );
    return rows.map(({ failure }) => failure);
  },
});
export type CampaignTables = ReturnType<typeof campaignTables>;
