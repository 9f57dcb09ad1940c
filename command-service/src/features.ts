import { announcements, plainRecords } from '@prosa/contracts';
import { campaigns } from './channels/campaigns/campaigns.feature.ts';
import { connections } from './channels/connections/connections.feature.ts';
import { fetching } from './channels/fetching/fetching.feature.ts';
import { inbound } from './channels/inbound/early-changes.ts';
import { messagesApi } from './channels/messages-api/messages-api.feature.ts';
import { outreach } from './channels/outreach/outreach.feature.ts';
import { sampleCustomer } from './channels/sample-customer/sample-customer.feature.ts';
import { socialMedias } from './channels/social-medias/social-medias.feature.ts';
import { accounts } from './company/accounts/accounts.feature.ts';
import { chats } from './company/chats/chats.feature.ts';
import { companies } from './company/companies/companies.feature.ts';
import { invoices } from './company/invoices/invoices.feature.ts';
import { plans } from './company/plans/plans.feature.ts';
import { contactFields } from './contacts/contact-fields/contact-fields.feature.ts';
import { contactListItems } from './contacts/contact-lists/contact-lists.feature.ts';
import { contacts } from './contacts/contacts/contacts.feature.ts';
import { forgetting } from './contacts/forgetting/forgetting.feature.ts';
import { imports } from './contacts/imports/imports.feature.ts';
import { kanban } from './contacts/kanban/kanban.feature.ts';
import { conversations } from './desk/conversations/conversations.feature.ts';
import { macros } from './desk/macros/macros.feature.ts';
import { messages } from './desk/messages/messages.feature.ts';
import { quickMessages } from './desk/quick-messages/quick-messages.feature.ts';
import { savedViews } from './desk/saved-views/saved-views.feature.ts';
import { tickets } from './desk/tickets/tickets.feature.ts';
import { distribution } from './flows/distribution/distribution.feature.ts';
import { menus } from './flows/menus/menus.feature.ts';
import { queues } from './flows/queues/queues.feature.ts';
import { schedules } from './flows/schedules/schedules.feature.ts';
import { auditTree } from './insight/audit-tree/audit-tree.feature.ts';
import { exports } from './insight/exports/exports.feature.ts';
import type { Feature } from './kernel/feature.ts';
import { media } from './media/media.feature.ts';
import { apiKeys } from './people/api-keys/api-keys.feature.ts';
import { mail } from './people/mail/mail.feature.ts';
import { notices } from './people/notices/notices.feature.ts';
import { sessions } from './people/sessions/sessions.feature.ts';
import { users } from './people/users/users.feature.ts';
import { plainRecord } from './records/record.routes.ts';

/** Plain records with something more. */
const own = [plans, socialMedias, macros, quickMessages, savedViews, contactFields];

/** Every feature of the command side: its routes and tables. */
export const features: readonly Feature[] = [
  sessions,
  users,
  mail,
  queues,
  connections,
  sampleCustomer,
  companies,
  accounts,
  contacts,
  contactListItems,
  imports,
  forgetting,
  kanban,
  tickets,
  distribution,
  conversations,
  media,
  menus,
  messages,
  outreach,
  messagesApi,
  schedules,
  apiKeys,
  campaigns,
  notices,
  chats,
  invoices,
  plainRecord(announcements),
  auditTree,
  exports,
  fetching,
  inbound,
  ...plainRecords.map((record) => own.find(({ name }) => name === record.name) ?? plainRecord(record)),
];

/** The reactors of all features. */
export const reactors = features.flatMap((feature) => feature.reactors ?? []);
