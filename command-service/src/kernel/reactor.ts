import type { EventType, Fact } from '@prosa/contracts';
import type { BusMessage, Store } from '@prosa/infra/runtime';
import type pg from 'pg';
import type { z } from 'zod';
import type { Deps } from './deps.ts';
import type { KnownSets } from './known-sets.ts';

/** The facts of some event types, as a union. */
export type FactsOf<Event extends EventType> = Event extends EventType ? Fact<Event['type'], z.output<Event['data']>> : never;

/**
 * A cache of streams. `heard` drops what depends on a stream that got an event; `clear` drops everything, because events may have been
 * missed.
 */
export type StreamMemory = { heard: (stream: string) => void; clear: () => void };

/** The dependencies of a reactor. */
export type ReactorTools = Deps & {
  /** Shared by all reactors, and at least as recent as the event that any of them handles. */
  sets: KnownSets;
  /**
   * Keeps a reactor's own cache as up to date as `sets`: calls its `heard` for each event of the streams followed, before that event is
   * handled.
   */
  keepFresh: <Memory extends StreamMemory>(memory: Memory) => Memory;
  /** Such a cache that all reactors of the process share: it is made for the first that asks for it. */
  shared: <Memory extends StreamMemory>(make: (store: Store) => Memory) => Memory;
};

/** The rows that result from a batch of events, or from one deferred event. */
export type RowBatch<F extends Fact> = {
  /** Changes nothing if it rejects. */
  fold: (fact: F) => void | Promise<void>;
  isEmpty: () => boolean;
  /** Runs in the transaction of the checkpoint. */
  write: (client: pg.ClientBase) => Promise<void>;
  /** Called after the transaction is committed. */
  written?: () => void;
};

/** A reactor's response to its events. Each part is optional. */
export type Reaction<F extends Fact> = {
  /**
   * Returns the message that an event causes. It is published in the order of the events and before the checkpoint moves: at least once,
   * perhaps twice.
   */
  publish?: (fact: F) => Promise<BusMessage | null>;
  /** Whether `publish` has to read much: if so, the event is deferred, and with it the later events of its stream. */
  isSlow?: (fact: F) => boolean;
  /** Creates the rows of a batch; each event is folded into rows once, in the order of its stream. */
  rows?: () => RowBatch<F>;
  /**
   * Sends commands, with ids derived from the event's id: it may run twice. It is always deferred, and not ordered relative to other
   * events.
   */
  command?: (fact: F) => Promise<void>;
  /** Whether `command` may have something to do. It must not read: return true if that would need a lookup. Default: always true. */
  mayCommand?: (fact: F) => boolean | Promise<boolean>;
  /**
   * Runs as long as this process leads the reactor, from the time that the reactor has caught up, and ends soon after `signal` is aborted.
   */
  beside?: (signal: AbortSignal) => Promise<void>;
  /** For how many seconds `beside` has left something undone. */
  lag?: () => number;
};

export type Reactor = {
  name: string;
  streams: readonly string[];
  hears: readonly string[];
  types: ReadonlySet<string>;
  concurrency: { total: number; perCompany: number };
  begins: 'start' | 'now';
  start: (tools: ReactorTools) => Reaction<Fact>;
};

/**
 * Defines a reactor: one concern, with a checkpoint, a lease and deferred work of its own, so that reactors do not wait for each other. A
 * feature lists it in its `reactors`.
 */
export const defineReactor = <const Event extends EventType>(definition: {
  /** Names its checkpoint and its lease: it never changes and is never reused. */
  name: string;
  /** Prefixes of the streams that it follows. A stream that holds an event of newer code waits for that code. */
  streams: readonly string[];
  events: readonly Event[];
  /** Prefixes of more streams, whose events invalidate its caches. */
  hears?: readonly string[];
  /** How many deferred pieces of work run concurrently, and how many of them for one company; default 8 and 4. */
  concurrency?: Reactor['concurrency'];
  /** Where it begins if it has no checkpoint: at the first event of the store (`start`, the default) or after the current end (`now`). */
  begins?: Reactor['begins'];
  /** Called once per process, whether it leads the reactor or not. */
  start: (tools: ReactorTools) => Reaction<FactsOf<Event>>;
}): Reactor => {
  const { events, hears = [], concurrency = { total: 8, perCompany: 4 }, begins = 'start', name, streams } = definition;
  const types = new Set(events.map(({ type }) => type));
  return { name, streams, hears, types, concurrency, begins, start: definition.start as Reactor['start'] };
};
