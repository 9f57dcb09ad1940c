import { flushSync } from 'react-dom';
import type { Location, To } from 'react-router-dom';

/**
 * Everything that opens over a screen (a dialog, a menu on a phone, a full-screen pane) is an entry of the browser's history, so that the
 * device's back button closes only the topmost. Each open pane has an entry of its own, at the address of the screen below, with the ids of
 * the shown panes in its state. History follows the screen: a pane closed by its own button removes its entry, and every navigation first
 * removes the panes' entries, so that no entry is left without its pane.
 */
type Pane = { id: string; close: () => void };
type Options = { replace?: boolean; state?: unknown };
type State = { historyAction: string; location: Location };
/** The part of react-router's router that this module uses. */
type Router = {
  state: State;
  navigate: (to: never, options?: never) => Promise<void>;
  subscribe: (listener: (state: State) => void) => () => void;
};
type Navigate = (to: To | number | null, options?: Options) => Promise<void>;

/** Maximum wait for a step back that the browser does not make. */
const STEP_MS = 1_000;

/** The open panes, the topmost last. */
let open: Pane[] = [];
let router: Router | null = null;
let navigate: Navigate = async () => undefined;
let work: Promise<void> = Promise.resolve();
let isOurStep = false;
let isAsked = false;
let lastKey = '';
let stop = (): void => undefined;

/** The panes of an entry, the topmost last; those of a browser's session before are in it as well. */
export const panesOf = ({ state }: Location): string[] => {
  const panes = (state as { panes?: unknown } | null)?.panes;
  return Array.isArray(panes) ? panes.map(String) : [];
};
const shown = (): string[] => (router ? panesOf(router.state.location) : []);

/** Number of panes, from the lowest on, in which the entry and the screen agree. */
const agreeing = (entry: string[]): number => {
  const at = entry.findIndex((id, index) => open[index]?.id !== id);
  return at === -1 ? entry.length : at;
};

/** Goes back and waits until the router has followed. */
const stepBack = (steps: number): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      isOurStep = false;
      clearTimeout(timer);
      unsubscribe();
      resolve();
    };
    const timer = setTimeout(done, STEP_MS);
    const { key } = router!.state.location;
    const unsubscribe = router!.subscribe(({ location }) => {
      if (location.key !== key) done();
    });
    isOurStep = true;
    void navigate(-steps);
  });

/** Navigates to the same address with other panes in the state. */
const put = async (panes: string[], replace: boolean): Promise<void> => {
  const { pathname, search, hash, state } = router!.state.location;
  await navigate({ pathname, search, hash }, { replace, state: { ...(state as object | null), panes } });
};

/** Adjusts the history entries to the open panes. */
const follow = async (): Promise<void> => {
  for (let tries = 0; router && tries < 20; tries += 1) {
    const entry = shown();
    const ids = open.map(({ id }) => id);
    const same = agreeing(entry);
    if (entry.length > same + 1 || (entry.length > same && ids.length === same)) {
      const before = entry.length;
      await stepBack(entry.length - same - (ids.length > same ? 1 : 0));
      if (shown().length >= before) await put(ids.slice(0, same), true); // there was nothing to go back to
    } else if (ids.length > same) await put(ids.slice(0, same + 1), entry.length > same);
    else return;
  }
};

const inTurn = (task: () => Promise<void>): Promise<void> => {
  work = work.then(task, task);
  return work;
};

/** Runs once for all panes that open and close at the same time: a pane that replaces another takes over its entry. */
const followSoon = (): void => {
  if (isAsked || !router) return;
  isAsked = true;
  queueMicrotask(() => {
    isAsked = false;
    void inTurn(follow);
  });
};

/**
 * The user went back or forward. Closes the panes that are not in the entry, the topmost first; a pane that asks first stays, with its
 * entry.
 */
const handleStep = ({ historyAction, location }: State): void => {
  const isNew = location.key !== lastKey;
  lastKey = location.key;
  if (!isNew || historyAction !== 'POP' || isOurStep) return;
  const same = agreeing(panesOf(location));
  for (const pane of open.slice(same).reverse()) {
    flushSync(pane.close);
    if (open.includes(pane)) break;
  }
  followSoon();
};

/** Registers a pane as shown until the returned function is called. `close` does what its close button does. */
export const openPane = (pane: Pane): (() => void) => {
  open = [...open, pane];
  followSoon();
  return () => {
    open = open.filter((one) => one !== pane);
    followSoon();
  };
};

/** Connects the panes with this router's history. Queues its `navigate`, which all links, hooks and sagas use, behind the panes' steps. */
export const keepPanes = (made: unknown): void => {
  stop();
  open = [];
  work = Promise.resolve();
  isOurStep = false;
  router = made as Router;
  lastKey = router.state.location.key;
  const own = router.navigate.bind(router) as unknown as Navigate;
  navigate = own;
  let waiting = 0;
  const inItsTurn: Navigate = (to, options) => {
    if (typeof to === 'number' || (shown().length === 0 && waiting === 0 && !isAsked)) return own(to, options);
    waiting += 1;
    return inTurn(async () => {
      try {
        if (shown().length > 0) await stepBack(shown().length);
        await own(to, options);
        await follow();
      } finally {
        waiting -= 1;
      }
    });
  };
  router.navigate = inItsTurn as unknown as Router['navigate'];
  stop = router.subscribe(handleStep);
  followSoon(); // the entry of a reloaded page may show panes that do not exist any more
};
