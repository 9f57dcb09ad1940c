import { combineSlices, configureStore, createAction, type Slice } from '@reduxjs/toolkit';
import createSagaMiddleware, { type SagaIterator } from 'redux-saga';
import { call, fork, take, takeEvery } from 'redux-saga/effects';
import { listenToSession } from '../../kernel/calls/client.ts';
import { commandsReducer } from '../../kernel/calls/commands.slice.ts';
import { toastsReducer } from '../../kernel/calls/toasts.slice.ts';
import { liveReducer } from '../../kernel/live/live.slice.ts';
import { watchSessions } from '../../people/sessions/sessions.saga.ts';
import { ended, endedBy, sessionReducer, userChanged } from '../../people/sessions/sessions.slice.ts';
import type { Feature, Screen } from '../../shell/feature.ts';
import { preferencesReducer } from '../../shell/preferences.slice.ts';
import { watchNotices } from './later-notices.ts';
import { loaded } from './loaded.saga.ts';
import { restoreOffline, watchOffline } from './offline.saga.ts';
import { paced } from './paced.ts';
import { watchToasts } from './toasts.saga.ts';

/** The shell's own state; features add theirs under their slices' names. */
const shell = {
  session: sessionReducer,
  live: liveReducer,
  commands: commandsReducer,
  toasts: toastsReducer,
  preferences: preferencesReducer,
};

/** Dispatched when the state got new slices; with a name: those of a screen, whose saga must run. */
const grown = createAction<string | undefined>('store/grown');

/**
 * The store of one tab, with its sagas running. The features are loaded when a session begins, or earlier on request; their state is reset
 * when the session ends.
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
  const inject = (slices: Slice[]) => {
    for (const slice of slices) {
      reducer.inject(slice);
      featureSlices.add(slice.reducerPath);
    }
  };
  /** The sagas of the screens opened so far. */
  const brought = new Map<string, Screen['saga']>();
  /**
   * Adds a screen's slices to the state and starts its saga, before the screen is first shown; afterwards they are treated like a feature's
   * own.
   */
  const bring = (name: string, { slices = [], saga }: Partial<Screen>): void => {
    if (brought.has(name)) return;
    inject(slices);
    brought.set(name, saga);
    store.dispatch(grown(name));
  };
  let loading: Promise<Feature[]> | null = null;
  /** Loads the features and adds their slices to the state. Rejects if they cannot be loaded; the next call tries again. */
  const features = (): Promise<Feature[]> => {
    const begin = async () => {
      const found = await load();
      inject(found.flatMap(({ slices = [] }) => slices));
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
    for (const [name, saga] of brought) if (saga) yield fork(keepAlive, name, saga);
    yield takeEvery(grown, function* ({ payload: name = '' }): SagaIterator {
      const saga = brought.get(name);
      if (saga) yield call(keepAlive, name, saga);
    });
    const found: Feature[] = yield call(loaded, features);
    yield call(restoreOffline, found);
    yield fork(keepAlive, 'kept', () => watchOffline(found));
    yield fork(keepAlive, 'notices', () => watchNotices(found));
    for (const { name, saga } of found) if (saga) yield fork(keepAlive, name, saga);
    yield take(() => false);
  };
  const tasks = [sagas.run(watchToasts), sagas.run(watchSessions, work)];
  /** Ends the sagas and with them the live connection: for tests, because a browser tab simply closes. */
  const stop = () => {
    for (const task of tasks) task.cancel();
  };
  return { ...store, features, bring, stop };
};
export type Store = ReturnType<typeof createStore>;
export type RootState = ReturnType<Store['getState']>;

/** Isolates a feature's failure from the others: logs it and restarts the feature's saga. */
function* keepAlive(name: string, saga: () => SagaIterator): SagaIterator {
  for (let faults = 0; faults < 20; faults += 1) {
    try {
      return yield call(saga);
    } catch (error) {
      console.error(`${name}:`, error);
    }
  }
}
