import { announcements, plainRecords } from '@prosa/contracts';
import { chats } from './chats/chats.feature.ts';
import { companies } from './companies/companies.feature.ts';
import { connections } from './connections/connections.feature.ts';
import { contacts } from './contacts/contacts.feature.ts';
import { conversations } from './conversations/conversations.feature.ts';
import { fetching } from './fetching/fetching.feature.ts';
import { imports } from './imports/imports.feature.ts';
import { inbound } from './inbound/held-changes.ts';
import type { Feature } from './kernel/feature.ts';
import { mail } from './mail/mail.feature.ts';
import { media } from './media/media.feature.ts';
import { menus } from './menus/menus.feature.ts';
import { messages } from './messages/messages.feature.ts';
import { notices } from './notices/notices.feature.ts';
import { outreach } from './outreach/outreach.feature.ts';
import { plans } from './plans/plans.feature.ts';
import { queues } from './queues/queues.feature.ts';
import { plainRecord } from './records/record.routes.ts';
import { schedules } from './schedules/schedules.feature.ts';
import { sessions } from './sessions/sessions.feature.ts';
import { tickets } from './tickets/tickets.feature.ts';
import { users } from './users/users.feature.ts';

/** Plain records with something more. */
const own = [plans];

/** Every feature of the command side: its routes and tables. */
export const features: readonly Feature[] = [
  sessions,
  users,
  mail,
  queues,
  connections,
  companies,
  contacts,
  imports,
  tickets,
  conversations,
  media,
  menus,
  messages,
  outreach,
  schedules,
  notices,
  chats,
  plainRecord(announcements),
  fetching,
  inbound,
  ...plainRecords.map((record) => own.find(({ name }) => name === record.name) ?? plainRecord(record)),
];

/** The reactors of all features. */
export const reactors = features.flatMap((feature) => feature.reactors ?? []);
