import { z } from 'zod';
import { route } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';
import { hashes } from '../../kernel/hashes.ts';
import { limits } from '../../kernel/limits.ts';
import { manifest } from '../../kernel/manifest.ts';
import { ImportView, importFile, uploadRefusals } from '../imports/imports.contract.ts';
import { contactListCheckEvents, contactListItemEvents } from './contact-list-items.events.ts';

/** The streams of a list's items. */
export const LIST_PARTS = 256;
/** The key of one of a list's streams, as it is in their names and in the ids of the items (decision 1). */
export const listItemsKey = (contactListId: string, part: number): string =>
  hashes.sha256(`${contactListId}/items/${part}`).slice(0, 15);
export const listItemsStream = (key: string): string => `list-items-${key}`;
/** The part of a list to which a new item with this number belongs. */
export const listPartOf = (numberKey: string): number => Number.parseInt(numberKey.slice(0, 2), 16);

/** The checks of an item's form before it calls. */
export const contactListItemForm = z.object({ name: f.name, number: f.number, email: f.optionalEmail });

/** An item of a list. Name, number and e-mail are null if the person was forgotten. */
export const ContactListItemView = z.object({
  id: f.id,
  companyId: f.id,
  contactListId: f.id,
  name: z.string().nullable(),
  number: z.string().nullable(),
  email: z.string().nullable(),
  /** Whether the number is on WhatsApp; null: not known, because nobody asked or the channel cannot tell. Unknown ones are written to. */
  isWhatsappValid: z.boolean().nullable(),
  /** The contact of the company who has the number. */
  contactId: f.id.nullable(),
  /** Since when that contact wants no campaigns; null: nobody said so. */
  optedOutAt: f.at.nullable(),
  createdAt: f.at,
  updatedAt: f.at,
});
export type ContactListItemView = z.output<typeof ContactListItemView>;
/** The reply to commands, without what is known of the contact. */
const ItemOwn = ContactListItemView.omit({ contactId: true, optedOutAt: true });
export type ContactListItemOwn = z.output<typeof ItemOwn>;

/** Which contacts are added to a list: named ones, or those of a filter. */
export const ContactsForList = z
  .object({
    searchParam: f.search.optional(),
    tagIds: z.array(f.id).min(1).max(limits.listFilterTags).optional(),
    contactIds: z.array(f.id).min(1).max(limits.contactsAtOnce).optional(),
  })
  .refine(({ searchParam, tagIds, contactIds }) => !contactIds || !(searchParam || tagIds), {
    path: ['contactIds'],
    error: 'Not with a filter',
  });
export type ContactsForList = z.output<typeof ContactsForList>;

/** A contact as lists take it. */
export const NumberedContact = z.object({
  id: f.id,
  name: z.string().nullable(),
  number: z.string(),
  email: z.string().nullable(),
});
export type NumberedContact = z.output<typeof NumberedContact>;

const may = 'contact-lists:write';
const missing = 'ERR_NO_CONTACT_LIST_ITEM_FOUND';
const one = { params: f.idParam, missing } as const;
const ofList = { params: f.idParam, missing: 'ERR_NO_CONTACT_LIST_FOUND' } as const;
const refuses = ['ERR_WAPP_INVALID_CONTACT', 'ERR_DUPLICATED_LIST_ITEM'] as const;

export const contactListItemRoutes = {
  list: route({
    call: 'GET /contact-list-items',
    may,
    auditors: true,
    summary:
      'Items of a list by name, found by name, number or e-mail. Pages by number, or by the `cursor` of the reply before. Without a list, those of all lists.',
    query: f.page.extend({ ...f.after.shape, contactListId: f.id.optional(), cursor: f.text(1_000).optional() }),
    reply: z.object({
      contacts: z.array(ContactListItemView),
      ...f.counted.shape,
      hasMore: z.boolean(),
      cursor: z.string().nullable(),
    }),
  }),
  show: route({
    ...one,
    call: 'GET /contact-list-items/:id',
    may,
    auditors: true,
    summary: 'One item of a list.',
    query: f.after,
    reply: ContactListItemView,
  }),
  create: route({
    call: 'POST /contact-list-items',
    may,
    summary: 'Adds an item to a list, in which each number stands once.',
    body: contactListItemForm.extend({ contactListId: f.id }),
    refuses: [...refuses, 'ERR_NO_CONTACT_LIST_FOUND'],
    reply: ItemOwn,
    status: 201,
  }),
  change: route({
    ...one,
    call: 'PUT /contact-list-items/:id',
    may,
    summary: 'Changes an item; its list stays.',
    body: contactListItemForm.partial(),
    refuses,
    reply: ItemOwn,
  }),
  delete: route({
    ...one,
    call: 'DELETE /contact-list-items/:id',
    may,
    summary: 'Removes an item from its list.',
    reply: z.null(),
  }),
  upload: route({
    ...ofList,
    call: 'POST /contact-lists/:id/upload',
    may,
    summary:
      'Reads a spreadsheet into a list, as `POST /contacts/import` reads one into the contacts: the reply is an import, whose progress and report the calls of imports tell.',
    ...importFile,
    refuses: uploadRefusals,
    reply: ImportView,
    status: 201,
  }),
  addContacts: route({
    ...ofList,
    call: 'POST /contact-lists/:id/contacts',
    may,
    summary:
      'Adds contacts of the company to a list: those that are named, or those that a search finds and that had a ticket with one of the tags, each if it is given; without any, all. The reply is an import.',
    body: ContactsForList,
    refuses: ['ERR_NOBODY_TO_ADD', 'ERR_IMPORT_ROWS', 'ERR_BUSY'],
    reply: ImportView,
    status: 201,
  }),
  contacts: route({
    call: 'GET /contacts/numbers',
    may,
    summary:
      'Contacts with a number by their ids, 1,000 at a time: those that a search finds and that had a ticket with one of the tags, each if it is given. `cursor`: from the reply before.',
    query: z.object({ searchParam: f.search, tagIds: f.idList, cursor: f.id.optional() }),
    reply: z.object({ contacts: z.array(NumberedContact), cursor: f.id.nullable() }),
  }),
  check: route({
    ...ofList,
    call: 'POST /contact-lists/:id/check',
    may,
    summary:
      'Asks the default connection which numbers of a list are on WhatsApp, those whose answer is not known; items follow as answers come. Refused where its channel cannot tell, or while it is not connected.',
    refuses: ['ERR_NUMBERS_UNKNOWABLE', 'ERR_WAPP_CHECK_CONTACT'],
    reply: z.null(),
  }),
};

/** The items of contact lists. */
export const contactListItems = manifest({
  name: 'contactListItems',
  events: { ...contactListItemEvents, ...contactListCheckEvents },
  routes: contactListItemRoutes,
  pushes: { 'contact-list-item': ['create', 'update', 'delete'] },
  errors: {
    ERR_NO_CONTACT_LIST_ITEM_FOUND: { status: 404, message: 'Nenhum contato encontrado nesta lista com este número.' },
    ERR_DUPLICATED_LIST_ITEM: { status: 409, message: 'Este número já está na lista.' },
    ERR_NOBODY_TO_ADD: { status: 400, message: 'Nenhum contato com número corresponde ao filtro.' },
    ERR_NUMBERS_UNKNOWABLE: { status: 409, message: 'O canal da conexão padrão não sabe dizer quais números têm WhatsApp.' },
  },
});
