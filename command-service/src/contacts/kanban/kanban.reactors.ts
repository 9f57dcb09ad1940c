import { cardEvents, contactEvents, derivedId, type Fact } from '@prosa/contracts';
import { defineReactor, type ReactorTools } from '../../kernel/reactor.ts';
import { readContactEver } from '../contacts/contact.reading.ts';
import { type CardCommand, card } from './card.decider.ts';
import { isLane, readCard } from './card.reading.ts';

/**
 * Removes the card of a deleted contact; that of a merged one goes on as the card of the other, who keeps a card of its own. The same where
 * a card came to a contact, or into a lane, that was just gone: whichever was first, the other event finds it.
 */
export const settleCards = defineReactor({
  name: 'settled-cards',
  streams: ['contact-', 'card-'],
  events: [contactEvents.ContactDeleted, contactEvents.ContactMerged, cardEvents.CardAdded, cardEvents.CardMoved],
  concurrency: { total: 4, perCompany: 2 },
  start: (tools) => ({
    mayCommand: (fact) => fact.type !== 'CardMoved' || fact.data.tagId !== null,
    command: async ({ type, data, meta }) => {
      const { contactId } = data;
      if (type !== 'CardMoved') await followContact(tools, meta, contactId);
      if (type !== 'CardMoved' && type !== 'CardAdded') return;
      // Also the card of a merged contact brings its lane along, as its stream tells it.
      const { tagId } = data;
      if (tagId !== null && !(await isLane(tools, meta.companyId, tagId)))
        await command(tools, meta, { do: 'leave lane', contactId, tagId });
    },
  }),
});

const followContact = async (tools: ReactorTools, meta: Fact['meta'], contactId: string): Promise<void> => {
  const { store } = tools;
  const { companyId } = meta;
  const contact = await readContactEver(store, companyId, contactId);
  if (contact?.deleted) return command(tools, meta, { do: 'drop card', contactId, reason: 'contact-deleted' });
  if (!contact?.mergedInto) return;
  const known = await readCard(store, companyId, contactId);
  if (!known) return;
  // First the other card: whatever happens between, the values are on the board.
  await command(tools, meta, { do: 'add card', contactId: contact.mergedInto, card: { ...known, from: contactId } });
  await command(tools, meta, { do: 'drop card', contactId, reason: 'contact-merged' });
};

const command = async ({ handle }: ReactorTools, meta: Fact['meta'], command: CardCommand): Promise<void> => {
  const { companyId, eventId } = meta;
  await handle({
    companyId,
    actor: { kind: 'system', id: 'reactors' },
    commandId: derivedId(eventId, command.do, command.contactId),
    causationId: eventId,
    decider: card,
    stream: `card-${command.contactId}`,
    missing: 'ERR_NO_CARD_FOUND',
    command,
  });
};
