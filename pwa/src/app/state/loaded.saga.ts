import type { SagaIterator } from 'redux-saga';
import { call, delay } from 'redux-saga/effects';

const AGAIN_MS = 5_000;

/** Loads a part of the app, with retries until it succeeds; meanwhile the screen shows the failure, if it needs the part, and offers to reload. */
export function* loaded<Part>(load: () => Promise<Part>): SagaIterator<Part> {
  for (;;) {
    try {
      return yield call(load);
    } catch (error) {
      console.warn('The app could not be loaded whole:', error);
      yield delay(AGAIN_MS);
    }
  }
}
