import type { SagaIterator } from 'redux-saga';
import { fork } from 'redux-saga/effects';
import type { Feature } from '../../shell/feature.ts';
import { watchHandovers } from './handover.saga.ts';
import { watchWaits } from './waits.saga.ts';

function* watchNews(): SagaIterator {
  yield fork(watchHandovers);
  yield fork(watchWaits);
}

/** Tells the user of tickets that became late, or that a colleague has transferred. */
export const feature: Feature = { name: 'ticket-news', saga: watchNews };
