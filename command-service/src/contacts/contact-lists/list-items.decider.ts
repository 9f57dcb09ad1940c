import { type ContactListItemFact, Refused, type Unstored } from '@prosa/contracts';
import type { Decider } from '../../kernel/decider.ts';

export type ListItemEvent = Unstored<ContactListItemFact>;
type Data<Type extends ListItemEvent['type']> = Extract<ListItemEvent, { type: Type }>['data'];
export type NewItem = Omit<Data<'ContactListItemAdded'>, 'contactListId' | 'importId'>;
export type ItemAnswer = { itemId: string; numberKey: string; isWhatsappValid: boolean };

/**
 * One of a list's streams. `items`: its items by id. `keys`: which of them has a number. `taken`: items of other streams that were about to
 * get a number of this one, and when (milliseconds since 1970); whether they have it, their own streams tell.
 */
export type ListItemsState = {
  items: Map<string, { numberKey: string; isWhatsappValid: boolean | null }>;
  keys: Map<string, string>;
  taken: Map<string, { itemId: string; at: number }>;
};
/** `held`: the numbers that items of other streams have, of those in question. */
export type ListItemsCommand =
  | { do: 'add item'; contactListId: string; item: NewItem; held: ReadonlySet<string> }
  /** Adds those whose numbers are not in the list; the caller reads the state afterwards. */
  | { do: 'add items'; contactListId: string; importId: string; items: readonly NewItem[]; held: ReadonlySet<string> }
  /** `isSame`: it has these fields. `isTaken`: the number belongs to another stream, where it was taken for the item. */
  | { do: 'change item'; contactListId: string; item: NewItem; isSame: boolean; isTaken: boolean; held: ReadonlySet<string> }
  /** In the stream of a number that an item of another stream is to get. */
  | { do: 'take number'; contactListId: string; itemId: string; numberKey: string; held: ReadonlySet<string> }
  | { do: 'remove item'; contactListId: string; itemId: string }
  /** Removes the item that has the number; does nothing if none of this stream has. */
  | { do: 'forget number'; contactListId: string; numberKey: string }
  /** Removes the item if it is there: its person is forgotten. */
  | { do: 'forget item'; contactListId: string; itemId: string }
  /** Removes them all, because the list was deleted. */
  | { do: 'empty'; contactListId: string }
  /** Keeps the answers for items that still have these numbers. */
  | { do: 'keep answers'; contactListId: string; answers: readonly ItemAnswer[] };

/** A stream `list-items-{key}`: a part of a list, in which each number stands once. */
export const listItems: Decider<ListItemsCommand, ListItemsState, ListItemEvent> = {
  initial: () => ({ items: new Map(), keys: new Map(), taken: new Map() }),
  decide(command, state) {
    const { contactListId } = command;
    const { items, keys } = state;
    switch (command.do) {
      case 'add item': {
        const { item, held } = command;
        if (items.has(item.itemId)) return [];
        assertFree(state, item, held);
        return [{ type: 'ContactListItemAdded', data: { contactListId, ...item, importId: null } }];
      }
      case 'add items': {
        const { importId, held } = command;
        const seen = new Set<string>();
        return command.items
          .filter(({ itemId, numberKey }) => {
            const isNew = !items.has(itemId) && !keys.has(numberKey) && !held.has(numberKey) && !seen.has(numberKey);
            seen.add(numberKey);
            return isNew;
          })
          .map((item) => ({ type: 'ContactListItemAdded', data: { contactListId, ...item, importId } }));
      }
      case 'change item': {
        const { item, isSame, isTaken, held } = command;
        const before = items.get(item.itemId);
        if (!before) throw new Refused('ERR_NO_CONTACT_LIST_ITEM_FOUND');
        if (isSame) return [];
        if (before.numberKey !== item.numberKey && !isTaken) assertFree(state, item, held);
        return [{ type: 'ContactListItemChanged', data: { contactListId, ...item } }];
      }
      case 'take number': {
        const { itemId, numberKey, held } = command;
        if (state.taken.get(numberKey)?.itemId === itemId && !keys.has(numberKey)) return [];
        assertFree(state, { itemId, numberKey }, held);
        return [{ type: 'ContactListNumberTaken', data: { contactListId, itemId, numberKey } }];
      }
      case 'remove item':
        if (!items.has(command.itemId)) throw new Refused('ERR_NO_CONTACT_LIST_ITEM_FOUND');
        return [{ type: 'ContactListItemRemoved', data: { contactListId, itemId: command.itemId, reason: 'removed' } }];
      case 'forget number': {
        const itemId = keys.get(command.numberKey);
        if (itemId === undefined) return [];
        return [{ type: 'ContactListItemRemoved', data: { contactListId, itemId, reason: 'contact-deleted' } }];
      }
      case 'forget item':
        return [{ type: 'ContactListItemForgotten', data: { contactListId, itemId: command.itemId } }];
      case 'empty':
        return [...items.keys()].map((itemId) => ({
          type: 'ContactListItemRemoved',
          data: { contactListId, itemId, reason: 'list-deleted' },
        }));
      case 'keep answers':
        return command.answers
          .filter(({ itemId, numberKey, isWhatsappValid }) => {
            const item = items.get(itemId);
            return item?.numberKey === numberKey && item.isWhatsappValid !== isWhatsappValid;
          })
          .map(({ itemId, isWhatsappValid }) => ({
            type: 'ContactListItemChecked',
            data: { contactListId, itemId, isWhatsappValid },
          }));
      default:
        command satisfies never;
        return [];
    }
  },
  evolve(state, { type, data }, { at }) {
    const { items, keys, taken } = state;
    const before = items.get(data.itemId);
    const put = (numberKey: string, isWhatsappValid: boolean | null): void => {
      if (before && keys.get(before.numberKey) === data.itemId) keys.delete(before.numberKey);
      items.set(data.itemId, { numberKey, isWhatsappValid });
      keys.set(numberKey, data.itemId);
    };
    if (type === 'ContactListItemAdded') put(data.numberKey, null);
    if (type === 'ContactListItemChanged')
      put(data.numberKey, before?.numberKey === data.numberKey ? (before.isWhatsappValid ?? null) : null);
    if (type === 'ContactListItemChecked' && before) items.set(data.itemId, { ...before, isWhatsappValid: data.isWhatsappValid });
    if ((type === 'ContactListItemRemoved' || type === 'ContactListItemForgotten') && before) {
      items.delete(data.itemId);
      if (keys.get(before.numberKey) === data.itemId) keys.delete(before.numberKey);
    }
    if (type === 'ContactListNumberTaken') taken.set(data.numberKey, { itemId: data.itemId, at: at.getTime() });
    return state;
  },
};

/** Throws if another item has the number. */
const assertFree = (
  { keys }: ListItemsState,
  { itemId, numberKey }: Pick<NewItem, 'itemId' | 'numberKey'>,
  held: ReadonlySet<string>,
): void => {
  const holder = keys.get(numberKey);
  if ((holder !== undefined && holder !== itemId) || held.has(numberKey)) throw new Refused('ERR_DUPLICATED_LIST_ITEM');
};
