import { newId, type TagView } from '@prosa/contracts';
import { createAction } from '@reduxjs/toolkit';
import type { SagaIterator } from 'redux-saga';
import { put, select, takeEvery } from 'redux-saga/effects';
import type { Failure } from '../../../kernel/calls/api-error.ts';
import { selectOutbox, sendAsked, sendDropped, type WithMessages } from '../../messages/state/messages.slice.ts';
import type { Outgoing } from '../../messages/state/outgoing.ts';
import { tags as allTags } from '../../tags/tags.slice.ts';

type Tags = Pick<TagView, 'id' | 'name' | 'color'>[];

/** Sets the ticket's tags to these once there is a connection. */
export const tagsQueued = createAction<{ ticketId: string; tags: Tags }>('tickets/tagsQueued');

/** No answer: the change waits in the outbox instead of failing. */
export const isUnanswered = ({ code, status }: Failure): boolean => status === 0 && code !== 'CANCELLED';

/** The tags that wait for a ticket, the last chosen set; null if there is none. */
export const selectQueuedTags =
  (ticketId: string) =>
  (state: WithMessages): Tags | null =>
    selectOutbox(state).findLast((one) => one.ticketId === ticketId && one.tags && one.state === 'waiting')?.tags ?? null;

type Failed = { type: string; payload: Failure; meta: { of: { ticketId: string; tagIds: string[] } } };

/**
 * Tag changes without a connection go to the outbox, where the last one of a ticket replaces the earlier ones; `failed`: the command's
 * failure.
 */
export function* watchTagsOffline(failed: { type: string }): SagaIterator {
  yield takeEvery(tagsQueued, queue);
  yield takeEvery(failed.type, function* ({ payload, meta: { of } }: Failed): SagaIterator {
    if (!isUnanswered(payload)) return;
    const known: ReturnType<typeof allTags.selectAll> = yield select(allTags.selectAll);
    const byId = new Map(known.map((tag) => [tag.id, tag]));
    const tags = of.tagIds.flatMap((id) => byId.get(id) ?? []);
    if (tags.length === of.tagIds.length) yield put(tagsQueued({ ticketId: of.ticketId, tags }));
  });
}

function* queue({ payload: { ticketId, tags } }: ReturnType<typeof tagsQueued>): SagaIterator {
  const outbox: Outgoing[] = yield select(selectOutbox);
  const known = tags.map(({ id, name, color }) => ({ id, name, color }));
  yield put(
    sendAsked({
      ...{ key: newId(), ticketId, body: '', isObservation: false, signature: null, quoted: null, tags: known },
      ...{ createdAt: new Date().toISOString(), state: 'waiting', position: null, failure: null },
    }),
  );
  for (const one of outbox)
    if (one.ticketId === ticketId && one.tags && one.state !== 'taken' && !one.isUnknown) yield put(sendDropped(one.key));
}
