import type { ReactElement } from 'react';
import { Provider } from 'react-redux';
import { UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router-dom';
import { selectToasts } from '../kernel/calls/toasts.slice.ts';
import { chooseLanguage, startI18n } from '../kernel/i18n/i18n.ts';
import { afterFirstScreen } from '../kernel/loading/first-screen.ts';
import { loadAhead } from '../kernel/loading/later.ts';
import { keepPanes } from '../kernel/panes.ts';
import { codesSaved, signIn } from '../people/sessions/sessions.saga.ts';
import { selectSession } from '../people/sessions/sessions.slice.ts';
import { entryOf, selectSignIn } from '../people/sessions/sign-in.state.ts';
import type { Credentials } from '../people/sessions/sign-in.tsx';
import type { Feature } from '../shell/feature.ts';
import { navigateBy } from '../shell/navigation.ts';
import { followPreferences, selectPreferences, themeChosen } from '../shell/preferences.slice.ts';
import type { Theme } from '../shell/theme.ts';
import { Addressed, routerOf } from './address.tsx';
import type later from './app.later.pt.json';
import type texts from './app.pt.json';
import { PlacedToasts, Toasted } from './placed-toasts.tsx';
import { leavePublicPages } from './public-address.ts';
import { Routed, routesOf } from './router.tsx';
import { createStore, type RootState } from './state/store.ts';

declare module '../kernel/i18n/texts.ts' {
  interface Texts {
    app: typeof texts & typeof later;
  }
}

export type App = Awaited<ReturnType<typeof beginApp>>;

/** Starts everything behind the sign-in page: the store and its sagas immediately, the router when its screens are first rendered. */
export const beginApp = async (load: () => Promise<Feature[]>) => {
  await startI18n();
  const store = createStore(load);
  followPreferences(store);
  afterFirstScreen(() => void loadAhead());
  const openRouter = () => {
    leavePublicPages();
    const made = routerOf(createBrowserHistory({ v5Compat: true }));
    keepPanes(made);
    navigateBy(
      (to, options) => void made.navigate(to, options),
      () => made.state.location.pathname,
    );
    return made;
  };
  let router: ReturnType<typeof openRouter> | undefined;
  const routes = routesOf(store);
  /** The page's content from the first sign-in on. */
  const screens = (): ReactElement => {
    router ??= openRouter();
    return (
      <Provider store={store}>
        <Toasted>
          <Addressed router={router}>
            <Routed routes={routes} />
          </Addressed>
        </Toasted>
      </Provider>
    );
  };
  return {
    screens,
    /** Toasts that appear while the sign-in page is still there. */
    notices: (): ReactElement => (
      <Provider store={store}>
        <PlacedToasts />
      </Provider>
    ),
    toasted: (state: RootState): string[] => selectToasts(state).map(({ text }) => text),
    subscribe: store.subscribe,
    state: (): RootState => store.getState(),
    isOut: (state: RootState): boolean => state.session.status === 'out',
    /** The props of the sign-in page that depend on the app's state. */
    entryOf: (state: RootState) => entryOf(selectSession(state), selectSignIn(state), selectPreferences(state)),
    signIn: (values: Credentials) => void store.dispatch(signIn.start(values)),
    keepCodes: () => void store.dispatch(codesSaved()),
    chooseTheme: (theme: Theme) => void store.dispatch(themeChosen(theme)),
    chooseLanguage,
    stop: store.stop,
  };
};
