import { z } from 'zod';
import * as f from '../../kernel/fields.ts';
import { record } from '../../kernel/record.ts';

const missing = 'ERR_NO_CONTACT_LIST_FOUND';

/**
 * Lists of numbers to which campaigns are sent: only administrators read and write them. All lists of a company are in one stream, so that
 * whoever is forgotten can be removed from each. Their items: `contactListItemEvents`.
 */
export const contactLists = record({
  name: 'contactLists',
  listAs: 'records',
  kind: 'contact-list',
  fields: z.object({ name: f.name }),
  /** Number of items. */
  counted: z.object({ contactsCount: z.number().int() }),
  set: 'contact-lists',
  base: '/contact-lists',
  orderBy: ['name'],
  searchIn: ['name'],
  may: { read: 'contact-lists:write', write: 'contact-lists:write' },
  auditors: true,
  permissions: { 'contact-lists:write': ['admin'] },
  missing,
  errors: { [missing]: { status: 404, message: 'Nenhuma lista de contatos encontrada com este número.' } },
});

export const ContactListView = contactLists.view;
export type ContactListView = z.output<typeof ContactListView>;
