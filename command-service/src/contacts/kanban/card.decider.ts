import { type CardFact, Refused, type Unstored } from '@prosa/contracts';
import type { Decider } from '../../kernel/decider.ts';

export type CardEvent = Unstored<CardFact>;
type Data<Type extends CardEvent['type']> = Extract<CardEvent, { type: Type }>['data'];
export type NewCard = Omit<Data<'CardAdded'>, 'contactId'>;
export type CardChanges = Omit<Data<'CardChanged'>, 'contactId'>;

/** `tagId`: the lane, as far as this stream tells: the cards of a deleted lane are in the first one (`kanban.reactors.ts`). */
export type CardState = { card: { tagId: string | null } | null };
export type CardCommand = { contactId: string } & (
  | { do: 'add card'; card: NewCard }
  | { do: 'move card'; tagId: string | null }
  /** The lane was deleted before the card came. */
  | { do: 'leave lane'; tagId: string }
  | { do: 'change card'; changes: CardChanges }
  /** By a person. */
  | { do: 'remove card' }
  /** With its contact; does nothing if there is no card. */
  | { do: 'drop card'; reason: 'contact-deleted' | 'contact-merged' }
);

/** A stream `card-{contactId}`. */
export const card: Decider<CardCommand, CardState, CardEvent> = {
  initial: () => ({ card: null }),
  decide(command, { card: known }) {
    const { contactId } = command;
    // It has its place and its values: who adds it again wants to have it on the board, and it is there.
    if (command.do === 'add card') return known ? [] : [{ type: 'CardAdded', data: { contactId, ...command.card } }];
    if (command.do === 'drop card') return known ? [{ type: 'CardRemoved', data: { contactId, reason: command.reason } }] : [];
    if (command.do === 'leave lane')
      return known?.tagId === command.tagId ? [{ type: 'CardMoved', data: { contactId, tagId: null } }] : [];
    if (!known) throw new Refused('ERR_NO_CARD_FOUND');
    switch (command.do) {
      // Also into the lane where it is: it goes to the head of it.
      case 'move card':
        return [{ type: 'CardMoved', data: { contactId, tagId: command.tagId } }];
      case 'change card':
        return Object.keys(command.changes).length === 0
          ? []
          : [{ type: 'CardChanged', data: { contactId, ...command.changes } }];
      case 'remove card':
        return [{ type: 'CardRemoved', data: { contactId, reason: 'removed' } }];
      default:
        command satisfies never;
        return [];
    }
  },
  evolve(state, { type, data }) {
    if (type === 'CardAdded' || type === 'CardMoved') return { card: { tagId: data.tagId } };
    return type === 'CardRemoved' ? { card: null } : state;
  },
};
