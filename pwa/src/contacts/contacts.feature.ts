import type { Feature } from '../kernel/feature.ts';
import { watchContacts } from './contacts.saga.ts';
import { contactsSlice } from './contacts.slice.ts';

/** Contacts, as far as conversations show and change them. */
export const contactsFeature: Feature = { name: 'contacts', slices: [contactsSlice], saga: watchContacts };
