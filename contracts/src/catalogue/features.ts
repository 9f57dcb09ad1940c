/** Every feature, one line each. */
export { companies } from '../companies/companies.contract.ts';
export { connections } from '../connections/connections.contract.ts';
export { contacts } from '../contacts/contacts.contract.ts';
export { kernel } from '../kernel/kernel.manifest.ts';
export { live } from '../live/live.contract.ts';
export { media } from '../media/media.contract.ts';
export { messages } from '../messages/messages.contract.ts';
export { notices } from '../notices/notices.contract.ts';
export { plans } from '../plans/plans.record.ts';
export { queues } from '../queues/queues.contract.ts';
export { quickMessages } from '../quick-messages/quick-messages.record.ts';
export { sectors } from '../sectors/sectors.record.ts';
export { sessions } from '../sessions/sessions.contract.ts';
export { tags } from '../tags/tags.record.ts';
export { ticketNotes } from '../ticket-notes/ticket-notes.contract.ts';
export { tickets } from '../tickets/tickets.contract.ts';
export { users } from '../users/users.contract.ts';
