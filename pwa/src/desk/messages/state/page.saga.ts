import { messageRoutes } from '@prosa/contracts';
import type { SagaIterator } from 'redux-saga';
import { call, select } from 'redux-saga/effects';
import { fetchLive } from '../../../kernel/live/live.saga.ts';
import type { MessagePage } from './conversation.ts';
import { selectConversation } from './messages.slice.ts';

export const selectOf = (ticketId: string) => select(selectConversation(ticketId));

/** `before` says where a page begins; beside it `pageNumber` only tells which one it is. */
type PageQuery = { before?: string; pageNumber?: number; newer?: string; goMessage?: string };

export function* fetchPage(ticketId: string, query: PageQuery): SagaIterator<MessagePage> {
  const { data, position } = yield call(fetchLive<typeof messageRoutes.list>, messageRoutes.list, {
    params: { ticketId },
    query,
  });
  const { messages: records, hasMore, hasNewer, unread, lines } = data;
  return { records, hasMore, hasNewer, unread, lines, position };
}
