import { z } from 'zod';
import { event, type FactOf, personal } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';

const card = z.object({ contactId: f.id });
/** The lane in which a card is: a tag with `kanban`. Null: the first lane, which is no tag. */
const tagId = f.id.nullable();
const cents = z.number().int().min(0).nullable();
const fields = {
  observation: personal(z.string().nullable(), 'contactId'),
  description: personal(z.string().nullable(), 'contactId'),
  budgetedCents: cents,
  negotiatedCents: cents,
};

/** Streams `card-{contactId}`: a contact has one card at most, whose id is the contact's. A removed card may be added again. */
export const cardEvents = {
  /** `addedAt`: an earlier time than the event's own, if the card of a merged contact goes on as this one; `from`: that contact. */
  CardAdded: event('CardAdded', card.extend({ tagId, ...fields, addedAt: f.at, from: f.id.nullable() })),
  CardMoved: event('CardMoved', card.extend({ tagId })),
  CardChanged: event('CardChanged', card.extend(fields).partial().extend({ contactId: f.id })),
  /** `reason`: a person removed it, or its contact was deleted, or merged into another one. */
  CardRemoved: event('CardRemoved', card.extend({ reason: z.enum(['removed', 'contact-deleted', 'contact-merged']) })),
};
export type CardFact = FactOf<typeof cardEvents>;
