import type { MediaFacts, MediaFailure, MediaKind, Outbound } from '@prosa/contracts';
import type pg from 'pg';
import type { Transaction } from '../channels/provider.port.ts';

/** Number of tries before a file is given up. */
export const MOST_TRIES = 5;

/** The key of a row: a file, and the number of the request for it. */
export type FetchKey = { mediaId: string; attempt: number };
/** A row that was handed to its lane. `source`: how the channel provides the bytes, encrypted; null if it was deleted. */
export type HandedFetch = FetchKey & {
  companyId: string;
  subjectId: string;
  kind: MediaKind;
  name: string | null;
  tries: number;
  source: Buffer | null;
};
/** How a try ended. `waiting`: another one follows after `againInMs`; `uncounted`: not the channel's fault. */
export type FetchResult = FetchKey &
  Pick<HandedFetch, 'tries'> &
  (
    | { state: 'waiting'; againInMs: number; uncounted?: true }
    | { state: 'stored'; facts: MediaFacts }
    | { state: 'failed'; reason: MediaFailure }
  );
/** A result that was not reported to the command side yet. */
export type FetchEnd = FetchKey & {
  companyId: string;
  conversation: string;
  messageId: string;
  facts: MediaFacts | null;
  reason: MediaFailure | null;
  at: Date;
};
export type FetchTable = ReturnType<typeof fetchTable>;

/** Records what is to be fetched. A repeated request changes nothing. */
export const insertFetches = async (pool: pg.Pool, asked: readonly Extract<Outbound, { kind: 'fetch' }>[]): Promise<void> => {
  await pool.query({
    name: 'gateway-fetch-insert',
    text: `insert into gateway.inbound_fetch (media_id, attempt, company_id, connection_id, conversation, message_id, subject, kind, name)
      select * from unnest($1::uuid[], $2::int[], $3::uuid[], $4::uuid[], $5::text[], $6::uuid[], $7::uuid[], $8::text[], $9::text[])
      on conflict do nothing`,
    values: [
      asked.map(({ media }) => media.mediaId),
      asked.map(({ attempt }) => attempt),
      asked.map(({ companyId }) => companyId),
      asked.map(({ connectionId }) => connectionId),
      asked.map(({ conversation }) => conversation),
      asked.map(({ messageId }) => messageId),
      asked.map(({ subjectId }) => subjectId),
      asked.map(({ media }) => media.kind),
      asked.map(({ media }) => media.name),
    ],
  });
};

/**
 * Access to `gateway.inbound_fetch` for the owner of one connection since `epoch`. A row is claimed in a transaction under the lease; its
 * result counts only while the row is still handed to this owner for that try.
 */
export const fetchTable = (pool: pg.Pool, connectionId: string, epoch: number, transaction: Transaction) => ({
  /**
   * Milliseconds until a row can be claimed, at once for those that earlier owners left; null if there is none. `ends`: some results are
   * not reported.
   */
  look: async (flying: readonly FetchKey[]): Promise<{ inMs: number | null; ends: boolean }> => {
    const { rows } = await pool.query<{ inMs: number | null; ends: boolean }>({
      name: 'gateway-fetch-look',
      text: `select (extract(epoch from min(case state when 'waiting' then next_at when 'handed' then now() end
            ) filter (where not ${isFlying}) - now()) * 1000)::float8 as "inMs",
          coalesce(bool_or(state in ('stored', 'failed')), false) as ends
        from gateway.inbound_fetch f where connection_id = $1 and not told`,
      values: [connectionId, ...idsOf(flying)],
    });
    return rows[0]!;
  },

  /**
   * Claims rows that are due, and rows handed to an owner that is not working on them: an earlier one, or this one if the answer was lost.
   * An interrupted last try is repeated.
   */
  claim: (limit: number, flying: readonly FetchKey[]): Promise<HandedFetch[]> =>
    transaction(async (client) => {
      const { rows } = await client.query<HandedFetch>({
        name: 'gateway-fetch-claim',
        text: `with due as (
            select f.media_id, f.attempt from gateway.inbound_fetch f
            where f.connection_id = $1 and not f.told and not ${isFlying}
              and (f.state = 'waiting' and f.next_at <= now() or f.state = 'handed')
            order by f.next_at limit $4
          )
          update gateway.inbound_fetch f
          set state = 'handed', epoch = $5, tries = least(f.tries, ${MOST_TRIES} - 1) + 1, changed_at = now()
          from due left join gateway.inbound_media m on m.media_id = due.media_id and m.connection_id = $1
          where f.media_id = due.media_id and f.attempt = due.attempt
          returning f.media_id as "mediaId", f.attempt, f.company_id as "companyId", f.subject as "subjectId", f.kind, f.name, f.tries,
            m.source`,
        values: [connectionId, ...idsOf(flying), limit, epoch],
      });
      return rows;
    }),

  /** Writes the results of tries; a repeat after a lost answer changes nothing. The file's name is deleted with the final result. */
  settle: async (results: readonly FetchResult[]): Promise<void> => {
    await pool.query({
      name: 'gateway-fetch-settle',
      text: `update gateway.inbound_fetch f
        set state = r.state, reason = r.reason, facts = r.facts, tries = r.left_tries,
          name = case when r.state = 'waiting' then f.name end,
          next_at = now() + coalesce(r.again, 0) * interval '1 ms', changed_at = now()
        from unnest($1::uuid[], $2::int[], $3::int[], $4::text[], $5::text[], $6::jsonb[], $7::float8[], $8::int[])
          as r(media_id, attempt, tries, state, reason, facts, again, left_tries)
        where f.media_id = r.media_id and f.attempt = r.attempt and f.state = 'handed' and f.epoch = $9 and f.tries = r.tries`,
      values: [
        ...idsOf(results),
        results.map(({ tries }) => tries),
        results.map(({ state }) => state),
        results.map((one) => (one.state === 'failed' ? one.reason : null)),
        results.map((one) => (one.state === 'stored' ? JSON.stringify(one.facts) : null)),
        results.map((one) => (one.state === 'waiting' ? one.againInMs : null)),
        results.map((one) => (one.state === 'waiting' && one.uncounted ? one.tries - 1 : one.tries)),
        epoch,
      ],
    });
  },

  untold: async (): Promise<FetchEnd[]> => {
    const { rows } = await pool.query<FetchEnd>(
      `select media_id as "mediaId", attempt, company_id as "companyId", conversation, message_id as "messageId", facts, reason,
         changed_at as at
       from gateway.inbound_fetch where connection_id = $1 and not told and state in ('stored', 'failed') order by changed_at limit 100`,
      [connectionId],
    );
    return rows;
  },

  /** The command side has received the results: deletes their personal data. */
  told: async (ends: readonly FetchKey[]): Promise<void> => {
    await pool.query(
      `update gateway.inbound_fetch f set told = true, facts = null from unnest($1::uuid[], $2::int[]) as t(media_id, attempt)
       where f.media_id = t.media_id and f.attempt = t.attempt and f.state in ('stored', 'failed')`,
      idsOf(ends),
    );
  },
});

/** Whether this process is fetching it; its ids are the second and third parameter. */
const isFlying = '(f.media_id, f.attempt) in (select * from unnest($2::uuid[], $3::int[]))';
const idsOf = (keys: readonly FetchKey[]): [string[], number[]] => [
  keys.map(({ mediaId }) => mediaId),
  keys.map(({ attempt }) => attempt),
];
