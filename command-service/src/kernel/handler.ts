import { setTimeout as pause } from 'node:timers/promises';
import { type Actor, type ErrorCode, type Meta, Refused } from '@prosa/contracts';
import {
  AppendOutcomeUnknown,
  type EventCodec,
  type Hold,
  KeyDestroyed,
  keyedMutex,
  type Logger,
  type NewMeta,
  type Store,
  StoreUnavailable,
  UndecodableEvent,
  UnknownEvent,
  WrongRevision,
} from '@prosa/infra/runtime';
import { appendBackOff, pauseAfterLoss } from './append-back-off.ts';
import type { Decided, Decider } from './decider.ts';
import { foldIn, type Loaded, type Remembered, trim } from './loaded.ts';
import { type StreamCache, streamCache } from './stream-cache.ts';

/** A command addressed to one stream. */
export type Handling<Command, State, Event extends Decided> = {
  decider: Decider<Command, State, Event>;
  stream: string;
  /**
   * The command, or a function that builds it from the loaded state. The function runs for each attempt, so that facts of the reference
   * data are never stale.
   */
  command: Command | ((state: State) => Command | Promise<Command>);
  /** The same id again gets the same answer and changes nothing more. */
  commandId: string;
  /** Compared with the first attempt's: the same id with another hash is refused with ERR_IDEMPOTENCY_MISMATCH. */
  commandHash?: string | undefined;
  actor: Actor;
  companyId: string;
  /** The refusal if the stream belongs to another company. */
  missing: ErrorCode;
  /** The contact whose key encrypts the fields of the subject `contact`. */
  contactId?: string | ((state: State) => string | undefined);
  /** Id of the event that caused the command; set by reactors. */
  causationId?: string;
  /** Set for bulk work (`bulk.ts`): a stream that was not cached is not added to the cache, because it would evict a warm one. */
  bulk?: boolean;
  /** Set if the stream is probably empty: it is read only if the append shows that it is not. */
  isNew?: boolean;
};

/**
 * The result of a command. `position` and `revision` are those of its last event (those of the stream, if nothing changed); for a repeat
 * those of the first time. `state` belongs to the cache: read it before the next `await`.
 */
export type Handled<State, Event> = {
  position: bigint;
  revision: bigint;
  at: Date;
  events: Event[];
  state: State;
  repeated: boolean;
};

export type Handle = <Command, State, Event extends Decided>(
  handling: Handling<Command, State, Event>,
) => Promise<Handled<State, Event>>;

/**
 * After a conflict, retries for at least `ms` and at least `tries` times, because a process under load may get only two tries within two
 * seconds. It always stops after `mostMs`.
 */
const RETRY = { ms: 2_000, tries: 10, mostMs: 8_000 };

/**
 * Carries commands out (decisions 5 to 7): loads the state (cached by revision), recognises a repeated command by its id, decides, and
 * appends at the revision that it has just read. Commands of one stream run one after another within the process (keyed mutex); between
 * processes optimistic concurrency by revision applies: the loser decides again for 2 s (and ten times, but at most 8 s), then refuses with
 * ERR_BUSY. A stream that cannot be read throws UnknownEvent or UndecodableEvent. The handler calls `appended` with each stream that it
 * wrote to and the position.
 */
