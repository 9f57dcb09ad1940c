import type { Decider } from '../kernel/decider.ts';
import { isKnown } from './conversation.changes.ts';
import type { ConversationCommand } from './conversation.commands.ts';
import { evolve } from './conversation.evolve.ts';
import { decideMessage } from './conversation.messages.ts';
import { type ConversationEvent, type ConversationState, initial } from './conversation.state.ts';
import { decideTicket } from './conversation.tickets.ts';

/** The contact was merged into another: the command belongs to the conversation with the key `to` (decision 13). */
export class Moved extends Error {
  readonly to: string;

  constructor(to: string) {
    super(`The conversation is continued in ${to}.`);
    this.to = to;
  }
}

/** The central aggregate: one customer on one connection, with their successive tickets and the messages. */
export const conversation: Decider<ConversationCommand, ConversationState, ConversationEvent> = {
  initial,
  evolve,
  unremembered: ['MessageAcknowledged', 'OutreachAcknowledged'],
  decide(command, state) {
    switch (command.do) {
      case 'acknowledge':
      case 'conclude sending':
      case 'conclude fetching':
        return decideMessage(command, state);
      case 'receive message':
      case 'mirror message':
      case 'fill message':
      case 'reach out':
        if (state.continuedIn !== null) throw new Moved(state.continuedIn);
        return decideMessage(command, state);
      case 'send message':
      case 'observe':
        if (state.continuedIn !== null && !state.tickets.has(command.ticketId)) throw new Moved(state.continuedIn);
        return decideMessage(command, state);
      // A customer's file that is still being fetched belongs to the conversation in which it arrived.
      case 'retry message':
        if (state.continuedIn !== null && !state.files.has(command.messageId)) throw new Moved(state.continuedIn);
        return decideMessage(command, state);
      // Actions on a message stay in the conversation that contains the message.
      case 'delete message':
      case 'edit message':
      case 'revoke message':
      case 'react to message':
        if (state.continuedIn !== null && !isKnown(state, command)) throw new Moved(state.continuedIn);
        return decideMessage(command, state);
      case 'continue elsewhere':
        return decideTicket(command, state);
      // What is done with a closed ticket stays where the ticket is.
      case 'change ticket':
      case 'tag ticket':
      case 'add note':
      case 'delete ticket':
      case 'read messages':
        if (state.continuedIn !== null && !state.tickets.has(command.ticketId)) throw new Moved(state.continuedIn);
        return decideTicket(command, state);
      case 'delete note':
        if (state.continuedIn !== null && !state.notes.has(command.noteId)) throw new Moved(state.continuedIn);
        return decideTicket(command, state);
      default:
        if (state.continuedIn !== null) throw new Moved(state.continuedIn);
        return decideTicket(command, state);
    }
  },
};
