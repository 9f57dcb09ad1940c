import { derivedId, type Fact, newId, tags } from '@prosa/contracts';
import type { Bus, BusMessage, Store } from '@prosa/infra/runtime';
import type { Decider } from '../kernel/decider.ts';
import type { Deps } from '../kernel/deps.ts';
import { createHandler } from '../kernel/handler.ts';
import { knownSets } from '../kernel/known-sets.ts';
import { defineReactor, type FactsOf, type Reaction, type Reactor, type StreamMemory } from '../kernel/reactor.ts';
import { createFeed, type Feed } from './feed.ts';
import { type Line, lineOf } from './line.ts';

export type Created = FactsOf<(typeof tags.events)['created']>;
type Parts = Omit<Parameters<typeof defineReactor<(typeof tags.events)['created']>>[0], 'streams' | 'events'>;

/** A reactor on tags; nothing else reacts to their streams. */
export const onTags = (parts: Parts): Reactor => defineReactor({ streams: ['tag-'], events: [tags.events.created], ...parts });

/** Appends tags of a company, in order, to streams of their own; returns their event ids. */
export const makeTags = async ({ codec, store }: Deps, companyId: string, names: readonly string[]): Promise<string[]> => {
  const events = await codec.encodeAll(
    names.map((name) => ({ type: 'tag.created', data: { id: newId(), name, color: '#111111', kanban: 0 } })),
    {
      companyId,
      actor: { kind: 'system', id: 'test' },
      commandId: newId(),
      correlationId: 'x',
      causationId: 'x',
      at: new Date(),
    },
  );
  for (let n = 0; n < events.length; n += 500) await store.append(`tag-${newId()}`, events.slice(n, n + 500), 'no_stream');
  return events.map(({ id }) => id!);
};

/** Decides one event per command, whatever the stream holds. */
export const counter: Decider<{ id: string }, number, { type: 'tag.deleted'; data: { id: string } }> = {
  initial: () => 0,
  decide: ({ id }) => [{ type: 'tag.deleted', data: { id } }],
  evolve: (count) => count + 1,
};

const toldStream = (name: string, companyId: string) => `tag-told-${derivedId(companyId, name)}`;

/** Creates the table of the rows that `counting` keeps. */
export const createRows = ({ pool }: Deps) =>
  pool.query('create table command.test_row (reactor text, event_id uuid, primary key (reactor, event_id))');
/** The ids of the events whose rows `counting` has written, sorted. */
export const rowsOf = async ({ pool }: Deps, name: string): Promise<string[]> => {
  const { rows } = await pool.query<{ event_id: string }>('select event_id from command.test_row where reactor = $1', [name]);
  return rows.map(({ event_id }) => event_id).sort();
};
/** The ids of the events for which its command was carried out, once per execution, sorted. */
export const toldOf = async ({ store }: Deps, name: string, companyId: string): Promise<string[]> =>
  (await store.load(toldStream(name, companyId))).map(({ meta }) => meta.causationId).sort();

/** Keeps rows and sends commands, both of which can be counted, and publishes to its own bus. */
export const counting = (name: string, companyId: string, more: Partial<Reaction<Created>> = {}): Reactor =>
  onTags({
    name,
    start: ({ handle }) => ({
      publish: async (fact) => ({ topic: 'test', key: fact.meta.stream, value: fact.meta.eventId }),
      rows: () => {
        const facts: Fact[] = [];
        return {
          fold: (fact) => void facts.push(fact),
          isEmpty: () => facts.length === 0,
          // Fails if the row exists already.
          write: async (client) => {
            for (const { meta } of facts)
              await client.query('insert into command.test_row (reactor, event_id) values ($1, $2)', [name, meta.eventId]);
          },
        };
      },
      command: async ({ meta }) => {
        await handle({
          decider: counter,
          stream: toldStream(name, companyId),
          command: { id: meta.eventId },
          commandId: derivedId(meta.eventId, name),
          causationId: meta.eventId,
          actor: { kind: 'system', id: 'test' },
          companyId,
          missing: 'ERR_NO_TAG_FOUND',
        });
      },
      ...more,
    }),
  });