export const createHandler = (world: {
  store: Store;
  codec: EventCodec;
  log: Logger;
  clock?: () => Date;
  appended?: (stream: string, position: bigint) => void;
  streams?: StreamCache;
}): Handle => {
  const { store, codec, log, clock = () => new Date(), appended, streams = streamCache(store) } = world;
  const inTurn = keyedMutex();
  const others = appendBackOff();

  const append = async <C, S, E extends Decided>(handling: Handling<C, S, E>, loaded: Loaded<S>, events: E[]) => {
    const { stream, decider, commandId, commandHash, actor, companyId, contactId, causationId } = handling;
    const at = clock();
    const meta: NewMeta = {
      companyId,
      actor,
      commandId,
      correlationId: causationId ?? commandId,
      causationId: causationId ?? commandId,
      at,
      ...(commandHash === undefined ? {} : { commandHash }),
    };
    const subject = typeof contactId === 'function' ? contactId(loaded.state) : contactId;
    const sealed = await codec.encodeAll(events, meta, subject);
    const { position } = await store.append(stream, sealed, loaded.revision < 0n ? 'no_stream' : loaded.revision);
    for (const [index, event] of events.entries()) {
      const stored: Meta = { ...meta, version: 1, position, revision: loaded.revision + 1n, eventId: sealed[index]!.id, stream };
      foldIn(decider as Decider<never, S, E>, loaded, event, stored);
    }
    trim(loaded.recent);
    if (handling.bulk) streams.keepAgain(stream, decider, loaded);
    else streams.keep(stream, decider, loaded);
    appended?.(stream, position);
    return at;
  };

  /** A command from before the window of whole records, of which only the revision is known: its last event holds the rest. */
  const older = async (stream: string, commandId: string, { recent }: Loaded<unknown>): Promise<Remembered | undefined> => {
    for (const revision of recent.older.placesOf(commandId)) {
      const [last] = await store.load(stream, { from: revision, max: 1 });
      if (last?.meta.commandId === commandId)
        return { revision, position: last.meta.position, at: last.meta.at.getTime(), hash: last.meta.commandHash };
    }
    return undefined;
  };

  const repeatOf = async <C, S, E extends Decided>(handling: Handling<C, S, E>, loaded: Loaded<S>) => {
    const { commandId, commandHash, stream } = handling;
    const first = loaded.recent.commands.get(commandId) ?? (await older(stream, commandId, loaded));
    if (first && commandHash !== undefined && first.hash !== undefined && first.hash !== commandHash)
      throw new Refused('ERR_IDEMPOTENCY_MISMATCH');
    return first;
  };

  const carryOut = async <C, S, E extends Decided>(handling: Handling<C, S, E>, hold: Hold): Promise<Handled<S, E>> => {
    const { stream, companyId, command, missing, bulk = false, isNew = false } = handling;
    const decider = handling.decider as Decider<C, S, E> & Decider<never, S, E>;
    const { loaded, cached } = await streams.find(stream, decider, { bulk, isNew });
    let fresh = !cached;
    let lostAt: number | null = null;
    let lost = 0;
    for (;;) {
      if (loaded.companyId !== null && loaded.companyId !== companyId) throw new Refused(missing);
      const first = await repeatOf(handling, loaded);
      if (first) {
        const { revision, position, at } = first;
        return { revision, position, at: new Date(at), events: [], state: loaded.state, repeated: true };
      }
      let events: E[] = [];
      let refusal: Refused | null = null;
      try {
        const asked = typeof command === 'function' ? await (command as (state: S) => C | Promise<C>)(loaded.state) : command;
        events = decider.decide(asked, loaded.state);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        refusal = error;
      }
      if (events.length === 0) {
        // No append will reveal that a cached state was stale: read on before answering.
        if (!fresh) {
          await streams.readOn(stream, decider, loaded, { bulk });
          fresh = true;
          continue;
        }
        if (refusal) throw refusal;
        const { revision, position, state } = loaded;
        return { revision, position, at: clock(), events, state, repeated: false };
      }
      try {
        const begun = performance.now();
        const at = await append(handling, loaded, events);
        others.appended(stream, performance.now() - begun, hold);
        const { revision, position, state } = loaded;
        return { revision, position, at, events, state, repeated: false };
      } catch (error) {
        if (!(error instanceof WrongRevision) && !(error instanceof AppendOutcomeUnknown)) throw error;
        if (error instanceof WrongRevision) others.lost(stream);
        lostAt ??= Date.now();
        lost += 1;
        const passed = Date.now() - lostAt;
        if (passed >= RETRY.mostMs || (passed >= RETRY.ms && lost >= RETRY.tries)) {
          log.warn({ stream, lost, passed, err: error }, 'a command could not append to its stream in time');
          throw new Refused('ERR_BUSY');
        }
        await pause(pauseAfterLoss(lost));
        await streams.readOn(stream, decider, loaded, { bulk });
        fresh = true;
      }
    }
  };

  return (handling) =>
    inTurn(handling.stream, async (hold) => {
      try {
        return await carryOut(handling, hold);
      } catch (error) {
        if (error instanceof Refused && error.code === 'ERR_IDENTITY_COLLISION')
          log.error({ alarm: 'identity-collision', stream: handling.stream }, 'two conversations have one key');
        if (error instanceof Refused) throw error;
        // A fold may have stopped halfway: the cached state cannot be trusted.
        streams.drop(handling.stream);
        if (error instanceof KeyDestroyed) throw new Refused('ERR_NO_CONTACT_FOUND');
        if (error instanceof UnknownEvent || error instanceof UndecodableEvent)
          log.error({ stream: handling.stream, err: error }, 'a stream holds an event that this version cannot read');
        if (!(error instanceof StoreUnavailable)) throw error;
        log.warn({ stream: handling.stream, err: error }, 'a command could not read its stream');
        throw new Refused('ERR_BUSY');
      }
    });
};
