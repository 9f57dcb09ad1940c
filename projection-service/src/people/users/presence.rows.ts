import { presenceEvents } from '@prosa/contracts';
import { flag, time, uuid } from '../../kernel/columns.ts';
import { defineRows } from '../../kernel/rows.ts';

type Event = { data: { userId: string; at: string }; meta: { companyId: string } };
const told =
  (online: boolean) =>
  ({ data: { userId, at }, meta }: Event) => ({ id: userId, companyId: meta.companyId, online, seenAt: new Date(at) });
const changed = (online: boolean) => (_: unknown, event: Event) => told(online)(event);

/** Whether a user's screens are open, and when they were last heard. */
export const presenceRows = defineRows({
  table: 'presence',
  version: 1,
  events: presenceEvents,
  columns: { id: uuid(), companyId: uuid(), online: flag(), seenAt: time() },
  key: ({ data }) => data.userId,
  begins: { UserCameOnline: told(true), UserWentOffline: told(false) },
  changes: { UserCameOnline: changed(true), UserWentOffline: changed(false) },
});