/** The streams that a process follows besides its reactor's own. */
const common = ['queues-', 'users-', 'connections-'];
export type Process = { line: Line; feed: Feed; published: BusMessage[] };
export const processOf = (reactor: Reactor, deps: Deps, bus?: Pick<Bus, 'publish'>): Process => {
  const published: BusMessage[] = [];
  const prefixes = [...new Set([...common, ...reactor.streams, ...reactor.hears])];
  const sets = knownSets(deps.store, deps.kept);
  const memory: StreamMemory = sets;
  const feed = createFeed({ store: deps.store, prefixes, types: reactor.types, heard: memory.heard });
  const reaction = reactor.start({ ...deps, sets, keepFresh: (one) => one, shared: (make) => make(deps.store) });
  const own = { publish: async (messages: BusMessage[]) => void published.push(...messages) };
  const line = lineOf({ reactor, reaction, deps, bus: (bus ?? own) as Bus, feed, prefixes, memory });
  return { line, feed, published };
};

/** Runs a line until it is stopped. */
export const runLine = (line: Line): { stop: () => Promise<void> } => {
  const ending = new AbortController();
  const over = line.run(ending.signal);
  return {
    stop: () => {
      ending.abort();
      return over;
    },
  };
};

/** Inserts a reactor's checkpoint beforehand, so that the reactor begins there. */
export const standAt = ({ pool }: Deps, name: string, position: bigint) =>
  pool.query('insert into command.checkpoint (name, position) values ($1, $2)', [name, position]);

/**
 * A process that dies at its nth request to a server, before the server receives it or before the answer arrives: `steps` counts them,
 * `dead` resolves at that moment, or, once `over` was called, with false: from then on it does not die.
 */
export const mortal = (deps: Deps, published: BusMessage[], moment: { step: number; heard: boolean }) => {
  const { promise: dead, resolve } = Promise.withResolvers<boolean>();
  const never = new Promise<never>(() => {});
  const ended = new AbortController();
  const held = new Set<{ release: (broken: boolean) => void }>();
  let steps = 0;
  let alive = true;
  let survived = false;
  const die = async (): Promise<never> => {
    alive = false;
    ended.abort();
    // Its connections close with it, and uncommitted work is lost.
    for (const client of held) client.release(true);
    resolve(true);
    return never;
  };
  const over = (): void => {
    if (!alive) return;
    survived = true;
    resolve(false);
  };
  const step = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (!alive) return never;
    steps += 1;
    const last = steps === moment.step;
    if (last && !moment.heard && !survived) return die();
    const result = await work();
    if (last && !survived) return die();
    return alive ? result : never;
  };
  const pool = {
    query: (...asked: unknown[]) => step(() => (deps.pool.query as (...args: unknown[]) => Promise<unknown>)(...asked)),
    connect: async () => {
      if (!alive) return never;
      const client = await deps.pool.connect();
      if (!alive) {
        client.release(true); // it died meanwhile
        return never;
      }
      held.add(client);
      return {
        query: (...asked: unknown[]) => step(() => (client.query as (...args: unknown[]) => Promise<unknown>)(...asked)),
        release: (broken?: Error) => {
          if (!alive) return;
          held.delete(client);
          client.release(broken);
        },
      };
    },
  } as unknown as Deps['pool'];
  const store: Store = {
    ...deps.store,
    load: (...asked) => step(() => deps.store.load(...asked)),
    read: async function* (...asked) {
      if (!alive) await never;
      yield* deps.store.read(...asked);
    },
    append: (...asked) => step(() => deps.store.append(...asked)),
    subscribeAll: (options) =>
      deps.store.subscribeAll({
        ...options,
        signal: AbortSignal.any([options.signal, ended.signal]),
        // After its death no answer arrives, but the subscription must end with it.
        onBatch: (...batch) => Promise.race([dead.then(() => undefined), options.onBatch(...batch)]),
      }),
  };
  const parcels: Deps['parcels'] = {
    put: (...asked) => step(() => deps.parcels.put(...asked)),
    open: (...asked) => (alive ? deps.parcels.open(...asked) : never),
    remove: (...asked) => step(() => deps.parcels.remove(...asked)),
  };
  const bus = { publish: (messages: BusMessage[]) => step(async () => void published.push(...messages)) };
  const { codec, log, clock } = deps;
  const handle = createHandler({ store, codec, log, clock });
  return { deps: { ...deps, pool, store, parcels, handle }, bus, dead, steps: () => steps, over };
};
