import { fork } from 'redux-saga/effects';
import type { Feature } from '../../shell/feature.ts';
import { addNote, deleteNote } from './ticket-notes.commands.ts';
import type texts from './ticket-notes.screen.pt.json';
import { notes } from './ticket-notes.slice.ts';

declare module '../../kernel/i18n/texts.ts' {
  interface Texts {
    'ticket-notes': typeof texts;
  }
}

/** Notes on tickets, in the contact's drawer. */
export const feature: Feature = {
  name: 'ticket-notes',
  slices: [notes.slice],
  *saga() {
    for (const { saga } of [notes, addNote, deleteNote]) yield fork(saga);
  },
};
