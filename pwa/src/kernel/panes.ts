import { flushSync } from 'react-dom';
import type { Location, To } from 'react-router-dom';

/**
 * What opens over a screen (a dialog, a menu on a phone, a pane that has the whole screen) is a step of the browser's history: the
 * device's back closes the topmost and nothing else. Each open pane has an entry of its own, at the address of what is under it, with
 * the panes that it shows in its state. History follows the screen: a pane that closes by its own cross takes its entry back, and
 * whatever goes to another address does so from under the panes, so that no entry is left which shows nothing.
 */
type Pane = { id: string; close: () => void };
type Options = { replace?: boolean; state?: unknown };
type State = { historyAction: string; location: Location };
/** As much of react-router's router as this needs. */
type Router = {
  state: State;
  navigate: (to: never, options?: never) => Promise<void>;
  subscribe: (listener: (state: State) => void) => () => void;
};
type Navigate = (to: To | number | null, options?: Options) => Promise<void>;

/** A step back that the browser does not take within this time is not waited for. */
const STEP_MS = 1_000;

/** What is open on the screen, the topmost last. */
let open: Pane[] = [];
let router: Router | null = null;
let navigate: Navigate = async () => undefined;
let work: Promise<void> = Promise.resolve();
let isOurStep = false;
let isAsked = false;
let lastKey = '';
let stop = (): void => undefined;

/** The panes of an entry, the topmost last; those of a browser's session before are in it as well. */
const panesOf = ({ state }: Location): string[] => {
  const panes = (state as { panes?: unknown } | null)?.panes;
  return Array.isArray(panes) ? panes.map(String) : [];
};
const shown = (): string[] => (router ? panesOf(router.state.location) : []);

/** Where the entry and the screen show the same, from the lowest on. */
const agreeing = (entry: string[]): number => {
  const at = entry.findIndex((id, index) => open[index]?.id !== id);
  return at === -1 ? entry.length : at;
};

/** Goes back, and waits until the router is there. */
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

/** The entry at this address with other panes. */
const put = async (panes: string[], replace: boolean): Promise<void> => {
  const { pathname, search, hash, state } = router!.state.location;
  await navigate({ pathname, search, hash }, { replace, state: { ...(state as object | null), panes } });
};

/** Makes the entries those of what is open. */
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

/** Once, for all that opens and closes at a time: what gives way to another leaves its entry to it. */
const followSoon = (): void => {
  if (isAsked || !router) return;
  isAsked = true;
  queueMicrotask(() => {
    isAsked = false;
    void inTurn(follow);
  });
};

/** The person went back or forth. What is no longer in the entry closes, the topmost first; one that asks first stays, with its entry. */
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

/** A pane is on the screen from now until the answer is called. `close` is what its cross does. */
export const openPane = (pane: Pane): (() => void) => {
  open = [...open, pane];
  followSoon();
  return () => {
    open = open.filter((one) => one !== pane);
    followSoon();
  };
};

/**
 * Lets the panes have entries in this router's history, once it is made. Its `navigate`, which links, hooks and sagas all come to, is
 * put in their turn.
 */
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
  followSoon(); // the entry of a page that was reloaded may show what is not there any more
};
