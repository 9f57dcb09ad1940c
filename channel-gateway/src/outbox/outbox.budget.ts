import { CAMPAIGN_PACE, campaignSettingsDefaults } from '@prosa/contracts';

/** Messages of a campaign whose run has ended, and that have certainly not left. */
export const isWithdrawn = (
  row: string,
): string => `${row}.campaign_id is not null and ${row}.state = 'waiting' and not ${row}.unclear
  and exists (select from gateway.campaign c where c.campaign_id = ${row}.campaign_id and c.withdrawn_run >= ${row}.run)`;

/** How much longer than any pause between two tries of a message a time lies ahead that another clock has set, which was put back since. */
const ANOTHER_CLOCK = `interval '20 minutes'`;

/** Whether the time of a row of the outbox has come. */
export const isDue = `(next_at <= now() or next_at > now() + ${ANOTHER_CLOCK})`;

/**
 * Parts of the statement that hands messages over ($3: the connection): how fast the company's settings let campaigns leave, and how many
 * messages of campaigns may leave now (`allowed`). `is_far`: its time lies further ahead than the settings let messages wait: they have
 * changed, or the clock was put back.
 */
export const budget = `pace as (
          select (p->>'messageInterval')::float8 as interval_s, (p->>'longerIntervalAfter')::int as longer_after,
            (p->>'greaterInterval')::float8 as greater_s, in_row, coalesce(is_far, false) as is_far,
            next_at is null or next_at <= now() or is_far as is_due
          from (select p, coalesce(b.in_row, 0) as in_row, b.next_at,
            b.next_at > now() + greatest((p->>'greaterInterval')::float8, (p->>'messageInterval')::float8 * 1.5) * interval '1 s' as is_far
          from (select coalesce((select s.value::jsonb from gateway.setting s join gateway.connection c on c.company_id = s.company_id
            where c.connection_id = $3 and s.key = '${CAMPAIGN_PACE}'), '${JSON.stringify(campaignSettingsDefaults)}'::jsonb) as p) settings
          left join gateway.budget b on b.connection_id = $3) known
        ), budget as (
          select *, longer_after > 0 and greater_s > 0 as rests, case when not is_due then 0 when interval_s > 0 then 1
            when longer_after > 0 and greater_s > 0 then greatest(longer_after - in_row, 1) else 1000 end as allowed from pace
        )`;

/** When the next one may leave after those in `handed`, if any of a campaign waits: the longer pause is exact, the other is not. */
export const budgetMoved = `sent as (
          select count(*)::int as all_sent from handed where kind = 'send'
        ), moved as (
          insert into gateway.budget as b (connection_id, next_at, in_row)
          select $3, now() + (case when rests and in_row + all_sent >= longer_after then greater_s
              else interval_s * (0.5 + random()) end) * interval '1 s',
            case when rests and in_row + all_sent >= longer_after then 0 else in_row + all_sent end
          from sent, budget where all_sent > 0 and exists (select from head where campaign_id is not null)
          on conflict (connection_id) do update
            set next_at = case when (select is_far from budget) then excluded.next_at else greatest(b.next_at, excluded.next_at) end,
              in_row = excluded.in_row
          returning next_at
        )`;
