import { kanbanRoutes } from '@prosa/contracts';
import SquareKanban from 'lucide-react/icons/square-kanban';
import type { SagaIterator } from 'redux-saga';
import { put } from 'redux-saga/effects';
import { createCommand } from '../../kernel/calls/command.saga.ts';
import { notified } from '../../kernel/calls/toasts.slice.ts';
import { textOf } from '../../kernel/i18n/dictionary.ts';
import type { Feature } from '../../shell/feature.ts';

/** Sends a contact to the board. */
export const addCard = createCommand({
  type: 'kanban/add',
  route: kanbanRoutes.add,
  by: ({ contactId }: { contactId: string }) => contactId,
  request: ({ contactId }) => ({ body: { contactId } }),
  *onDone(): SagaIterator {
    yield put(notified({ kind: 'ok', text: textOf('contacts', 'sentToKanban') }));
  },
});

/** What of the board is outside of it: the way to it from a ticket. The contacts' screen has another. */
export const feature: Feature = {
  name: 'kanban',
  saga: addCard.saga,
  ticketActs: [
    {
      id: 'kanban',
      label: { pt: 'Enviar para o kanban', en: 'Send to kanban', es: 'Enviar al kanban' },
      icon: SquareKanban,
      ofContact: true,
      may: 'ticket-options:kanbanContact',
      offers: () => true,
      start: ({ contactId }) => addCard.start({ contactId }),
    },
  ],
};
