import type { Parked, Received } from './bus.ts';

/** A message as an adapter has read it. `unreadable`: the value was not valid JSON, and `value` is the raw text. */
export type Arrived = Received & { unreadable?: true; bytes?: number };

/** A row of `bus.parked` as `reader` selects it. */
export type Row = {
  id: string;
  group: string;
  topic: string;
  partition: number;
  offset: string;
  key: string;
  value: string;
  headers: string | null;
  at: Date;
  error: string;
  attempts: number;
  held: boolean;
  parkedAt: Date;
};

export const reader = `select id, group_name as "group", topic, partition, "offset", key, value, headers, at, error, attempts, held,
    parked_at as "parkedAt"
  from bus.parked`;

export const parse = (row: Row): Parked => ({
  ...row,
  value: JSON.parse(row.value),
  headers: row.headers ? JSON.parse(row.headers) : {},
});

/** Postgres cannot store U+0000. */
export const cleaned = (text: string): string => text.replaceAll('\0', '');
