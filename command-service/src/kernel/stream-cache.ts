import type { Fact } from '@prosa/contracts';
import type { Store } from '@prosa/infra/runtime';
import { LRUCache } from 'lru-cache';
import type { Decided, Decider } from './decider.ts';
import { foldIn, type Loaded, nothingLoaded, trim } from './loaded.ts';

type Entry = { decider: unknown; loaded: Loaded<unknown> };
type Folding<State, Event extends Decided> = Decider<never, State, Event>;

/** So many commands of which only the place is known take the room of one that is remembered whole. */
const PLACES = 20;

/**
 * States by stream, the least used dropped first. `room` counts remembered commands over all streams (about 400 bytes each), as
 * they and the messages make up a state's size; a busy conversation weighs 1,000 times a new one.
 */
export const streamCache = (store: Store, room = 100_000) => {
  const entries = new LRUCache<string, Entry>({ maxSize: room });
  const drop = (stream: string) => entries.delete(stream);

  const keep = (stream: string, decider: unknown, loaded: Loaded<unknown>) => {
    const { commands, older } = loaded.recent;
    const size = 1 + commands.size + Math.ceil(older.size / PLACES);
    // What takes all the room alone is kept nevertheless: it is what is being worked on.
    entries.set(stream, { decider, loaded }, { size: Math.min(size, room) });
  };

  /** What is cached of a stream already; nothing is driven out by it. */
  const keepAgain = (stream: string, decider: unknown, loaded: Loaded<unknown>) => {
    if (entries.peek(stream)?.loaded === loaded) keep(stream, decider, loaded);
  };

  /** Folds what the stream holds beyond the loaded revision. For bulk work a stream is only cached again. */
  const readOn = async <State, Event extends Decided>(
    stream: string,
    decider: Folding<State, Event>,
    loaded: Loaded<State>,
    { bulk = false } = {},
  ) => {
    for await (const fact of store.read(stream, { from: loaded.revision + 1n })) {
      foldIn(decider, loaded, fact as Fact as unknown as Event, fact.meta);
      if (fact.meta.revision % 1_000n === 0n) trim(loaded.recent);
    }
    trim(loaded.recent);
    if (bulk) keepAgain(stream, decider, loaded);
    else keep(stream, decider, loaded);
  };

  const find = async <State, Event extends Decided>(stream: string, decider: Folding<State, Event>, { bulk = false } = {}) => {
    // Bulk work makes nothing the warmer.
    const entry = bulk ? entries.peek(stream) : entries.get(stream);
    if (entry?.decider === decider) return { loaded: entry.loaded as Loaded<State>, cached: true };
    const loaded = nothingLoaded<State>(decider);
    await readOn(stream, decider, loaded, { bulk });
    return { loaded, cached: false };
  };

  return { find, readOn, keep, keepAgain, drop, size: () => entries.size };
};
export type StreamCache = ReturnType<typeof streamCache>;
