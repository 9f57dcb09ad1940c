import type { Action } from '@reduxjs/toolkit';
import type { SagaIterator } from 'redux-saga';
import { call, put, race, take } from 'redux-saga/effects';
import { frames } from '../../../kernel/live/live.saga.ts';
import type { Conversation, MessagePage } from './conversation.ts';
import { messageSought, messagesAnswered, partAnswered, sendAsked } from './messages.slice.ts';
import { fetchPage, selectOf } from './page.saga.ts';

/**
 * Shows the newest pages. At the opening of a conversation whose unread messages begin further up than the newest page, shows the part in
 * which they begin, fetched by one call, however many they are.
 */
export function* answer(ticketId: string, pages: MessagePage[]): SagaIterator {
  const part: MessagePage | null = yield call(fetchUnread, ticketId, pages[0]!);
  const { unread = null } = pages[0]!;
  const isHere = part !== null || pages.some(({ records }) => records.some(({ id }) => id === unread?.from));
  // If it could not be fetched, the first unread message that is loaded has to do.
  const [newest, ...older] = pages.map((page) => (isHere ? page : { ...page, unread: null })) as [MessagePage, ...MessagePage[]];
  yield put(messagesAnswered({ ticketId, pages: [newest, ...older], frames: frames.since(newest.position) ?? [] }));
  if (part) yield put(partAnswered({ ticketId, pages: [part], frames: frames.since(part.position) ?? [] }));
}

/** Returns null if there is no need of it, or no more: the user writes, or goes to another message. */
function* fetchUnread(ticketId: string, { records, unread = null }: MessagePage): SagaIterator<MessagePage | null> {
  const conversation: Conversation | undefined = yield selectOf(ticketId);
  if (!unread || !conversation?.opening || conversation.sought || records.some(({ id }) => id === unread.from)) return null;
  const isLeft = (action: Action) =>
    (sendAsked.match(action) || messageSought.match(action)) && action.payload.ticketId === ticketId;
  try {
    const { page } = yield race({ page: call(fetchPage, ticketId, { goMessage: unread.from }), left: take(isLeft) });
    return page ?? null;
  } catch {
    return null;
  }
}
