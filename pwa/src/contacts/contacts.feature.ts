import type { Feature } from '../shell/feature.ts';
import type texts from './contacts.pt.json';
import { watchContacts } from './contacts.saga.ts';
import { contactsSlice } from './contacts.slice.ts';

declare module '../i18n/texts.ts' {
  interface Texts {
    contacts: typeof texts;
  }
}

/** Contacts, as far as conversations show and change them. */
export const feature: Feature = { name: 'contacts', slices: [contactsSlice], saga: watchContacts };
