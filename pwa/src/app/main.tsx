import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { startI18n } from '../i18n/i18n.ts';
import { keepPanes } from '../kernel/panes.ts';
import { Toasts } from '../ui/toasts.tsx';
import '../styles/styles.css';
import { navigateBy } from './navigation.ts';
import { followPreferences } from './preferences.slice.ts';
import { routesOf } from './router.tsx';
import { createStore } from './store.ts';
import { registerServiceWorker } from './update.ts';

await startI18n();
const store = createStore(async () => (await import('./features.ts')).features);
followPreferences(store);
const router = createBrowserRouter(routesOf(store.features));
keepPanes(router);
navigateBy(
  (to, options) => void router.navigate(to, options),
  () => router.state.location.pathname,
);

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Provider store={store}>
      <RouterProvider router={router} />
      <Toasts />
    </Provider>
  </StrictMode>,
);
registerServiceWorker();
