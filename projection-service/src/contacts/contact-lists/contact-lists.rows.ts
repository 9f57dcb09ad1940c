import { contactListItemEvents, contactSearchText } from '@prosa/contracts';
import { flag, nullable, text, time, uuid } from '../../kernel/columns.ts';
import { defineCounter } from '../../kernel/counter.ts';
import { orderOf } from '../../kernel/order.ts';
import { defineRows } from '../../kernel/rows.ts';

/** Items of lists. Forgotten fields are null; a removed item has no row. */
export const listItemRows = defineRows({
  table: 'contact_list_item',
  version: 2,
  events: contactListItemEvents,
  columns: {
    id: uuid(),
    companyId: uuid(),
    contactListId: uuid(),
    name: nullable(text()),
    nameOrder: nullable(text()),
    number: nullable(text()),
    /** Equal for equal numbers. */
    numberKey: text(),
    email: nullable(text()),
    /** The text that searches match. */
    search: text(),
    isWhatsappValid: nullable(flag()),
    createdAt: time(),
    updatedAt: time(),
  },
  indexes: [
    '(company_id, contact_list_id, name_order collate "C", name collate "C", id)',
    '(company_id, name_order collate "C", name collate "C", id)',
    'using gin (company_id, search gin_trgm_ops)',
  ],
  key: ({ data }) => data.itemId,
  begins: {
    ContactListItemAdded: ({ data: { itemId: id, contactListId, numberKey, ...person }, meta: { companyId, at } }) => ({
      id,
      companyId,
      contactListId,
      numberKey,
      ...shown(person),
      isWhatsappValid: null,
      createdAt: at,
      updatedAt: at,
    }),
  },
  changes: {
    ContactListItemChanged: (row, { data: { numberKey, ...person }, meta: { at } }) => ({
      ...row,
      numberKey,
      ...shown(person),
      isWhatsappValid: numberKey === row.numberKey ? row.isWhatsappValid : null,
      updatedAt: at,
    }),
    ContactListItemChecked: (row, { data: { isWhatsappValid }, meta: { at } }) => ({ ...row, isWhatsappValid, updatedAt: at }),
    ContactListItemRemoved: () => null,
  },
  sweeps: {
    // It may have left its list before.
    [contactListItemEvents.ContactListItemForgotten.type]: ({ data }) => ({
      where: { id: (data as { itemId: string }).itemId },
      delete: true,
    }),
  },
});

type Person = { name: string | null; number: string | null; email: string | null };
const shown = ({ name, number, email }: Person) => ({
  name,
  nameOrder: orderOf(name),
  number,
  email,
  search: contactSearchText({ name, number, email }),
});

/** Items by list. */
export const listItemCounts = defineCounter({
  table: 'contact_list_item_count',
  version: 1,
  of: listItemRows,
  columns: { contactListId: uuid() },
  indexes: ['(company_id, contact_list_id)'],
  group: ({ contactListId }) => ({ contactListId }),
});
