import {
  type ContactListItemFact,
  type ContactListItemOwn,
  conversationOf,
  type Fact,
  LIST_PARTS,
  listItemsKey,
  listItemsStream,
} from '@prosa/contracts';
import type { Store } from '@prosa/infra/runtime';

/** An item as its stream tells it. Name, number and e-mail are null if the person was forgotten. */
export type ListItem = ContactListItemOwn & { numberKey: string };

/** The stream of an item, by its id; null if it is no item's. */
export const streamOfItem = (itemId: string): string | null => {
  const key = conversationOf(itemId);
  return key === null ? null : listItemsStream(key);
};

/** Folds the items of one of a list's streams. */
export const itemsOf = (facts: readonly Fact[]): Map<string, ListItem> => {
  const items = new Map<string, ListItem>();
  for (const { type, data, meta } of facts as readonly ContactListItemFact[]) {
    const at = meta.at.toISOString();
    const before = items.get(data.itemId);
    if (type === 'ContactListItemAdded') {
      const { itemId: id, importId: _, ...fields } = data;
      items.set(id, { id, companyId: meta.companyId, ...fields, isWhatsappValid: null, createdAt: at, updatedAt: at });
    }
    if (!before) continue;
    if (type === 'ContactListItemRemoved' || type === 'ContactListItemForgotten') items.delete(data.itemId);
    if (type === 'ContactListItemChecked')
      items.set(before.id, { ...before, isWhatsappValid: data.isWhatsappValid, updatedAt: at });
    if (type === 'ContactListItemChanged') {
      const { itemId: _, ...fields } = data;
      const isWhatsappValid = fields.numberKey === before.numberKey ? before.isWhatsappValid : null;
      items.set(before.id, { ...before, ...fields, isWhatsappValid, updatedAt: at });
    }
  }
  return items;
};

/** Reads the items of lists from their streams: as they are at this moment. */
export const createListItems = ({ store }: { store: Store }) => ({
  /** All items of a list, one of its streams after the other. Those of another company's list are left out. */
  of: async function* (companyId: string, contactListId: string): AsyncGenerator<ListItem> {
    for (let part = 0; part < LIST_PARTS; part++) {
      const items = itemsOf(await store.load(listItemsStream(listItemsKey(contactListId, part))));
      for (const item of items.values()) if (item.companyId === companyId) yield item;
    }
  },

  /** One item, as of a revision of its stream if one is given; null if it is not there, or another company's. */
  one: async (companyId: string, itemId: string, upTo?: bigint): Promise<ListItem | null> => {
    const stream = streamOfItem(itemId);
    if (stream === null) return null;
    const facts = await store.load(stream, upTo === undefined ? {} : { max: Number(upTo + 1n) });
    const item = itemsOf(facts).get(itemId);
    return item?.companyId === companyId ? item : null;
  },
});
export type ListItems = ReturnType<typeof createListItems>;
