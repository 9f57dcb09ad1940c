import { fork } from 'redux-saga/effects';
import type { Feature } from '../../shell/feature.ts';
import { contactFields } from './contact-fields.slice.ts';
import type later from './contacts.later.pt.json';
import type texts from './contacts.pt.json';
import { watchContacts } from './contacts.saga.ts';
import { type ContactsState, contactsRestored, contactsSlice, type WithContacts } from './contacts.slice.ts';

declare module '../../kernel/i18n/texts.ts' {
  interface Texts {
    contacts: typeof texts & typeof later;
  }
}

/** Contacts, as conversations show and change them. */
export const feature: Feature = {
  name: 'contacts',
  slices: [contactsSlice, contactFields.slice],
  *saga() {
    yield fork(watchContacts);
    yield fork(contactFields.saga);
  },
  keeps: {
    parts: ({ contacts }: WithContacts) =>
      Object.fromEntries(Object.entries(contacts.byId).filter(([, { contact }]) => contact !== null)),
    packed: (looked) => looked,
    restored: (parts) => contactsRestored(parts as ContactsState['byId']),
  },
};
