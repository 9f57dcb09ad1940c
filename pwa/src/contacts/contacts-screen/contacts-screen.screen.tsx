import { ContactListed, contactForm, contactRoutes, findsContact, inOrder } from '@prosa/contracts/schemas';
import ContactRound from 'lucide-react/icons/contact-round';
import { fork } from 'redux-saga/effects';
import { z } from 'zod';
import type { ShownRecord } from '../../records/record-list.ts';
import { recordScreen } from '../../records/record-screen.tsx';
import type { Screen } from '../../shell/feature.ts';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { watchImports } from '../imports/imports.saga.ts';
import { importsSlice } from '../imports/imports.slice.ts';
import { RunningImports } from '../imports/running-imports.tsx';
import { LastTicketCell, NameCell, NumberCell } from './contact-cells.tsx';
import { ContactForm } from './contact-form.tsx';
import { contactName } from './contact-name.ts';
import { ContactTools } from './contact-tools.tsx';
import { forgetContact } from './forget.command.ts';
import { lastTicketsSlice, watchLastTickets } from './last-tickets.ts';
import { mergeContacts } from './merge.command.ts';
import { orderedByTickets } from './ordered-by-tickets.ts';
import { useContactActs } from './use-contact-acts.tsx';

/** Contacts in the shape of a record. They are none: their numbers are claimed. */
const record = {
  name: 'contacts',
  channel: 'contact',
  orderBy: ['name'],
  searchIn: ['name', 'number', 'email'],
  unique: [],
  fields: contactForm,
  // Where the last conversation is comes apart: it depends on who looks.
  view: ContactListed.extend({ lastTicket: z.undefined() }),
  routes: contactRoutes,
  may: { write: 'contacts:write' },
} satisfies ShownRecord;

const list = recordScreen({
  record,
  texts: 'contacts-screen',
  icon: ContactRound,
  columns: [
    { field: 'name', cell: (contact) => <NameCell contact={contact} /> },
    { field: 'number', cell: (contact) => <NumberCell contact={contact} /> },
    { field: 'email', onPhone: 'nowhere' },
    { field: 'lastTicket', cell: (contact) => <LastTicketCell contact={contact} />, onPhone: 'end' },
  ],
  sorts: [
    { by: 'name', column: 'name' },
    { by: 'lastTicket', column: 'lastTicket', field: 'lastTicketAt', begins: 'desc', without: inOrder('name') },
  ],
  ...orderedByTickets,
  fields: [],
  finds: findsContact,
  nameOf: contactName,
  picture: ({ name, profilePicUrl, kind }) => <Avatar name={name} picture={profilePicUrl} channel={kind} />,
  dialog: ContactForm,
  tools: ContactTools,
  above: RunningImports,
  mayRemove: 'contacts-page:deleteContact',
  useActs: useContactActs,
});

export const screen: Screen = {
  ...list,
  slices: [...(list.slices ?? []), lastTicketsSlice, importsSlice],
  speaks: [...(list.speaks ?? []), 'imports'],
  *saga() {
    yield fork(watchLastTickets);
    yield fork(mergeContacts.saga);
    yield fork(forgetContact.saga);
    yield fork(watchImports);
    if (list.saga) yield* list.saga();
  },
};
