import type { Me } from '@prosa/contracts';
import type { EventChannel, SagaIterator } from 'redux-saga';
import { call, delay, fork, put, race, select, take } from 'redux-saga/effects';
import { browserEvents } from '../../kernel/device/browser-events.ts';
import { forgetOffline, keep, readKept } from '../../kernel/device/offline-store.ts';
import { liveRefetch, liveWelcomed, selectLive } from '../../kernel/live/live.slice.ts';
import { type SessionState, selectMe, selectSession } from '../../people/sessions/sessions.slice.ts';
import type { Feature } from '../../shell/feature.ts';

/** Minimum time between two writes: a busy company changes its lists many times a second. */
const EVERY_MS = 3_000;

/** Restores what was last seen, if the session began without a server. */
export function* restoreOffline(features: Feature[]): SagaIterator {
  const { isUnconfirmed, user }: SessionState = yield select(selectSession);
  if (!isUnconfirmed || user === null) return;
  const kept: Record<string, unknown> = yield call(readKept, user.id);
  for (const { name, keeps } of features) {
    const own = Object.entries(kept).filter(([key]) => key.startsWith(`${name}/`));
    if (keeps && own.length > 0)
      yield put(keeps.restored(Object.fromEntries(own.map(([key, value]) => [key.slice(name.length + 1), value]))));
  }
}

/** Fetches everything that was restored again as soon as there is a server, beginning with the user. */
export function* confirmKept(): SagaIterator {
  const { isUnconfirmed }: SessionState = yield select(selectSession);
  if (!isUnconfirmed) return;
  const { state }: ReturnType<typeof selectLive> = yield select(selectLive);
  if (state !== 'connected') yield take(liveWelcomed);
  yield put(liveRefetch());
}

/** Keeps what is seen while the session lasts, and immediately when the page is hidden. */
export function* watchOffline(features: Feature[]): SagaIterator {
  const me: Me | null = yield select(selectMe);
  if (me === null) return;
  const hidden: EventChannel<Event> = yield call(browserEvents, document, 'visibilitychange');
  let written: Record<string, unknown> = {};
  try {
    yield call(forgetOffline, me.id);
    yield fork(confirmKept);
    while (true) {
      const state: unknown = yield select();
      const now = partsOf(features, state);
      const changed = [...new Set([...Object.keys(now), ...Object.keys(written)])].filter((key) => now[key] !== written[key]);
      if (changed.length > 0)
        yield call(keep, me.id, Object.fromEntries(changed.map((key) => [key, now[key] && packed(features, key, now[key])])));
      written = now;
      yield race([delay(EVERY_MS), take(hidden)]);
    }
  } finally {
    hidden.close();
  }
}

/** Everything to keep, by name; the same objects while nothing changed. */
const partsOf = (features: Feature[], state: unknown): Record<string, unknown> => {
  const parts: Record<string, unknown> = { me: selectMe(state as never) };
  for (const { name, keeps } of features)
    for (const [key, value] of Object.entries(keeps?.parts(state as never) ?? {})) parts[`${name}/${key}`] = value;
  return parts;
};

const packed = (features: Feature[], key: string, part: unknown): unknown => {
  const feature = features.find(({ name }) => key.startsWith(`${name}/`));
  return feature?.keeps ? feature.keeps.packed(part as never, key.slice(feature.name.length + 1)) : part;
};
