import {
  type Cards,
  type ConnectionStatus,
  canonicalIdentity,
  type MediaReference,
  type SentMenu,
  type SimulatorFaults,
} from '@prosa/contracts';
import { gathered } from '@prosa/infra/runtime';
import type pg from 'pg';
import type { OutgoingMessage } from '../provider.port.ts';

/** `text`: with `media` the caption. `quotedId`: the customer's own id of the quoted message, or ours. */
export type Delivered = {
  id: string;
  text: string;
  at: Date;
  quotedId: string | null;
  media: MediaReference | null;
  cards: Cards | null;
  choices: SentMenu['choices'] | null;
  deleted: boolean;
};
export type Due = { messageId: string; ack: number; at: Date; inMs: number; twice: boolean };
/** `code` is sealed; `version` differs after each request. */
export type AskedSession = { status: ConnectionStatus; code: Buffer | null; retries: number; version: string };
type Counter = 'refuse' | 'refuse_permanently' | 'lose_answer' | 'refuse_delete';

/** Milliseconds from arrival until a customer's phone acknowledges delivery, and until they read it. */
const FIRST_MS = 100;
const SECOND_MS = 300;
/** How many receipts are read at a time. */
export const MOST_RECEIPTS = 500;

/** Normalizes a number, so that all its spellings are the same phone. */
export const phoneOf = (number: string): string => canonicalIdentity({ kind: 'simulator', value: number }).value;

