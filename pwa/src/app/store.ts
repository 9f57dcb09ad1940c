import { combineSlices, configureStore, createAction } from '@reduxjs/toolkit';
import createSagaMiddleware, { type SagaIterator } from 'redux-saga';
import { call, delay, fork, take } from 'redux-saga/effects';
import { listenToSession } from '../kernel/client.ts';
import { commandsReducer } from '../kernel/commands.slice.ts';
import type { Feature } from '../kernel/feature.ts';
import { liveReducer } from '../kernel/live.slice.ts';
import { toastsReducer } from '../kernel/toasts.slice.ts';
import { watchSessions } from '../sessions/sessions.saga.ts';
import { ended, endedBy, sessionReducer, userChanged } from '../sessions/sessions.slice.ts';
import { watchBrowserNotices } from './browser-notices.ts';
import { restoreKept, watchKept } from './kept.saga.ts';
import { paced } from './paced.ts';
import { preferencesReducer } from './preferences.slice.ts';
import { watchToasts } from './toasts.saga.ts';

const AGAIN_MS = 5_000;

/** The shell's own state; features add theirs under their slices' names. */
const shell = {
  session: sessionReducer,
  live: liveReducer,
  commands: commandsReducer,
  toasts: toastsReducer,
  preferences: preferencesReducer,
};

/** The state has slices that it had not. */
const grown = createAction('store/grown');

/**
 * The store of one tab, its sagas running. The features are loaded when a session begins, or something else asks for them first; their
 * state falls back to its beginning when it ends.
 */
export const createStore = (load: () => Promise<Feature[]>) => {
  const sagas = createSagaMiddleware();
  const reducer = combineSlices(shell);
  const featureSlices = new Set<string>();
  const store = configureStore({
    reducer: (state: ReturnType<typeof reducer> | undefined, action: Parameters<typeof reducer>[1]) => {
      if (!ended.match(action) || state === undefined) return reducer(state, action);
      const kept = Object.entries(state).filter(([name]) => !featureSlices.has(name) && name !== 'commands');
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
  let loading: Promise<Feature[]> | null = null;
  /** The features, their slices in the state. Rejects where they cannot be loaded; the next call tries again. */
  const features = (): Promise<Feature[]> => {
    const begin = async () => {
      const found = await load();
      for (const slice of found.flatMap(({ slices = [] }) => slices)) {
        reducer.inject(slice);
        featureSlices.add(slice.reducerPath);
      }
      store.dispatch(grown());
      return found;
    };
    loading ??= begin().catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  };
  const work = function* (): SagaIterator {
    const found: Feature[] = yield call(loaded, features);
    yield call(restoreKept, found);
    yield fork(keepAlive, 'kept', () => watchKept(found));
    yield fork(keepAlive, 'notices', () => watchBrowserNotices(found));
    for (const { name, saga } of found) if (saga) yield fork(keepAlive, name, saga);
    yield take(() => false);
  };
  const tasks = [sagas.run(watchToasts), sagas.run(watchSessions, work)];
  /** Ends the sagas, the live connection with them: for tests, a tab just goes. */
  const stop = () => {
    for (const task of tasks) task.cancel();
  };
  return { ...store, features, stop };
};
export type Store = ReturnType<typeof createStore>;
export type RootState = ReturnType<Store['getState']>;

/** The features, tried for until they are there; meanwhile the screen says that they are not, and offers to begin anew. */
function* loaded(features: () => Promise<Feature[]>): SagaIterator<Feature[]> {
  for (;;) {
    try {
      return yield call(features);
    } catch (error) {
      console.warn('The app could not be loaded whole:', error);
      yield delay(AGAIN_MS);
    }
  }
}

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
