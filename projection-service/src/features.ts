import { plainRecords } from '@prosa/contracts';
import { announcements } from './announcements/announcements.feature.ts';
import { chats } from './chats/chats.feature.ts';
import { companies } from './companies/companies.feature.ts';
import { connections } from './connections/connections.feature.ts';
import { contacts } from './contacts/contacts.feature.ts';
import { dashboard } from './dashboard/dashboard.feature.ts';
import { history } from './history/history.feature.ts';
import type { Feature } from './kernel/feature.ts';
import { live } from './live/live.feature.ts';
import { menus } from './menus/menus.feature.ts';
import { messages } from './messages/messages.feature.ts';
import { plans } from './plans/plans.feature.ts';
import { queues } from './queues/queues.feature.ts';
import { recordFeature } from './records/record.feature.ts';
import { reports } from './reports/reports.feature.ts';
import { schedules } from './schedules/schedules.feature.ts';
import { sessions } from './sessions/sessions.feature.ts';
import { tags } from './tags/tags.feature.ts';
import { ticketNotes } from './ticket-notes/ticket-notes.feature.ts';
import { tickets } from './tickets/tickets.feature.ts';
import { users } from './users/users.feature.ts';

export { findAsker } from './users/users.queries.ts';

/** Plain records with something more. */
const own = [plans, tags];

/** All features of the read side: their tables, pushes and calls. */
export const features: readonly Feature[] = [
  companies,
  sessions,
  users,
  queues,
  menus,
  connections,
  contacts,
  tickets,
  messages,
  ticketNotes,
  chats,
  announcements,
  history,
  dashboard,
  reports,
  schedules,
  live,
  ...plainRecords.map((record) => own.find(({ name }) => name === record.name) ?? recordFeature(record)),
];
