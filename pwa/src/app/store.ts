import { combineSlices, configureStore } from '@reduxjs/toolkit';
import createSagaMiddleware, { type SagaIterator } from 'redux-saga';
import { call, fork, take } from 'redux-saga/effects';
import { listenToSession } from '../kernel/client.ts';
import { commandsReducer } from '../kernel/commands.slice.ts';
import type { Feature } from '../kernel/feature.ts';
import { liveReducer } from '../kernel/live.slice.ts';
import { toastsReducer } from '../kernel/toasts.slice.ts';
import { watchSessions } from '../sessions/sessions.saga.ts';
import { ended, endedBy, sessionReducer, userChanged } from '../sessions/sessions.slice.ts';
import { watchBrowserNotices } from './browser-notices.ts';
import { paced } from './paced.ts';
import { preferencesReducer } from './preferences.slice.ts';
import { watchToasts } from './toasts.saga.ts';

/** The shell's own state; features add theirs under their slices' names. */
const shell = {
  session: sessionReducer,
  live: liveReducer,
  commands: commandsReducer,
  toasts: toastsReducer,
  preferences: preferencesReducer,
};

/** The store of one tab, its sagas running. A feature's state falls back to its beginning when the session ends. */
export const createStore = (features: Feature[]) => {
  const sagas = createSagaMiddleware();
  const reducer = combineSlices(shell, ...features.flatMap(({ slices = [] }) => slices));
  const featureSlices = features.flatMap(({ slices = [] }) => slices.map(({ reducerPath }) => reducerPath));
  const store = configureStore({
    reducer: (state: ReturnType<typeof reducer> | undefined, action: Parameters<typeof reducer>[1]) => {
      if (!ended.match(action) || state === undefined) return reducer(state, action);
      const kept = Object.entries(state).filter(([name]) => !featureSlices.includes(name) && name !== 'commands');
      return reducer(Object.fromEntries(kept) as typeof state, action);
    },
    enhancers: (defaults) => defaults({ autoBatch: { type: 'callback', queueNotification: paced() } }),
    middleware: (defaults) => defaults({ thunk: false, serializableCheck: false }).concat(sagas),
  });
  listenToSession({
    onRefreshed: ({ user }) => store.dispatch(userChanged(user)),
    onSignedOut: (code) => {
      if (store.getState().session.status !== 'out') store.dispatch(ended(endedBy(code)));
    },
  });
  const work = function* (): SagaIterator {
    yield fork(keepAlive, 'notices', () => watchBrowserNotices(features));
    for (const { name, saga } of features) if (saga) yield fork(keepAlive, name, saga);
    yield take(() => false);
  };
  const tasks = [sagas.run(watchToasts), sagas.run(watchSessions, work)];
  /** Ends the sagas, the live connection with them: for tests, a tab just goes. */
  const stop = () => {
    for (const task of tasks) task.cancel();
  };
  return { ...store, stop };
};
export type Store = ReturnType<typeof createStore>;
export type RootState = ReturnType<Store['getState']>;

/** One feature's fault does not take the others along: it is told, and the feature begins anew. */
function* keepAlive(name: string, saga: () => SagaIterator): SagaIterator {
  for (let faults = 0; faults < 20; faults += 1) {
    try {
      return yield call(saga);
    } catch (error) {
      console.error(`${name}:`, error);
    }
  }
}
