import type { SagaIterator } from 'redux-saga';
import { fork } from 'redux-saga/effects';
import type { Feature } from '../../shell/feature.ts';
import { applyingSlice, macros } from './macros.slice.ts';

function* watchMacros(): SagaIterator {
  yield fork(macros.saga);
}

/** Lists of acts that are done to a ticket at once. */
export const feature: Feature = { name: 'macros', slices: [macros.slice, applyingSlice], saga: watchMacros };
