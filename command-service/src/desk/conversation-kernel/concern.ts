import type { Meta } from '@prosa/contracts';
import type { ConcernCall } from './concern.call.ts';
import type { ConversationEvent, ConversationState, Envelope } from './conversation.state.ts';

type Data<Type> = Extract<ConversationEvent, { type: Type }>['data'];

/**
 * One concern of a conversation, such as notes on its tickets: its commands, its part of the state, what events change there, and the rules.
 * `concerns.ts` lists them all, and the conversation's decider combines them as slices are combined: each folds whichever event it names,
 * and one alone decides a command. `Own`: the part of the state that this concern alone reads.
 */
export type Concern<Command extends { do: string }, Own extends object> = {
  initial: () => Own;
  /** Mutates the given state, which the caller owns. Never throws. */
  evolve: {
    [Type in ConversationEvent['type']]?: (state: ConversationState & Own, data: Data<Type>, meta: Meta) => void;
  };
  decide: {
    [Do in Command['do']]: (command: Extract<Command, { do: Do }>, state: ConversationState & Own) => ConversationEvent[];
  };
  /**
   * Which commands stay in this conversation although its contact was merged into another: what names a ticket or a message that is known
   * here. All others go on in the conversation that continues it.
   */
  stays?: { [Do in Command['do']]?: (command: Extract<Command, { do: Do }>, state: ConversationState & Own) => boolean };
  /** Event types whose repetition the rules themselves detect, so that their command ids need not be remembered. */
  unremembered?: readonly ConversationEvent['type'][];
  calls?: readonly Pick<ConcernCall<never, Unenveloped<Command>>, 'command'>[];
};
type Unenveloped<Command> = Command extends unknown ? Omit<Command, keyof Envelope> : never;

/** Nothing in a concern changes by the event; its rules know of it from other events. */
export const nothing = (): void => undefined;

/** For `stays`: what is done with a ticket that is known here. */
export const ofKnownTicket = ({ ticketId }: { ticketId: string }, { tickets }: ConversationState): boolean =>
  tickets.has(ticketId);
