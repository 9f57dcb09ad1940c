import type { Fact } from '@prosa/contracts';
import type { Store } from '@prosa/infra/runtime';
import type { Decided, Decider } from './decider.ts';
import { foldIn, type Loaded, nothingLoaded, trim } from './loaded.ts';

type Entry = { decider: unknown; loaded: Loaded<unknown>; weight: number };
type Folding<State, Event extends Decided> = Decider<never, State, Event>;

/** So many commands of which only the place is known take the room of one that is remembered whole. */
const PLACES = 20;

/**
 * States by stream, the least used dropped first. `room` counts remembered commands over all streams (about 400 bytes each), as
 * they and the messages make up a state's size; a busy conversation weighs 1,000 times a new one.
 */
export const streamCache = (store: Store, room = 100_000) => {
  const entries = new Map<string, Entry>();
  let used = 0;

  const drop = (stream: string) => {
    used -= entries.get(stream)?.weight ?? 0;
    entries.delete(stream);
  };

  const keep = (stream: string, decider: unknown, loaded: Loaded<unknown>) => {
    drop(stream);
    const { commands, older } = loaded.recent;
    const weight = 1 + commands.size + Math.ceil(older.size / PLACES);
    entries.set(stream, { decider, loaded, weight });
    used += weight;
    for (const oldest of entries.keys()) {
      if (used <= room || oldest === stream) break;
      drop(oldest);
    }
  };

  /** Folds what the stream holds beyond the loaded revision. */
  const readOn = async <State, Event extends Decided>(stream: string, decider: Folding<State, Event>, loaded: Loaded<State>) => {
    for await (const fact of store.read(stream, { from: loaded.revision + 1n })) {
      foldIn(decider, loaded, fact as Fact as unknown as Event, fact.meta);
      if (fact.meta.revision % 1_000n === 0n) trim(loaded.recent);
    }
    trim(loaded.recent);
    keep(stream, decider, loaded);
  };

  const find = async <State, Event extends Decided>(stream: string, decider: Folding<State, Event>) => {
    const entry = entries.get(stream);
    if (entry?.decider === decider) return { loaded: entry.loaded as Loaded<State>, cached: true };
    const loaded = nothingLoaded<State>(decider);
    await readOn(stream, decider, loaded);
    return { loaded, cached: false };
  };

  return { find, readOn, keep, drop };
};
export type StreamCache = ReturnType<typeof streamCache>;
