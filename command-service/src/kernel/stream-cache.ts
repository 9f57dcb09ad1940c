import type { Fact } from '@prosa/contracts';
import type { Store } from '@prosa/infra/runtime';
import { LRUCache } from 'lru-cache';
import type { Decided, Decider } from './decider.ts';
import { foldIn, type Loaded, nothingLoaded, trim } from './loaded.ts';

type Entry = { decider: unknown; loaded: Loaded<unknown> };
type Folding<State, Event extends Decided> = Decider<never, State, Event>;

/** Number of commands remembered only by revision that need the memory of one remembered in full. */
const PLACES = 20;
/** Maximum number of messages in a conversation's state; three need the memory of one command. Commands remembered in full include theirs. */
const MESSAGES = 1_000;
const MESSAGE_PLACES = 3;

/**
 * States by stream, evicted by least recent use. `room` counts remembered commands over all streams (about 300 bytes each), because they
 * and the messages determine a state's size; a busy conversation weighs 400 times as much as a new one.
 */
export const streamCache = (store: Store, room = 100_000) => {
  const entries = new LRUCache<string, Entry>({ maxSize: room });
  const drop = (stream: string) => entries.delete(stream);

  const keep = (stream: string, decider: unknown, loaded: Loaded<unknown>) => {
    const { commands, older } = loaded.recent;
    const size =
      1 + commands.size + Math.ceil(older.size / PLACES + Math.min(older.size, MESSAGES - commands.size) / MESSAGE_PLACES);
    // A stream that would take all the room is kept nevertheless: it is in use.
    entries.set(stream, { decider, loaded }, { size: Math.min(size, room) });
  };

  /** Updates the entry of a stream that is already cached; evicts nothing else. */
  const keepAgain = (stream: string, decider: unknown, loaded: Loaded<unknown>) => {
    if (entries.peek(stream)?.loaded === loaded) keep(stream, decider, loaded);
  };

  /** Folds the stream's events beyond the loaded revision. For bulk work it only updates an existing cache entry. */
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

  /**
   * The state of a stream. `cached`: it may be stale, which an append or `readOn` shows; a stream that `isNew` is taken for empty in the
   * same way.
   */
  const find = async <State, Event extends Decided>(
    stream: string,
    decider: Folding<State, Event>,
    { bulk = false, isNew = false } = {},
  ) => {
    // Bulk work does not count as a use.
    const entry = bulk ? entries.peek(stream) : entries.get(stream);
    if (entry?.decider === decider) return { loaded: entry.loaded as Loaded<State>, cached: true };
    const loaded = nothingLoaded<State>(decider);
    if (isNew) return { loaded, cached: true };
    await readOn(stream, decider, loaded, { bulk });
    return { loaded, cached: false };
  };

  return { find, readOn, keep, keepAgain, drop, size: () => entries.size };
};
export type StreamCache = ReturnType<typeof streamCache>;
