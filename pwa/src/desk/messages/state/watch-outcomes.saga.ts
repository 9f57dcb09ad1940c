import type { ErrorCode, MessageView } from '@prosa/contracts';
import type { SagaIterator } from 'redux-saga';
import { call, put, select, takeEvery } from 'redux-saga/effects';
import { errorText } from '../../../kernel/calls/error-text.ts';
import { notified } from '../../../kernel/calls/toasts.slice.ts';
import { liveFrame } from '../../../kernel/live/live.slice.ts';
import { deleteMessage, retryMessage, sendMessage } from './messages.commands.ts';
import { selectCurrent } from './messages.slice.ts';

/** This user's requests to a channel, by message: each has its own code if the channel did not do it. */
const ACTS = {
  delete: { code: 'ERR_DELETE_WAPP_MSG', failed: ({ deleteFailed }) => deleteFailed === true },
  send: { code: 'ERR_SENDING_WAPP_MSG', failed: ({ state }) => state === 'failed' },
  fetch: { code: 'ERR_WAPP_DOWNLOAD_MEDIA', failed: ({ mediaError }) => typeof mediaError === 'string' },
} as const satisfies Record<string, { code: ErrorCode; failed: (message: Partial<MessageView>) => boolean }>;
type Act = keyof typeof ACTS;

/**
 * Notifies the user of what a channel did not do after Prosa had accepted it: to send or delete a message, or to hand over its file.
 * Wherever in the app the user is by then; the bubble shows the reason and the way to retry. Of a customer's file that does not
 * arrive they are notified once, if they have its conversation open.
 */
export function* watchOutcomes(): SagaIterator {
  const asked = new Map<string, Act>();
  /** Customers' files that are being fetched, as far as they were heard of. */
  const coming = new Set<string>();
  const note = (id: string, act: Act) => call(() => void asked.set(id, act));
  yield takeEvery(sendMessage.succeeded, function* ({ payload }): SagaIterator {
    if (!payload.isObservation) yield note(payload.id, 'send');
  });
  yield takeEvery(retryMessage.succeeded, function* ({ payload }): SagaIterator {
    yield note(payload.id, payload.fromMe ? 'send' : 'fetch');
  });
  yield takeEvery(deleteMessage.succeeded, function* ({ meta }): SagaIterator {
    yield note(meta.of.messageId, 'delete');
  });
  yield takeEvery(liveFrame, function* ({ payload: { channel, action, record } }): SagaIterator {
    const message = record as Partial<MessageView>;
    if (channel === 'appMessage' && message.fromMe === false && message.id !== undefined && !asked.has(message.id)) {
      const { id, ticketId, mediaError } = message;
      const isFailed = typeof mediaError === 'string';
      const isNews = isFailed && (coming.has(id) || action === 'create');
      if (!isFailed && message.media && !message.mediaUrl) coming.add(id);
      else coming.delete(id);
      if (isNews && ticketId === (yield select(selectCurrent)))
        yield put(notified({ kind: 'bad', text: errorText({ code: ACTS.fetch.code, details: {} }) }));
    }
    const act = message.id === undefined ? undefined : asked.get(message.id);
    if (channel !== 'appMessage' || !act) return;
    const { code, failed } = ACTS[act];
    if (failed(message)) {
      asked.delete(message.id!);
      yield put(notified({ kind: 'bad', text: errorText({ code, details: {} }) }));
    } else if (act === 'send' && (message.ack ?? 0) > 1) asked.delete(message.id!);
    else if (act === 'fetch' && message.mediaUrl) asked.delete(message.id!);
  });
}
