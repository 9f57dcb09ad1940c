import { type metrics, watched } from '@prosa/infra/runtime';
import type pg from 'pg';
import type { Hub } from '../push/hub.ts';

/** The operator's metrics besides those of the process: sockets, the memory for missed pushes, and the messages that wait to be sent. */
export const gauges = (registry: ReturnType<typeof metrics>, pool: pg.Pool, hub: Hub): void => {
  const gauge = (name: string, help: string, value: () => number | Promise<number>) => watched(registry, name, help, value);
  gauge('live_sockets', 'Open sockets of /live.', () => hub.stats().sockets);
  gauge('live_ring_bytes', 'Bytes of pushes kept for those who come back.', () => hub.stats().ringBytes);
  gauge('live_waiting_bytes', 'Bytes that slow readers have not taken yet.', () => hub.stats().waitingBytes);
  gauge('outbox_waiting', 'Messages that wait to be sent, over all instances.', async () => {
    const counted = await pool.query<{ count: number }>(
      `select count(*)::int as count from gateway.outbox where not told and state in ('waiting', 'handed')`,
    );
    return counted.rows[0]?.count ?? 0;
  });
};
