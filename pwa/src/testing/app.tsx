import { cleanup, configure, render } from '@testing-library/react';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { routesOf } from '../app/router.tsx';
import { createStore, type Store } from '../app/store.ts';
import { startI18n } from '../i18n/i18n.ts';
import { keepPanes } from '../kernel/panes.ts';
import type { Feature } from '../shell/feature.ts';
import { Toasts } from '../ui/toasts.tsx';

configure({ asyncUtilTimeout: 10_000 }); // two cores may be shared with others

const started: Store[] = [];
afterEach(() => {
  cleanup();
  for (const store of started.splice(0)) store.stop();
});

/** The whole app in a test, begun at an address; `features` are the screens behind the sign-in. Ended after the test. */
export const startApp = async (address: string, features: Feature[] = []) => {
  await startI18n('pt');
  const store = createStore(async () => features);
  started.push(store);
  const router = createMemoryRouter(routesOf(store), { initialEntries: [address] });
  keepPanes(router);
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
      <Toasts />
    </Provider>,
  );
  return { store, router, at: () => `${router.state.location.pathname}${router.state.location.search}` };
};
