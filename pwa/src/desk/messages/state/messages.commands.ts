import { limits, messageRoutes, ticketRoutes } from '@prosa/contracts';
import type { SagaIterator } from 'redux-saga';
import { put } from 'redux-saga/effects';
import { createCommand } from '../../../kernel/calls/command.saga.ts';
import { notified } from '../../../kernel/calls/toasts.slice.ts';
import { textOf } from '../../../kernel/i18n/dictionary.ts';
import { refetchUnlessPushed } from '../../../kernel/live/live.saga.ts';
import { messageOf, type Outgoing, taggingOf } from '../../outbox/outgoing.ts';

/** Sends a message of the outbox, which shows a failure once it has given up. */
export const sendMessage = createCommand({
  type: 'messages/send',
  route: messageRoutes.send,
  by: ({ key }: Outgoing) => key,
  request: (outgoing) => ({ params: { ticketId: outgoing.ticketId }, body: messageOf(outgoing) }),
  quiet: true,
  *onDone({ isObservation }): SagaIterator {
    if (isObservation) yield put(notified({ kind: 'ok', text: textOf('messages', 'noteSent') }));
  },
});

/** Sets the tags of a ticket as they were chosen without a network. */
export const sendTags = createCommand({
  type: 'messages/sendTags',
  route: ticketRoutes.tag,
  by: ({ key }: Outgoing) => key,
  request: (outgoing) => ({ body: taggingOf(outgoing) }),
  quiet: true,
  onDone: refetchUnlessPushed,
});

/** Retries a message whose delivery to the customer failed. */
export const retryMessage = createCommand({
  type: 'messages/retry',
  route: messageRoutes.retry,
  by: ({ messageId }: { messageId: string }) => messageId,
  request: ({ messageId }) => ({ params: { messageId } }),
});

/** Deletes an own message; a marker stays. The dialog shows a refusal. */
export const deleteMessage = createCommand({
  type: 'messages/delete',
  route: messageRoutes.delete,
  by: ({ messageId }: { messageId: string }) => messageId,
  request: ({ messageId }) => ({ params: { messageId } }),
});

/** Forwards a text to contacts, in one call. The dialog shows the reason of a failure; a toast shows the result. */
export const forwardMessage = createCommand({
  type: 'messages/forward',
  route: messageRoutes.forward,
  delayMs: limits.submitDelayMs,
  by: ({ messageId }: { messageId: string; contactIds: string[] }) => messageId,
  request: ({ messageId, contactIds }) => ({ body: { messageId, contactIds } }),
  *onDone(): SagaIterator {
    yield put(notified({ kind: 'ok', text: textOf('messages', 'forwarded') }));
  },
  *onFailed(): SagaIterator {
    yield put(notified({ kind: 'bad', text: textOf('messages', 'forwardFailed') }));
  },
});
