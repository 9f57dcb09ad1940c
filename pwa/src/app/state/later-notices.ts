import type { SagaIterator } from 'redux-saga';
import { call, cancelled } from 'redux-saga/effects';
import { afterFirstScreen } from '../../kernel/loading/first-screen.ts';
import { later } from '../../kernel/loading/later.ts';
import type { Feature } from '../../shell/feature.ts';
import { loaded } from './loaded.saga.ts';

const browserNotices = later(() => import('../notices/browser-notices.ts'));
const firstScreen = (): Promise<void> => new Promise((resolve) => afterFirstScreen(resolve));

/** The browser's notifications, which begin once the first screen is shown. */
export function* watchNotices(features: Feature[]): SagaIterator {
  let hasBegun = false;
  try {
    yield call(firstScreen);
    const { watchBrowserNotices }: typeof import('../notices/browser-notices.ts') = yield call(loaded, browserNotices.load);
    hasBegun = true;
    yield* watchBrowserNotices(features);
  } finally {
    // Notices that an earlier page has left on the device go with the session all the same.
    if (!hasBegun && (yield cancelled())) yield call(closeNotices);
  }
}

const closeNotices = (): Promise<void> =>
  browserNotices.load().then(
    (part) => part.closeNotices(),
    () => undefined,
  );
