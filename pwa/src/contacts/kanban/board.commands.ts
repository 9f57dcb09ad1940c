import { kanbanRoutes, limits } from '@prosa/contracts';
import type { SagaIterator } from 'redux-saga';
import { call, put } from 'redux-saga/effects';
import type { Failure } from '../../kernel/calls/api-error.ts';
import { createCommand } from '../../kernel/calls/command.saga.ts';
import { notified } from '../../kernel/calls/toasts.slice.ts';
import { findText } from '../../kernel/i18n/dictionary.ts';
import { FIRST } from './lane-id.ts';

function* said(key: string): SagaIterator {
  yield put(notified({ kind: 'ok', text: findText('kanban', key) ?? key }));
}
/** As specified, the board says nothing of what was refused: the card is where it was. */
const logged = (what: string, { code, message }: Failure): void => console.warn(what, code, message);

/** Moves a card into a lane. Moves of one card are sent one after another. */
export const moveCard = createCommand({
  type: 'kanban/move',
  route: kanbanRoutes.move,
  by: ({ id, tagId }: { id: string; tagId: string | null }) => `${id}:${tagId}`,
  lane: ({ id }) => id,
  request: ({ id, tagId }) => ({ params: { laneId: tagId ?? FIRST, cardId: id } }),
  quiet: true,
  *onDone(): SagaIterator {
    yield* said('moved');
  },
  *onFailed(_, failure): SagaIterator {
    yield call(logged, 'The card was not moved:', failure);
  },
});

export const removeCard = createCommand({
  type: 'kanban/remove',
  route: kanbanRoutes.delete,
  by: ({ id }: { id: string }) => id,
  request: ({ id }) => ({ params: { id } }),
  quiet: true,
  *onDone(): SagaIterator {
    yield* said('removed');
  },
  *onFailed(_, failure): SagaIterator {
    yield call(logged, 'The card was not removed:', failure);
  },
});

export type CardChanges = {
  description?: string | null;
  observation?: string | null;
  budgetedValue?: number | null;
  negotiatedValue?: number | null;
};
/** Changes a card. Its dialog shows a refusal. */
export const changeCard = createCommand({
  type: 'kanban/change',
  route: kanbanRoutes.change,
  delayMs: limits.submitDelayMs,
  by: ({ id }: { id: string; changes: CardChanges }) => id,
  request: ({ id, changes }) => ({ params: { id }, body: changes }),
  *onDone(): SagaIterator {
    yield* said('saved');
  },
});
