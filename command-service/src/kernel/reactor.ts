import type { EventType, Fact } from '@prosa/contracts';
import type { BusMessage } from '@prosa/infra/runtime';
import type pg from 'pg';
import type { z } from 'zod';
import type { Deps } from './deps.ts';
import type { KnownSets } from './known-sets.ts';

/** The facts of some event types, as a union. */
export type FactsOf<Event extends EventType> = Event extends EventType ? Fact<Event['type'], z.output<Event['data']>> : never;

/** What is remembered of streams. `heard` drops what an event came to, `clear` everything: events passed by unheard. */
export type StreamMemory = { heard: (stream: string) => void; clear: () => void };

/** What a reactor is given. */
export type ReactorTools = Deps & {
  /** Shared by all reactors, and at least as new as the event that any of them handles. */
  sets: KnownSets;
  /** Keeps a memory of the reactor's own as honest as `sets`: it hears of each event of the streams followed, before that is handled. */
  keepHonest: <Memory extends StreamMemory>(memory: Memory) => Memory;
};

/** The rows that a batch of events, or one of them that was deferred, comes to. */
export type RowBatch<F extends Fact> = {
  /** Changes nothing where it rejects. */
  fold: (fact: F) => void | Promise<void>;
  isEmpty: () => boolean;
  /** In the transaction of the checkpoint. */
  write: (client: pg.ClientBase) => Promise<void>;
  /** The transaction is committed. */
  written?: () => void;
};

/** What follows from the events of a reactor. Each part may be left out. */
export type Reaction<F extends Fact> = {
  /** The message that an event makes, published in the order of the events and before the checkpoint moves: perhaps twice, never not at all. */
  publish?: (fact: F) => Promise<BusMessage | null>;
  /** Whether `publish` has to read much: then the event is deferred, and with it what comes after it in its stream. */
  isSlow?: (fact: F) => boolean;
  /** Begins the rows of a batch; each event is folded into rows once, in the order of its stream. */
  rows?: () => RowBatch<F>;
  /** Gives commands, with ids derived from the event's: it may run twice. Always deferred, and in no order with other events. */
  command?: (fact: F) => Promise<void>;
  /** Whether `command` may have anything to do. It reads nothing: what it had to look up for counts as a yes. Always, unless told. */
  mayCommand?: (fact: F) => boolean | Promise<boolean>;
  /** Runs as long as this process leads the reactor, once that has caught up, and ends soon after `signal`. */
  beside?: (signal: AbortSignal) => Promise<void>;
  /** For how many seconds that has left something undone. */
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
 * What follows from some events: one concern, with a checkpoint, a lease and deferred work of its own, so that it waits for no other
 * reactor and none waits for it. A feature has it among its `reactors`.
 */
export const defineReactor = <const Event extends EventType>(definition: {
  /** Of its checkpoint and its lease: it never changes, and is never used again for another. */
  name: string;
  /** The streams that it follows, by the beginnings of their names. One that holds an event of newer code waits for that code. */
  streams: readonly string[];
  events: readonly Event[];
  /** More streams, of which its memories hear. */
  hears?: readonly string[];
  /** How much deferred work is done side by side, and how much of it for one company; 8 and 4 unless told. */
  concurrency?: Reactor['concurrency'];
  /** Where it begins where it has no checkpoint: with the first event ever, or with what comes after now. The first, unless told. */
  begins?: Reactor['begins'];
  /** Called once a process, whether it leads the reactor or not. */
  start: (tools: ReactorTools) => Reaction<FactsOf<Event>>;
}): Reactor => {
  const { events, hears = [], concurrency = { total: 8, perCompany: 4 }, begins = 'start', name, streams } = definition;
  const types = new Set(events.map(({ type }) => type));
  return { name, streams, hears, types, concurrency, begins, start: definition.start as Reactor['start'] };
};
