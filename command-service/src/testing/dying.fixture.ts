import { createServer, type Store } from '@prosa/infra/runtime';
import type { CommandService } from '../app.ts';
import { contacts } from '../contacts/contacts/contacts.feature.ts';
import type { App, Caller, Deps } from '../kernel/deps.ts';
import type { Feature } from '../kernel/feature.ts';
import { createHandler } from '../kernel/handler.ts';
import { authenticate } from '../people/sessions/authenticate.ts';

/** The moment of death: before an append (1 is the first) reaches the store, or after it was written but before the answer arrives. */
export type Moment = { append: number; landed: boolean };
/**
 * A process that dies: `dead` resolves with true at its death, or with false when `over()` is called because its work ended without one.
 */
export type Dying = { app: App; deps: Deps; dead: Promise<boolean>; over: () => void };

/**
 * The calls of a feature (default: of contacts) in one more process beside a service, which dies at a given moment as with `kill -9`: from then on no request to the
 * store is answered, and none reaches it.
 */
export const dyingConcurrently = (
  { deps }: Pick<CommandService, 'deps'>,
  moment: Moment,
  { routes }: Pick<Feature, 'routes'> = contacts,
): Dying => {
  const { promise: dead, resolve } = Promise.withResolvers<boolean>();
  const never = new Promise<never>(() => {});
  let appends = 0;
  let alive = true;
  const die = (): Promise<never> => {
    alive = false;
    resolve(true);
    return never;
  };
  const store: Store = {
    ...deps.store,
    load: (...asked) => (alive ? deps.store.load(...asked) : never),
    read: async function* (...asked) {
      if (!alive) await never;
      yield* deps.store.read(...asked);
    },
    append: async (...asked) => {
      appends += 1;
      const last = alive && appends === moment.append;
      if (!alive || (last && !moment.landed)) return die();
      const done = await deps.store.append(...asked).catch((error: unknown) => {
        // An append refused because a reactor was quicker does not count: its retry has the same number.
        appends -= 1;
        throw error;
      });
      return last ? die() : done;
    },
  };
  const { codec, log, clock, referenceData, tokens } = deps;
  const mortal: Deps = { ...deps, store, handle: createHandler({ store, codec, log, clock }) };
  const app: App = createServer<Caller>({
    log,
    name: 'dying',
    tokens,
    authenticate: authenticate(referenceData),
    openapi: () => ({}),
  });
  routes?.(app, mortal);
  return { app, deps: mortal, dead, over: () => resolve(false) };
};
