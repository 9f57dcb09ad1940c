import { canonicalNumber, childId, listItemsKey, listItemsStream, listPartOf } from '@prosa/contracts';
import type { KeyRing, Store } from '@prosa/infra/runtime';
import { type ListItemsState, listItems } from './list-items.decider.ts';
import { streamOfItem } from './list-items.reading.ts';

/** The number of an item in a form that compares it and does not tell it. */
export const numberKeyOf = async (keys: KeyRing, companyId: string, number: string): Promise<string> =>
  (await keys.identityStream(companyId, 'list-item', canonicalNumber(number))).slice('identity-'.length);

/** Where a number of a list belongs, and the id of an item that a command adds with it there. */
export const placeOfNumber = (contactListId: string, numberKey: string) => {
  const key = listItemsKey(contactListId, listPartOf(numberKey));
  return { stream: listItemsStream(key), idOf: (name: string): string => childId(key, `item:${name}`) };
};

/** An item of another stream that has taken a number gets it within this time. */
const TAKING_MS = 60_000;

/** Which of some numbers of a stream are with items of other streams: those that took them, if they have them or took them just now. */
export const createHeld =
  ({ store, clock }: { store: Store; clock: () => Date }) =>
  async ({ taken }: ListItemsState, numberKeys: readonly string[], but?: string): Promise<Set<string>> => {
    const held = new Set<string>();
    for (const numberKey of numberKeys) {
      const by = taken.get(numberKey);
      if (!by || by.itemId === but) continue;
      if (clock().getTime() - by.at < TAKING_MS || (await hasNumber(store, by.itemId, numberKey))) held.add(numberKey);
    }
    return held;
  };

const hasNumber = async (store: Store, itemId: string, numberKey: string): Promise<boolean> => {
  const facts = await store.load(streamOfItem(itemId)!);
  const state = facts.reduce((now, fact) => listItems.evolve(now, fact as never, fact.meta), listItems.initial());
  return state.items.get(itemId)?.numberKey === numberKey;
};
