import { type Availability, type Me, userRoutes } from '@prosa/contracts';
import type { SagaIterator } from 'redux-saga';
import { put, select } from 'redux-saga/effects';
import { createCommand } from '../../kernel/calls/command.saga.ts';
import { selectMe, userChanged } from '../sessions/sessions.slice.ts';

/** Says whether the user takes new tickets. */
export const chooseAvailability = createCommand({
  type: 'availability/choose',
  route: userRoutes.setAvailability,
  request: (availability: Availability) => ({ body: { availability } }),
  lane: () => 'availability',
  *onDone(_, { availability }): SagaIterator {
    const me: Me | null = yield select(selectMe);
    if (me) yield put(userChanged({ ...me, availability }));
  },
});
