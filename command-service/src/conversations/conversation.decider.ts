import type { Decider } from '../kernel/decider.ts';
import type { ConversationCommand } from './conversation.commands.ts';
import { decideMessage } from './conversation.messages.ts';
import { type ConversationEvent, type ConversationState, evolve, initial } from './conversation.state.ts';
import { decideTicket } from './conversation.tickets.ts';

/** The contact was merged into another: the command belongs to the conversation of key `to` (ADR 3). */
export class Moved extends Error {
  readonly to: string;

  constructor(to: string) {
    super(`The conversation is continued in ${to}.`);
    this.to = to;
  }
}

/** The aggregate of the daily work: one customer on one connection, their tickets one after another and the messages. */
export const conversation: Decider<ConversationCommand, ConversationState, ConversationEvent> = {
  initial,
  evolve,
  unremembered: ['MessageAcknowledged'],
  decide(command, state) {
    switch (command.do) {
      case 'acknowledge':
      case 'conclude sending':
        return decideMessage(command, state);
      case 'receive message':
      case 'send message':
      case 'observe':
      case 'retry message':
      case 'delete message':
        if (state.continuedIn !== null) throw new Moved(state.continuedIn);
        return decideMessage(command, state);
      default:
        if (state.continuedIn !== null) throw new Moved(state.continuedIn);
        return decideTicket(command, state);
    }
  },
};
