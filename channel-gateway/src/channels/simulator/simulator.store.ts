import { canonicalIdentity, type SimulatorFaults } from '@prosa/contracts';
import type pg from 'pg';
import type { OutgoingMessage } from '../provider.port.ts';

export type Delivered = { id: string; text: string; at: Date };
export type Due = { messageId: string; ack: number; at: Date };
type Counter = 'refuse' | 'refuse_permanently' | 'lose_answer';

/** When a customer's phone has it, and when they read it, in milliseconds after the arrival. */
const FIRST_MS = 100;
const SECOND_MS = 300;

/** However a number is written, it is one phone. */
export const phoneOf = (number: string): string => canonicalIdentity({ kind: 'simulator', value: number }).value;

/** The simulated customers' phones in Postgres, so that every instance knows the same (simulator.tables.ts). */
export const simulatorStore = (pool: pg.Pool) => ({
  /** The faults asked for; null where none ever were. */
  faults: async (connectionId: string): Promise<SimulatorFaults | null> => {
    const { rows } = await pool.query<SimulatorFaults>({
      name: 'gateway-simulator-faults',
      text: `select delay_ms as "delayMs", duplicate, reorder, silent, refuse, refuse_permanently as "refusePermanently", lose_answer as "loseAnswer"
        from gateway.simulator_faults where connection_id = $1`,
      values: [connectionId],
    });
    return rows[0] ?? null;
  },

  setFaults: async (connectionId: string, faults: SimulatorFaults): Promise<void> => {
    const { delayMs, duplicate, reorder, silent, refuse, refusePermanently, loseAnswer } = faults;
    await pool.query(
      `insert into gateway.simulator_faults (connection_id, delay_ms, duplicate, reorder, silent, refuse, refuse_permanently, lose_answer)
       values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (connection_id) do update set delay_ms = excluded.delay_ms, duplicate = excluded.duplicate, reorder = excluded.reorder,
         silent = excluded.silent, refuse = excluded.refuse, refuse_permanently = excluded.refuse_permanently, lose_answer = excluded.lose_answer`,
      [connectionId, delayMs, duplicate, reorder, silent, refuse, refusePermanently, loseAnswer],
    );
  },

  /** Uses up one of the faults that are counted; false when none is left. */
  useUp: async (connectionId: string, counter: Counter): Promise<boolean> => {
    const { rowCount } = await pool.query(
      `update gateway.simulator_faults set ${counter} = ${counter} - 1 where connection_id = $1 and ${counter} > 0`,
      [connectionId],
    );
    return rowCount === 1;
  },

  /** The phones get it: a second one of the same id is dropped. With the message its receipts are put down, to be given later. */
  deliver: async (
    connectionId: string,
    messages: OutgoingMessage[],
    { silent, reorder }: { silent: boolean; reorder: boolean },
  ): Promise<void> => {
    const [delivered, read] = reorder ? [SECOND_MS, FIRST_MS] : [FIRST_MS, SECOND_MS];
    await pool.query({
      name: 'gateway-simulator-deliver',
      text: `with arrived as (
          insert into gateway.simulator_delivered (connection_id, message_id, to_value, body)
          select $1, u.id, u.phone, u.body from unnest($2::uuid[], $3::text[], $4::text[]) with ordinality as u(id, phone, body, nth) order by u.nth
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
      ],
    });
  },

  remove: async (connectionId: string, messageId: string): Promise<void> => {
    await pool.query(
      `update gateway.simulator_delivered set deleted = true, body = '' where connection_id = $1 and message_id = $2`,
      [connectionId, messageId],
    );
  },

  shown: async (connectionId: string, phone: string): Promise<Delivered[]> => {
    const { rows } = await pool.query<Delivered>(
      `select message_id as id, body as text, at from gateway.simulator_delivered
       where connection_id = $1 and to_value = $2 and not deleted order by seq limit 10000`,
      [connectionId, phone],
    );
    return rows;
  },

  dueReceipts: async (connectionId: string): Promise<Due[]> => {
    const { rows } = await pool.query<Due>({
      name: 'gateway-simulator-due',
      text: `select message_id as "messageId", ack, due_at as at from gateway.simulator_ack
        where connection_id = $1 and due_at <= clock_timestamp() order by due_at, ack limit 500`,
      values: [connectionId],
    });
    return rows;
  },
  dropReceipts: async (connectionId: string, receipts: Due[]): Promise<void> => {
    await pool.query({
      name: 'gateway-simulator-given',
      text: `delete from gateway.simulator_ack a using unnest($2::uuid[], $3::smallint[]) as u(id, ack)
        where a.connection_id = $1 and a.message_id = u.id and a.ack = u.ack`,
      values: [connectionId, receipts.map(({ messageId }) => messageId), receipts.map(({ ack }) => ack)],
    });
  },
  /** Milliseconds until the next receipt is due; null when none waits. */
  nextReceiptIn: async (connectionId: string): Promise<number | null> => {
    const { rows } = await pool.query<{ ms: number | null }>(
      `select (extract(epoch from min(due_at) - clock_timestamp()) * 1000)::int as ms from gateway.simulator_ack where connection_id = $1`,
      [connectionId],
    );
    return rows[0]?.ms ?? null;
  },
});
export type SimulatorStore = ReturnType<typeof simulatorStore>;
