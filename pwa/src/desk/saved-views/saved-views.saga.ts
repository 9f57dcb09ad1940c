import { savedViews as definition, type SavedView } from '@prosa/contracts';
import { createAction } from '@reduxjs/toolkit';
import type { SagaIterator } from 'redux-saga';
import { call, fork, put, select, take, takeEvery, takeLatest } from 'redux-saga/effects';
import { queues } from '../../flows/queues/queues.slice.ts';
import { createCommand } from '../../kernel/calls/command.saga.ts';
import { notified } from '../../kernel/calls/toasts.slice.ts';
import { textOf } from '../../kernel/i18n/dictionary.ts';
import { liveFrame } from '../../kernel/live/live.slice.ts';
import { users } from '../../people/users/users.slice.ts';
import { tags } from '../tags/tags.slice.ts';
import { NO_QUEUE } from '../tickets/state/tickets.filters.ts';
import { selectView } from '../tickets/state/tickets.selectors.ts';
import { shownList, type TicketsView, viewChanged } from '../tickets/state/tickets.slice.ts';
import { type Content, contentOf, type Gone, isSameContent, stillOf, type There, withView } from './saved-views.model.ts';
import { savedViews } from './saved-views.slice.ts';

/** Shows the tickets of a view. */
export const viewChosen = createAction<string>('savedViews/chosen');
/** Shows the lists as they were before. */
export const viewLeft = createAction('savedViews/leftView');

/** Gives a view the filters that are on the screen. */
export const updateView = createCommand({
  type: 'savedViews/update',
  route: definition.routes.change,
  by: ({ view }: { view: SavedView; content: Content }) => view.id,
  request: ({ view, content }) => ({ params: { id: view.id }, body: content }),
  *onDone({ view }): SagaIterator {
    yield put(notified({ kind: 'ok', text: textOf('saved-views', 'updated', { name: view.name }) }));
  },
});

const lookups = { queues, tags, users };

/** What exists, of what is known so far. */
export const selectThere = (state: unknown): There => {
  const known = (of: (typeof lookups)[keyof typeof lookups]) => {
    const { asOf, ids } = of.selectState(state).live;
    return asOf === null ? null : new Set(ids);
  };
  return { queues: known(queues), tags: known(tags), users: known(users) };
};

/** Fetches the people, of whom a view names one. What cannot be fetched is taken to be there. */
function* knowUsers(): SagaIterator {
  yield put(users.wanted());
  let { status }: { status: string } = yield select(users.selectState);
  while (status === 'idle' || status === 'loading') {
    yield take();
    ({ status } = yield select(users.selectState));
  }
}

const goneWords = (name: string, { queues: ofQueues, tags: ofTags, users: ofUsers }: Gone): string => {
  const what = [
    ofQueues > 0 && textOf('saved-views', 'goneQueues', { count: ofQueues }),
    ofTags > 0 && textOf('saved-views', 'goneTags', { count: ofTags }),
    ofUsers > 0 && textOf('saved-views', 'goneUser'),
  ].filter((one) => one !== false);
  return textOf('saved-views', 'gone', { name, what: what.join(', ') });
};

/** A view once it is here: one that was just made comes by its push. */
function* known(id: string): SagaIterator<SavedView> {
  while (true) {
    const { live }: ReturnType<typeof savedViews.selectState> = yield select(savedViews.selectState);
    const record = live.byId[id];
    if (record) return record;
    yield take();
  }
}

/** Narrows the lists by a view, and says what of it is gone. */
function* apply(id: string): SagaIterator {
  const record: SavedView = yield call(known, id);
  const content = contentOf(record);
  if (content.attendantId !== null) yield call(knowUsers);
  const there: There = yield select(selectThere);
  const { content: still, gone } = stillOf(content, there);
  const view: TicketsView = yield select(selectView);
  yield put(viewChanged(withView(view, shownList(view), { id, content }, still, [...(there.queues ?? []), NO_QUEUE])));
  if (gone.queues + gone.tags + gone.users > 0) yield put(notified({ kind: 'warn', text: goneWords(record.name, gone) }));
}

function* leave(): SagaIterator {
  const { saved }: TicketsView = yield select(selectView);
  if (saved) yield put(viewChanged({ ...saved.before, saved: null }));
}

/** A view is left with the last list that it has. */
function* leaveWithList(): SagaIterator {
  const view: TicketsView = yield select(selectView);
  const list = shownList(view);
  if (view.saved && list !== 'search' && !view.saved.content.states.includes(list)) yield call(leave);
}

/** The view that is shown follows its own changes, and those of the queues and tags that it names. */
function* follow({ payload: { channel, action, record } }: ReturnType<typeof liveFrame>): SagaIterator {
  const { saved }: TicketsView = yield select(selectView);
  if (!saved) return;
  const id = String(record.id);
  if (channel === 'saved-view' && id === saved.id) {
    if (action === 'delete') return yield call(leave);
    if (!isSameContent(contentOf(record as SavedView), saved.content)) yield call(apply, id);
    return;
  }
  const named = [...(saved.content.queueIds ?? []), ...saved.content.tagIds];
  const isGone = action === 'delete' && (channel === 'queue' || channel === 'tag') && named.includes(id);
  const isNew = action === 'create' && channel === 'queue' && saved.content.queueIds !== null;
  if (isGone || isNew) yield call(apply, saved.id);
}

export function* watchViews(): SagaIterator {
  yield fork(savedViews.saga);
  yield fork(updateView.saga);
  yield takeLatest(viewChosen, function* ({ payload }): SagaIterator {
    yield call(apply, payload);
  });
  yield takeEvery(viewLeft, leave);
  yield takeEvery(viewChanged, leaveWithList);
  yield takeEvery(liveFrame, follow);
}
