import type { Decoded } from '@prosa/infra/runtime';
import type pg from 'pg';

/** Records an event that cannot be decoded and is skipped. */
export const setAside = async (client: pg.ClientBase | pg.Pool, { type, meta, fault }: Decoded): Promise<void> => {
  await client.query(
    'insert into command.unreadable_event (event_id, stream, type, position, fault) values ($1, $2, $3, $4, $5) on conflict do nothing',
    [meta.eventId, meta.stream, type, meta.position, fault?.message ?? ''],
  );
};
