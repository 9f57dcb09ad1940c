import { cleanup, render } from '@testing-library/react';
import { Provider } from 'react-redux';
import { UNSAFE_createMemoryHistory as createMemoryHistory, type RouteObject } from 'react-router-dom';
import { Addressed, routerOf } from '../app/address.tsx';
import { Toasted } from '../app/placed-toasts.tsx';
import { Routed, routesOf } from '../app/router.tsx';
import { createStore, type Store } from '../app/state/store.ts';
import { startI18n } from '../kernel/i18n/i18n.ts';
import { loadParts } from '../kernel/loading/later.ts';
import { keepPanes } from '../kernel/panes.ts';
import type { Feature } from '../shell/feature.ts';
import './queries.ts';
import { withRealAnswers } from './real-answers.ts';

const started: Store[] = [];
afterEach(() => {
  cleanup();
  for (const store of started.splice(0)) store.stop();
});

/** The whole app in a test, started at an address; `features` are the screens behind the sign-in. Stopped after the test. */
export const startApp = (address: string, features: Feature[] = []) => startWith(address, features, routesOf);

/** The part of the app that `routesOf` shows. */
export const startWith = async (address: string, features: Feature[], routesOf: (store: Store) => RouteObject[]) => {
  withRealAnswers();
  await Promise.all([startI18n('pt'), loadParts()]);
  const store = createStore(async () => features);
  started.push(store);
  const router = routerOf(createMemoryHistory({ initialEntries: [address], v5Compat: true }));
  const routes = routesOf(store);
  keepPanes(router);
  render(
    <Provider store={store}>
      <Toasted>
        <Addressed router={router}>
          <Routed routes={routes} />
        </Addressed>
      </Toasted>
    </Provider>,
  );
  return { store, router, at: () => `${router.state.location.pathname}${router.state.location.search}` };
};
