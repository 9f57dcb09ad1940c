import { type ContactView, changedValues, contactEvents, contactSearchText, shownName, shownNumber } from '@prosa/contracts';
import { flag, json, nullable, text, texts, time, uuid } from '../../kernel/columns.ts';
import { defineCounter } from '../../kernel/counter.ts';
import { orderOf } from '../../kernel/order.ts';
import { defineRows } from '../../kernel/rows.ts';
import { digitsIn } from './contacts.digits.ts';

/** The columns by which a search finds a contact. */
export const soughtIn = (contact: Parameters<typeof contactSearchText>[0]) => {
  const search = contactSearchText(contact);
  return { search, sought: Buffer.byteLength(search) > MAX_SOUGHT ? null : search, digits: digitsIn(search) };
};
/** Bytes of a search text in the list's index, which has room for some 2,700 in all, the name twice among them. */
const MAX_SOUGHT = 1_000;

/** What a forgotten contact is called and has. */
const nobody = {
  name: null,
  nameOrder: orderOf(null),
  number: null,
  otherNumbers: [] as string[],
  email: null,
  extraInfo: [],
  fields: null,
  ...soughtIn({ name: null, number: null, otherNumbers: [], email: null }),
  pictureId: null,
  optedOutAt: null,
};

/** Contacts. `search` is the text that searches match. Forgotten fields are null. A deleted or merged one keeps its
 * row, which names its tickets. */
export const contactRows = defineRows({
  table: 'contact',
  version: 13,
  events: contactEvents,
  columns: {
    id: uuid(),
    companyId: uuid(),
    name: nullable(text()),
    nameOrder: nullable(text()),
    /** The first phone that was learnt, for a contact known by an address of the channel. */
    number: nullable(text()),
    /** Further phone numbers, one of which may be `number` meanwhile. */
    otherNumbers: texts(),
    email: nullable(text()),
    extraInfo: json<ContactView['extraInfo']>(),
    /** Values of the company's fields; null: none ever. */
    fields: nullable(json<ContactView['fields']>()),
    channel: text(),
    search: text(),
    /** The same for the list's index; null if it is too long. */
    sought: nullable(text()),
    /** The pieces of digits in `search`. */
    digits: texts(),
    deleted: flag(),
    /** The file of its picture. */
    pictureId: nullable(uuid()),
    /** Since when the person wants no marketing messages. */
    optedOutAt: nullable(time()),
    createdAt: time(),
    updatedAt: time(),
  },
  indexes: [
    '(company_id, name_order collate "C", name collate "C", id) include (sought, number, deleted)',
    // Names are found by their beginning in the index above.
    'using gin (company_id, substr(search, 2) gin_trgm_ops)',
    'using gin (company_id, digits)',
  ],
  key: ({ data }) => data.contactId,
  begins: {
    ContactCreated: ({ data: { contactId, extraInfo, ...contact }, meta }) => ({
      ...contact,
      name: shownName(contact.name),
      id: contactId,
      companyId: meta.companyId,
      extraInfo: extraInfo ?? [],
      nameOrder: orderOf(shownName(contact.name)),
      otherNumbers: [] as string[],
      ...soughtIn({ ...contact, name: shownName(contact.name), otherNumbers: [] }),
      deleted: false,
      fields: null,
      pictureId: null,
      optedOutAt: null,
      createdAt: meta.at,
      updatedAt: meta.at,
    }),
  },
  changes: {
    ContactChanged: (row, { data: { contactId: _, ...changed }, meta }) => {
      const name = changed.name === undefined ? row.name : shownName(changed.name);
      const after = { ...row, ...changed, name, extraInfo: changed.extraInfo ?? row.extraInfo, updatedAt: meta.at };
      return { ...after, nameOrder: orderOf(after.name), ...soughtIn(after) };
    },
    ContactFieldsChanged: (row, { data, meta }) => ({
      ...row,
      fields: changedValues(row.fields ?? [], data.fields),
      updatedAt: meta.at,
    }),
    // The value is null if the person was forgotten.
    ContactIdentified: (row, { data: { kind, value } }) => {
      if (kind !== 'phone' || (value as string | null) === null) return row;
      const after = { ...row, number: shownNumber(row.number, [value]), otherNumbers: [...row.otherNumbers, value] };
      return { ...after, ...soughtIn(after) };
    },
    ContactPictureChanged: (row, { data: { mediaId: pictureId } }) => ({ ...row, pictureId }),
    ContactPreferenceTold: (row, { data: { optedOut, at } }) => ({ ...row, optedOutAt: optedOut ? new Date(at) : null }),
    ContactDeleted: (row) => ({ ...row, deleted: true }),
    ContactMerged: (row) => ({ ...row, deleted: true }),
    ContactForgotten: (row) => ({ ...row, ...nobody, deleted: true }),
  },
});

/** Contacts that are not deleted, by whether they have a number: a forgotten one has none. For the totals of lists. */
export const contactCounts = defineCounter({
  table: 'contact_count',
  version: 1,
  of: contactRows,
  columns: { numbered: flag() },
  group: ({ deleted, number }) => (deleted ? null : { numbered: number !== null }),
});
