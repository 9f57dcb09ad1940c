import { Component, type ReactNode, startTransition, useLayoutEffect, useState } from 'react';
import {
  type Location,
  type NavigationType,
  Router,
  type To,
  type UNSAFE_createBrowserHistory,
  useLocation,
} from 'react-router-dom';
import type { NavigateOptions } from '../shell/navigation.ts';
import { Crashed } from './crashed.tsx';

type State = { location: Location; historyAction: NavigationType };
type Listener = (state: State, after: Options['after']) => void;
type Options = NavigateOptions;
type History = ReturnType<typeof UNSAFE_createBrowserHistory>;
export type AppRouter = ReturnType<typeof routerOf>;

/**
 * The address of the app over a history made with `v5Compat` (it then tells of every change), with all navigation through the one function
 * `navigate`. react-router's own data router does the same for an app whose routes load their data by it; this app's sagas do, and that
 * router is a tenth of the first screen.
 */
export const routerOf = (history: History) => {
  const listeners = new Set<Listener>();
  let shownAfter: Options['after'];
  const current = (): State => ({ location: history.location, historyAction: history.action });
  const router = {
    state: current(),
    navigate: async (to: To | number | null, { replace = false, state, after }: Options = {}) => {
      shownAfter = after;
      if (typeof to === 'number') history.go(to);
      else if (replace) history.replace(to ?? '', state);
      else history.push(to ?? '', state);
      shownAfter = undefined;
    },
    subscribe: (listener: Listener): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    createHref: history.createHref,
    encodeLocation: history.encodeLocation,
    stop: history.listen(() => {
      router.state = current();
      for (const listener of listeners) listener(router.state, shownAfter);
    }),
  };
  return router;
};

/** Shows its children at the router's address; a screen that waits for its file leaves the one before in its place. */
export const Addressed = ({ router, children }: { router: AppRouter; children: ReactNode }) => {
  const [state, setState] = useState(router.state);
  const [navigator] = useState(() => ({
    createHref: router.createHref,
    encodeLocation: router.encodeLocation,
    go: (steps: number) => void router.navigate(steps),
    push: (to: To, of?: unknown) => void router.navigate(to, { state: of }),
    replace: (to: To, of?: unknown) => void router.navigate(to, { replace: true, state: of }),
  }));
  useLayoutEffect(() => {
    setState(router.state);
    return router.subscribe((next, after) => {
      if (after === undefined) startTransition(() => setState(next));
      else if (after === null) setState(next);
      else void after.then(() => router.state === next && setState(next)); // unless the user has gone on
    });
  }, [router]);
  return (
    <Router location={state.location} navigationType={state.historyAction} navigator={navigator}>
      <Guarded>{children}</Guarded>
    </Router>
  );
};

const Guarded = ({ children }: { children: ReactNode }) => <Boundary location={useLocation()}>{children}</Boundary>;

type Props = { location: Location; children: ReactNode };
/** Shows that a screen has failed, until another address is gone to. */
class Boundary extends Component<Props, { location: Location; failure: { error: unknown } | null }> {
  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }
  static getDerivedStateFromProps({ location }: Props, state: { location: Location }) {
    return location === state.location ? null : { location, failure: null };
  }
  override state = { location: this.props.location, failure: null as { error: unknown } | null };
  override render() {
    const { failure } = this.state;
    return failure ? <Crashed error={failure.error} /> : this.props.children;
  }
}
