import { newId } from '@prosa/contracts';
import { given } from '../../kernel/given.ts';
import { type ListItemEvent, type ListItemsCommand, listItems } from './list-items.decider.ts';

const contactListId = newId();
const [maria, joao, importId] = [newId(), newId(), newId()];
const [k1, k2] = ['a'.repeat(32), 'b'.repeat(32)];
const none: ReadonlySet<string> = new Set();
const item = (itemId: string, numberKey: string) => ({ itemId, numberKey, name: 'Maria', number: '5511987654321', email: null });
const added = (itemId: string, numberKey: string, of: string | null = null): ListItemEvent => ({
  type: 'ContactListItemAdded',
  data: { contactListId, ...item(itemId, numberKey), importId: of },
});
const changed = (itemId: string, numberKey: string): ListItemEvent => ({
  type: 'ContactListItemChanged',
  data: { contactListId, ...item(itemId, numberKey) },
});
const removed = (itemId: string, reason: 'removed' | 'contact-deleted' | 'list-deleted' = 'removed'): ListItemEvent => ({
  type: 'ContactListItemRemoved',
  data: { contactListId, itemId, reason },
});
const checked = (itemId: string, isWhatsappValid: boolean): ListItemEvent => ({
  type: 'ContactListItemChecked',
  data: { contactListId, itemId, isWhatsappValid },
});
const taken = (itemId: string, numberKey: string): ListItemEvent => ({
  type: 'ContactListNumberTaken',
  data: { contactListId, itemId, numberKey },
});
const when = (events: ListItemEvent[], command: ListItemsCommand) => given(listItems, events).when(command);

const add = (itemId: string, numberKey: string, held = none) =>
  ({ do: 'add item', contactListId, item: item(itemId, numberKey), held }) as const;
test('an item is added once, and its number stands once in the list', () => {
  when([], add(maria, k1)).gives([added(maria, k1)]);
  when([added(maria, k1)], add(maria, k1)).gives([]);
  when([added(maria, k1)], add(joao, k1)).refuses('ERR_DUPLICATED_LIST_ITEM');
  when([added(maria, k1)], add(joao, k2)).gives([added(joao, k2)]);
  when([added(maria, k1), removed(maria)], add(joao, k1)).gives([added(joao, k1)]);
});
test('a number that an item of another stream has is not added', () =>
  when([taken(maria, k1)], add(joao, k1, new Set([k1]))).refuses('ERR_DUPLICATED_LIST_ITEM'));
test('one that it took and did not get is free', () => when([taken(maria, k1)], add(joao, k1)).gives([added(joao, k1)]));

test('an import adds those whose numbers are not in the list, each once, and finds itself done', () => {
  const items = [item(maria, k1), item(joao, k1), item(newId(), k2)];
  const command = { do: 'add items', contactListId, importId, items, held: none } as const;
  when([added(newId(), k2)], command).gives([added(maria, k1, importId)]);
  when([], { ...command, held: new Set([k1, k2]) }).gives([]);
  when([added(maria, k1, importId), added(items[2]!.itemId, k2, importId)], command).gives([]);
});

const change = (itemId: string, numberKey: string, more: { isTaken?: boolean; isSame?: boolean } = {}) =>
  ({
    do: 'change item',
    contactListId,
    item: item(itemId, numberKey),
    isSame: false,
    isTaken: false,
    held: none,
    ...more,
  }) as const;
test('an item gets another number that is free, and leaves its own', () => {
  when([added(maria, k1)], change(maria, k2)).gives([changed(maria, k2)]);
  when([added(maria, k1), added(joao, k2)], change(maria, k2)).refuses('ERR_DUPLICATED_LIST_ITEM');
  when([added(maria, k1), changed(maria, k2)], add(joao, k1)).gives([added(joao, k1)]);
  when([added(maria, k1), changed(maria, k2)], add(joao, k2)).refuses('ERR_DUPLICATED_LIST_ITEM');
});
test('one of another stream if it was taken there', () =>
  when([added(maria, k1)], change(maria, k2, { isTaken: true })).gives([changed(maria, k2)]));
test('the same again changes nothing, and what is not there is refused', () => {
  when([added(maria, k1)], change(maria, k1, { isSame: true })).gives([]);
  when([added(maria, k1), removed(maria)], change(maria, k1)).refuses('ERR_NO_CONTACT_LIST_ITEM_FOUND');
});

const take = (itemId: string, held = none) => ({ do: 'take number', contactListId, itemId, numberKey: k1, held }) as const;
test('a number is taken for an item of another stream, unless somebody has it', () => {
  when([], take(maria)).gives([taken(maria, k1)]);
  when([taken(maria, k1)], take(maria)).gives([]);
  when([taken(maria, k1)], take(joao)).gives([taken(joao, k1)]);
  when([taken(maria, k1)], take(joao, new Set([k1]))).refuses('ERR_DUPLICATED_LIST_ITEM');
  when([added(joao, k1)], take(maria)).refuses('ERR_DUPLICATED_LIST_ITEM');
  when([taken(maria, k1), added(joao, k1)], take(maria)).refuses('ERR_DUPLICATED_LIST_ITEM');
});

test('who is removed, or whose contact is deleted, leaves the list', () => {
  when([added(maria, k1)], { do: 'remove item', contactListId, itemId: maria }).gives([removed(maria)]);
  when([], { do: 'remove item', contactListId, itemId: maria }).refuses('ERR_NO_CONTACT_LIST_ITEM_FOUND');
  when([added(maria, k1)], { do: 'forget number', contactListId, numberKey: k1 }).gives([removed(maria, 'contact-deleted')]);
  when([added(maria, k1), removed(maria)], { do: 'forget number', contactListId, numberKey: k1 }).gives([]);
});

test('all leave a deleted list', () => {
  const empty = { do: 'empty', contactListId } as const;
  when([added(maria, k1), added(joao, k2)], empty).gives([removed(maria, 'list-deleted'), removed(joao, 'list-deleted')]);
  when([added(maria, k1), removed(maria, 'list-deleted')], empty).gives([]);
});

test('the channel’s answers count for the numbers that were asked for', () => {
  const keep = (isWhatsappValid: boolean): ListItemsCommand => ({
    do: 'keep answers',
    contactListId,
    answers: [{ itemId: maria, numberKey: k1, isWhatsappValid }],
  });
  when([added(maria, k1)], keep(false)).gives([checked(maria, false)]);
  when([added(maria, k1), checked(maria, false)], keep(false)).gives([]);
  when([added(maria, k1), checked(maria, false)], keep(true)).gives([checked(maria, true)]);
  when([added(maria, k1), changed(maria, k2)], keep(true)).gives([]);
  when([added(maria, k1), checked(maria, true), changed(maria, k1)], keep(true)).gives([]);
  when([added(maria, k1), checked(maria, true), changed(maria, k2), changed(maria, k1)], keep(true)).gives([
    checked(maria, true),
  ]);
  when([added(maria, k1), removed(maria)], keep(true)).gives([]);
});
