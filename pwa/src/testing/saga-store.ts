import { configureStore, type Middleware, type ReducersMapObject, type UnknownAction } from '@reduxjs/toolkit';
import createSagaMiddleware from 'redux-saga';

/** A store of a few reducers in which sagas run; `seen` holds all its actions, in order. */
export const sagaStore = <State>(reducer: ReducersMapObject<State>) => {
  const seen: UnknownAction[] = [];
  const record: Middleware = () => (pass) => (action) => {
    seen.push(action as UnknownAction);
    return pass(action);
  };
  const sagas = createSagaMiddleware();
  const store = configureStore({
    reducer,
    middleware: (defaults) => defaults({ thunk: false, serializableCheck: false }).concat(record, sagas),
  });
  return { store, seen, sagas };
};
