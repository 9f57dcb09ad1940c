import { companyEvents, conversationEvents, sessionEvents, userEvents } from '@prosa/contracts';
import { knownContacts } from '../../contacts/contacts/known-contacts.ts';
import { defineReactor } from '../../kernel/reactor.ts';
import { noticeRows } from './notices.rows.ts';
import { pushServicesOf } from './push-settings.ts';
import { subscriptions } from './subscriptions.ts';
import { createTelling } from './telling.ts';

/** Notifies users' devices of customers' messages and waiting tickets, and deletes the devices of ended sessions. */
export const tellDevices = defineReactor({
  name: 'notices',
  streams: ['conversation-', 'session-', 'users-', 'company-'],
  hears: ['contact-'],
  events: [
    conversationEvents.MessageReceived,
    conversationEvents.MessageObserved,
    conversationEvents.TicketNoteAdded,
    conversationEvents.TicketOpened,
    conversationEvents.TicketTransferred,
    sessionEvents.UserSignedIn,
    sessionEvents.UserSignedOut,
    sessionEvents.SessionEnded,
    userEvents.UserChanged,
    userEvents.UserDeleted,
    companyEvents.CompanyChanged,
  ],
  begins: 'now',
  start: (tools) => {
    const { pool, shared, config, clock } = tools;
    const services = pushServicesOf(config);
    if (!services) return {};
    const devices = subscriptions({ pool, masterKey: config.PROSA_KEYS });
    const telling = createTelling({ ...tools, services, devices, contacts: shared(knownContacts) });
    return { rows: () => noticeRows({ pool, clock, told: telling.wake }), beside: telling.run };
  },
});
