import { type ContactListItemFact, contactListItemEvents, LIST_PARTS, listItemsKey, listItemsStream } from '@prosa/contracts';
import type { Store } from '@prosa/infra/runtime';

/** An item of a list as it is now. */
export type ListedItem = { itemId: string; name: string; number: string; email: string | null; isWhatsappValid: boolean | null };

/** Streams that are read at the same time. */
const AT_ONCE = 16;
const types: ReadonlySet<string> = new Set(Object.values(contactListItemEvents).map(({ type }) => type));

/** The items of a list, but for those of forgotten people, by their ids. */
export const itemsOf = async (store: Store, contactListId: string): Promise<ListedItem[]> => {
  const items = new Map<string, ListedItem | null>();
  const parts = Array.from({ length: LIST_PARTS }, (_, part) => listItemsStream(listItemsKey(contactListId, part)));
  for (let at = 0; at < parts.length; at += AT_ONCE) {
    const loaded = await Promise.all(parts.slice(at, at + AT_ONCE).map((stream) => store.load(stream)));
    for (const fact of loaded.flat()) if (types.has(fact.type)) noteItem(items, fact as unknown as ContactListItemFact);
  }
  return [...items.values()].filter((item) => item !== null).sort((a, b) => (a.itemId < b.itemId ? -1 : 1));
};

const noteItem = (items: Map<string, ListedItem | null>, { type, data }: ContactListItemFact): void => {
  const { itemId } = data;
  const before = items.get(itemId) ?? null;
  switch (type) {
    case 'ContactListItemAdded':
    case 'ContactListItemChanged': {
      const { name, number, email } = data as { name: string | null; number: string | null; email: string | null };
      items.set(itemId, name === null || number === null ? null : { itemId, name, number, email, isWhatsappValid: null });
      return;
    }
    case 'ContactListItemRemoved':
      items.set(itemId, null);
      return;
    case 'ContactListItemChecked':
      if (before) items.set(itemId, { ...before, isWhatsappValid: data.isWhatsappValid });
      return;
    case 'ContactListNumberTaken':
      return;
    default:
      data satisfies never;
  }
};
