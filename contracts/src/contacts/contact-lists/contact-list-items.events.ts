import { z } from 'zod';
import { event, type FactOf, personal } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';

const item = { contactListId: f.id, itemId: f.id };
/** An HMAC of the canonical number in the company: equal for equal numbers, and tells none. */
const numberKey = z.string().regex(/^[0-9a-f]{32}$/);
const person = {
  name: personal(z.string(), 'itemId'),
  number: personal(z.string(), 'itemId'),
  email: personal(z.string().nullable(), 'itemId'),
};

/**
 * Streams `list-items-{key}`: each list has 256 of them, so that many items can be added at once and all be read soon. The key is in the ids
 * of the items; an item is added to the stream of its number (`listItemsKey`), and stays there if it gets another one.
 */
export const contactListItemEvents = {
  /** `importId`: the import that brought it; null: a person typed it. */
  ContactListItemAdded: event('ContactListItemAdded', z.object({ ...item, numberKey, ...person, importId: f.id.nullable() })),
  /** All fields after the change. With another number, whether it is on WhatsApp is unknown again. */
  ContactListItemChanged: event('ContactListItemChanged', z.object({ ...item, numberKey, ...person })),
  /** `reason`: a person removed it, or its contact or its list was deleted. */
  ContactListItemRemoved: event(
    'ContactListItemRemoved',
    z.object({ ...item, reason: z.enum(['removed', 'contact-deleted', 'list-deleted']) }),
  ),
  /** The person was forgotten: the item, if it is still there, leaves the list, and nobody can read what was in it. */
  ContactListItemForgotten: event('ContactListItemForgotten', z.object(item)),
  /** The channel's answer whether its number is there. */
  ContactListItemChecked: event('ContactListItemChecked', z.object({ ...item, isWhatsappValid: z.boolean() })),
  /** In the stream of a number: an item of another stream is about to get it, or has it. */
  ContactListNumberTaken: event('ContactListNumberTaken', z.object({ ...item, numberKey })),
};
export type ContactListItemFact = FactOf<typeof contactListItemEvents>;

/** Streams `list-check-{checkId}`: somebody asked which numbers of a list are on WhatsApp. */
export const contactListCheckEvents = {
  ContactListCheckStarted: event('ContactListCheckStarted', z.object({ checkId: f.id, contactListId: f.id })),
};
