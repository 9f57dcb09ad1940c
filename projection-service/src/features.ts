import { plainRecords } from '@prosa/contracts';
import { campaigns } from './channels/campaigns/campaigns.feature.ts';
import { connections } from './channels/connections/connections.feature.ts';
import { socialMedias } from './channels/social-medias/social-medias.feature.ts';
import { accounts } from './company/accounts/accounts.feature.ts';
import { announcements } from './company/announcements/announcements.feature.ts';
import { chats } from './company/chats/chats.feature.ts';
import { companies } from './company/companies/companies.feature.ts';
import { invoices } from './company/invoices/invoices.feature.ts';
import { plans } from './company/plans/plans.feature.ts';
import { contactLists } from './contacts/contact-lists/contact-lists.feature.ts';
import { contacts } from './contacts/contacts/contacts.feature.ts';
import { kanban } from './contacts/kanban/kanban.feature.ts';
import { mentions } from './desk/mentions/mentions.feature.ts';
import { messages } from './desk/messages/messages.feature.ts';
import { tags } from './desk/tags/tags.feature.ts';
import { ticketNotes } from './desk/ticket-notes/ticket-notes.feature.ts';
import { tickets } from './desk/tickets/tickets.feature.ts';
import { distribution } from './flows/distribution/distribution.feature.ts';
import { menus } from './flows/menus/menus.feature.ts';
import { queues } from './flows/queues/queues.feature.ts';
import { schedules } from './flows/schedules/schedules.feature.ts';
import { accesses } from './insight/accesses/accesses.feature.ts';
import { dashboard } from './insight/dashboard/dashboard.feature.ts';
import { history } from './insight/history/history.feature.ts';
import { marketing } from './insight/marketing/marketing.feature.ts';
import { ratings } from './insight/ratings/ratings.feature.ts';
import { recordHistories } from './insight/record-histories/record-histories.feature.ts';
import { reports } from './insight/reports/reports.feature.ts';
import type { Feature } from './kernel/feature.ts';
import { live } from './live/live.feature.ts';
import { apiKeys } from './people/api-keys/api-keys.feature.ts';
import { sessions } from './people/sessions/sessions.feature.ts';
import { users } from './people/users/users.feature.ts';
import { recordFeature } from './records/record.feature.ts';

export { findKeyAsker } from './people/api-keys/api-keys.queries.ts';
export { findAsker } from './people/users/users.queries.ts';

/** Plain records with something more. */
const own = [plans, tags, contactLists, socialMedias];

/** All features of the read side: their tables, pushes and calls. */
export const features: readonly Feature[] = [
  companies,
  sessions,
  users,
  apiKeys,
  queues,
  menus,
  connections,
  accounts,
  contacts,
  tickets,
  distribution,
  mentions,
  messages,
  ticketNotes,
  chats,
  announcements,
  invoices,
  history,
  accesses,
  recordHistories,
  dashboard,
  reports,
  ratings,
  kanban,
  marketing,
  schedules,
  campaigns,
  live,
  ...plainRecords.map((record) => own.find(({ name }) => name === record.name) ?? recordFeature(record)),
];