/** The simulated customers' phones, in Postgres so that every instance sees the same (simulator.tables.ts). */
export const simulatorStore = (pool: pg.Pool) => ({
  /** The requested faults; null if there never were any. Those of connections that are asked for at the same time are read together. */
  faults: gathered(async (connectionIds: string[]): Promise<(SimulatorFaults | null)[]> => {
    const { rows } = await pool.query<SimulatorFaults & { id: string }>({
      name: 'gateway-simulator-faults',
      text: `select connection_id as id, delay_ms as "delayMs", duplicate, reorder, silent, refuse, refuse_permanently as "refusePermanently",
          lose_answer as "loseAnswer", refuse_delete as "refuseDelete", unknown
        from gateway.simulator_faults where connection_id = any($1::uuid[])`,
      values: [connectionIds],
    });
    const known = new Map(rows.map(({ id, ...faults }) => [id, faults]));
    return connectionIds.map((id) => known.get(id) ?? null);
  }),

  setFaults: async (connectionId: string, faults: SimulatorFaults): Promise<void> => {
    const { delayMs, duplicate, reorder, silent, refuse, refusePermanently, loseAnswer, refuseDelete, unknown } = faults;
    await pool.query(
      `insert into gateway.simulator_faults (connection_id, delay_ms, duplicate, reorder, silent, refuse, refuse_permanently, lose_answer,
         refuse_delete, unknown)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
       on conflict (connection_id) do update set delay_ms = excluded.delay_ms, duplicate = excluded.duplicate, reorder = excluded.reorder,
         silent = excluded.silent, refuse = excluded.refuse, refuse_permanently = excluded.refuse_permanently, lose_answer = excluded.lose_answer,
         refuse_delete = excluded.refuse_delete, unknown = excluded.unknown`,
      [
        connectionId,
        delayMs,
        duplicate,
        reorder,
        silent,
        refuse,
        refusePermanently,
        loseAnswer,
        refuseDelete,
        unknown.map(phoneOf),
      ],
    );
  },

  /** The requested state of the session; null if there never was a request. */
  session: async (connectionId: string): Promise<AskedSession | null> => {
    const { rows } = await pool.query<AskedSession>(
      'select status, code, retries, version::text from gateway.simulator_session where connection_id = $1',
      [connectionId],
    );
    return rows[0] ?? null;
  },

  /** Requests a state, perhaps in the transaction of `client`. Each code in a row counts as one more try. */
  setSession: async (
    connectionId: string,
    status: ConnectionStatus,
    code: Buffer | null,
    client: Pick<pg.ClientBase, 'query'> = pool,
  ): Promise<void> => {
    await client.query(
      `insert into gateway.simulator_session as s (connection_id, status, code) values ($1, $2, $3)
       on conflict (connection_id) do update set status = excluded.status, code = excluded.code, version = s.version + 1,
         retries = case when s.status = 'qrcode' and excluded.status = 'qrcode' then s.retries + 1 else 0 end`,
      [connectionId, status, code],
    );
  },

  /** Uses up one occurrence of a counted fault; false if none is left. */
  useUp: async (connectionId: string, counter: Counter): Promise<boolean> => {
    const { rowCount } = await pool.query(
      `update gateway.simulator_faults set ${counter} = ${counter} - 1 where connection_id = $1 and ${counter} > 0`,
      [connectionId],
    );
    return rowCount === 1;
  },

  /** Delivers messages to the phones: a second one with the same id is dropped. Its receipts are scheduled in the same statement. */
  deliver: async (
    connectionId: string,
    messages: OutgoingMessage[],
    { silent, reorder }: { silent: boolean; reorder: boolean },
  ): Promise<void> => {
    const [delivered, read] = reorder ? [SECOND_MS, FIRST_MS] : [FIRST_MS, SECOND_MS];
    await pool.query({
      name: 'gateway-simulator-deliver',
      text: `with arrived as (
          insert into gateway.simulator_delivered (connection_id, message_id, to_value, body, quoted_id, media, choices, cards)
          select $1, u.id, u.phone, u.body, u.quoted, u.media::jsonb, u.choices::jsonb, u.cards::jsonb
          from unnest($2::uuid[], $3::text[], $4::text[], $8::text[], $9::text[], $10::text[], $11::text[])
            with ordinality as u(id, phone, body, quoted, media, choices, cards, nth) order by u.nth
          on conflict do nothing returning message_id
        )
        insert into gateway.simulator_ack (connection_id, message_id, ack, due_at)
        select $1, a.message_id, k.ack, clock_timestamp() + k.ms * interval '1 ms'
        from arrived a, (values (3, $5::int), (4, $6::int)) as k(ack, ms) where not $7`,
      values: [
        connectionId,
        messages.map(({ messageId }) => messageId),
        messages.map(({ to }) => phoneOf(to.value)),
        messages.map(({ body }) => body),
        delivered,
        read,
        silent,
        messages.map(({ quoted }) => quoted && (quoted.channelId ?? quoted.messageId)),
        messages.map(({ media }) => media && JSON.stringify(media)),
        messages.map(({ choices }) => choices && JSON.stringify(choices.choices)),
        messages.map(({ cards }) => cards && JSON.stringify(cards)),
      ],
    });
  },

  remove: async (connectionId: string, messageId: string): Promise<void> => {
    await pool.query(
      `update gateway.simulator_delivered set deleted = true, body = '', media = null, choices = null, cards = null where connection_id = $1 and message_id = $2`,
      [connectionId, messageId],
    );
  },

  shown: async (connectionId: string, phone: string): Promise<Delivered[]> => {
    const { rows } = await pool.query<Delivered>(
      `select message_id as id, body as text, at, quoted_id as "quotedId", media, choices, cards, deleted from gateway.simulator_delivered
       where connection_id = $1 and to_value = $2 order by seq limit 10000`,
      [connectionId, phone],
    );
    return rows;
  },

  /** Whether a file reached any phone of the connection and is still there. */
  hasMedia: async (connectionId: string, mediaId: string): Promise<boolean> => {
    const { rowCount } = await pool.query(
      `select from gateway.simulator_delivered where connection_id = $1 and media @> jsonb_build_object('mediaId', $2::text) limit 1`,
      [connectionId, mediaId],
    );
    return rowCount === 1;
  },

  /**
   * The next receipts of a connection, the earliest first, in milliseconds from now; `twice`: each is sent twice. Those of connections that
   * are asked for at the same time are read together.
   */
  receipts: gathered(async (connectionIds: string[]): Promise<Due[][]> => {
    const { rows } = await pool.query<Due & { id: string }>({
      name: 'gateway-simulator-receipts',
      text: `select c.id, a.message_id as "messageId", a.ack, a.due_at as at, coalesce(f.duplicate, false) as twice,
          ceil(extract(epoch from a.due_at - clock_timestamp()) * 1000)::int as "inMs"
        from unnest($1::uuid[]) as c(id) cross join lateral (
          select * from gateway.simulator_ack where connection_id = c.id order by due_at, ack limit ${MOST_RECEIPTS}) a
        left join gateway.simulator_faults f on f.connection_id = c.id
        order by a.due_at, a.ack`,
      values: [[...new Set(connectionIds)]],
    });
    const byId = Map.groupBy(rows, ({ id }) => id);
    return connectionIds.map((id) => byId.get(id) ?? []);
  }),
  /** Those of calls that are made at the same time are deleted together. */
  dropReceipts: gathered(async (given: { connectionId: string; receipts: readonly Due[] }[]): Promise<undefined[]> => {
    const all = given.flatMap(({ connectionId, receipts }) => receipts.map((receipt) => ({ connectionId, ...receipt })));
    await pool.query({
      name: 'gateway-simulator-given',
      text: `delete from gateway.simulator_ack a using unnest($1::uuid[], $2::uuid[], $3::smallint[]) as u(connection_id, id, ack)
        where a.connection_id = u.connection_id and a.message_id = u.id and a.ack = u.ack`,
      values: [all.map(({ connectionId }) => connectionId), all.map(({ messageId }) => messageId), all.map(({ ack }) => ack)],
    });
    return given.map(() => undefined);
  }),
});
export type SimulatorStore = ReturnType<typeof simulatorStore>;
