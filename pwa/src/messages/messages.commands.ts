import { messageRoutes } from '@prosa/contracts';
import i18next from 'i18next';
import type { SagaIterator } from 'redux-saga';
import { put } from 'redux-saga/effects';
import { createCommand } from '../kernel/command.saga.ts';
import { notified } from '../kernel/toasts.slice.ts';
import type { Outgoing } from './outgoing.ts';

/** Sends what is in the outbox. Its failure stands at the bubble. */
export const sendMessage = createCommand({
  type: 'messages/send',
  route: messageRoutes.send,
  by: ({ key }: Outgoing) => key,
  request: ({ ticketId, body, isObservation, signature, quoted }) => ({
    params: { ticketId },
    body: { body, isObservation, signed: signature !== null, ...(quoted ? { quotedMsg: quoted.id } : {}) },
  }),
  quiet: true,
  *onDone({ isObservation }): SagaIterator {
    if (isObservation) yield put(notified({ kind: 'ok', text: i18next.t('noteSent', { ns: 'messages' }) }));
  },
});

/** Sends once more what failed on its way to the customer. */
export const retryMessage = createCommand({
  type: 'messages/retry',
  route: messageRoutes.retry,
  by: ({ messageId }: { messageId: string }) => messageId,
  request: ({ messageId }) => ({ params: { messageId } }),
});

/** Deletes an own message; a marker stays. */
export const deleteMessage = createCommand({
  type: 'messages/delete',
  route: messageRoutes.delete,
  by: ({ messageId }: { messageId: string }) => messageId,
  request: ({ messageId }) => ({ params: { messageId } }),
});
