import { type Availability, availabilityEvents, presenceEvents } from '@prosa/contracts';
import { flag, text, time, uuid } from '../../kernel/columns.ts';
import { defineRows } from '../../kernel/rows.ts';

type Event = { data: { userId: string; at: string }; meta: { companyId: string } };
const told =
  (online: boolean, idle = false) =>
  ({ data: { userId, at }, meta }: Event) => ({ id: userId, companyId: meta.companyId, online, idle, seenAt: new Date(at) });
const changed = (online: boolean, idle = false) => {
  const row = told(online, idle);
  return (_: unknown, event: Event) => row(event);
};

/** Whether a user's screens are open, whether none of them is touched (`idle`), and when they were last heard. */
export const presenceRows = defineRows({
  table: 'presence',
  version: 2,
  events: presenceEvents,
  columns: { id: uuid(), companyId: uuid(), online: flag(), idle: flag(), seenAt: time() },
  key: ({ data }) => data.userId,
  begins: {
    UserCameOnline: told(true),
    UserWentOffline: told(false),
    UserWentIdle: told(true, true),
    UserCameBack: told(true),
  },
  changes: {
    UserCameOnline: changed(true),
    UserWentOffline: changed(false),
    UserWentIdle: changed(true, true),
    UserCameBack: changed(true),
  },
});

/** Whether a user takes new tickets, as they chose. */
export const availabilityRows = defineRows({
  table: 'availability',
  version: 1,
  events: availabilityEvents,
  columns: { id: uuid(), companyId: uuid(), availability: text<Availability>() },
  key: ({ data }) => data.userId,
  begins: {
    AvailabilityChosen: ({ data: { userId, availability }, meta }) => ({ id: userId, companyId: meta.companyId, availability }),
  },
  changes: { AvailabilityChosen: (row, { data }) => ({ ...row, availability: data.availability }) },
});
