/** Every concern of a conversation, one line each: its decider combines them. */

export { leads } from '../conversation-kernel/conversation.leads.ts';
export { forgotten } from '../forgotten/forgotten.concern.ts';
export { handover } from '../handover/handover.concern.ts';
export { mentions } from '../mentions/mentions.concern.ts';
export { reading } from '../reading/reading.concern.ts';
export { snooze } from '../snooze/snooze.concern.ts';
export { ticketNotes } from '../ticket-notes/ticket-notes.concern.ts';
export { unread } from '../unread/unread.concern.ts';
export { chatbot } from './conversation.bot.ts';
export { closing } from './conversation.closing.ts';
export { messages } from './conversation.messages.ts';
export { ratings } from './conversation.ratings.ts';
export { silence } from './conversation.silence.ts';
export { tickets } from './conversation.tickets.ts';
