import { type AllStreamResolvedEvent, type EventData, WrongExpectedVersionError } from '@eventstore/db-client';
import type { Decoded, EventCodec } from '../events/codec.ts';
import type { Logger } from '../kernel/log.ts';
import { batchedAppends } from './appends.ts';
import { StoreClient } from './client.ts';
import { AppendOutcomeUnknown, AppendRefused, StoreDenied, WrongRevision } from './errors.ts';
import { readPatiently } from './reading.ts';
import { type SubscribeOptions, subscribe } from './subscription.ts';

export type ReadOptions = {
  /** The revision where reading starts, inclusive. */
  from?: bigint;
  direction?: 'forwards' | 'backwards';
  max?: number;
  /** An event that cannot be decoded is thrown, or returned with its `fault`. */
  faults?: 'throw' | 'keep';
};

/** An event as it is stored: nothing is decoded. */
export type RawEvent = {
  stream: string;
  revision: bigint;
  id: string;
  type: string;
  metadata: Uint8Array;
  data: Uint8Array;
  position: bigint;
};

export type Store = {
  /**
   * Appends to a stream at the revision just read; returns revision and position of the last event. Throws WrongRevision if another writer
   * was faster, AppendOutcomeUnknown if it is not known whether the events were written, AppendRefused if the store will never
   * write them, StoreDenied if the store refuses access.
   */
  append: (
    stream: string,
    events: EventData[],
    expectedRevision: bigint | 'no_stream',
  ) => Promise<{ revision: bigint; position: bigint }>;
  /** The facts of a stream, decoded 500 at a time; none for a missing stream. Throws StoreUnavailable. */
  read: (stream: string, options?: ReadOptions) => AsyncGenerator<Decoded, void, undefined>;
  /** The same as an array. */
  load: (stream: string, options?: ReadOptions) => Promise<Decoded[]>;
  /** Follows all streams until `signal` is aborted and the last batch is done. */
  subscribeAll: (options: SubscribeOptions) => Promise<void>;
  /** The stored bytes of a stream's events, from a revision on; none for a missing stream. Throws StoreUnavailable. */
  readRaw: (stream: string, options?: Pick<ReadOptions, 'from' | 'max'>) => AsyncGenerator<RawEvent, void, undefined>;
  /** Follows all streams as `subscribeAll`, with the stored bytes of the events. */
  subscribeRaw: (options: SubscribeOptions<RawEvent>) => Promise<void>;
  /** Position of the newest event that is not the store's own; 0 if there is none. */
  head: () => Promise<bigint>;
  close: () => Promise<void>;
};

const CHUNK = 500;
/** Errors after which the events are certainly not written. */
const refusals = new Set(['stream-deleted', 'access-denied', 'maximum-append-size-exceeded', 'invalid-argument']);

/** Connects to the event store at `url` (`esdb://...`). One connection per process is enough. */
export const connectStore = (
  url: string,
  codec: EventCodec,
  { log, timeoutMs = 10_000 }: { log?: Logger; timeoutMs?: number } = {},
): Store => {
  const client = StoreClient.at(url);
  const write = batchedAppends(() => client.openAppends(), timeoutMs);

  const append: Store['append'] = async (stream, events, expectedRevision) => {
    if (events.length === 0) throw new Error('Nothing to append.');
    try {
      const { revision, position } = await write(stream, events, expectedRevision);
      if (position === null) throw new AppendOutcomeUnknown(stream);
      return { revision, position };
    } catch (error) {
      if (error instanceof WrongExpectedVersionError) throw new WrongRevision(stream, toRevision(error.actualVersion));
      if (
        error instanceof AppendOutcomeUnknown ||
        error instanceof AppendRefused ||
        error instanceof StoreDenied ||
        refusals.has((error as { type?: string }).type ?? '')
      )
        throw error;
      throw new AppendOutcomeUnknown(stream, { cause: error });
    }
  };

  async function* read(stream: string, { from, direction = 'forwards', max, faults = 'throw' }: ReadOptions = {}) {
    const answers = client.readOf(stream, from ?? (direction === 'forwards' ? 'start' : 'end'), direction === 'backwards', max);
    for await (const chunk of readPatiently(answers, timeoutMs, CHUNK)) yield* accepted(await codec.decode(chunk), faults);
  }

  async function* readRaw(stream: string, { from = 0n, max }: Pick<ReadOptions, 'from' | 'max'> = {}) {
    const answers = client.readOf(stream, from, false, max, true);
    for await (const chunk of readPatiently(answers, timeoutMs, CHUNK)) yield* rawOf(chunk);
  }

  const load: Store['load'] = async (stream, options) => {
    const facts: Decoded[] = [];
    for await (const fact of read(stream, options)) facts.push(fact);
    return facts;
  };

  const head: Store['head'] = async () => {
    for await (const chunk of readPatiently(client.readBackwards(), timeoutMs, 1)) {
      const [event] = chunk.map((one) => one.event);
      if (event && !event.type.startsWith('$')) return event.position.commit;
    }
    return 0n;
  };

  const following = { readBackwards: () => client.readBackwards(), timeoutMs, ...(log && { log }) };
  return {
    append,
    read,
    load,
    head,
    readRaw,
    subscribeAll: (options) =>
      subscribe({ ...following, follow: (...asked) => client.followAll(...asked), decode: codec.decode }, options),
    subscribeRaw: (options) =>
      subscribe(
        { ...following, follow: (...asked) => client.followAll(...asked, true), decode: async (events) => rawOf(events) },
        options,
      ),
    close: () => client.dispose(),
  };
};

const NOTHING = new Uint8Array();
const rawOf = (resolved: readonly AllStreamResolvedEvent[]): RawEvent[] =>
  resolved.flatMap(({ event }) => {
    if (!event) return [];
    const { streamId: stream, revision, id, type, position } = event;
    const [metadata = NOTHING, data] = [event.metadata, event.data] as [Uint8Array | undefined, Uint8Array];
    return [{ stream, revision, id, type, metadata, data, position: position.commit }];
  });

function* accepted(facts: Decoded[], faults: 'throw' | 'keep') {
  for (const fact of facts) {
    if (fact.fault && faults === 'throw') throw fact.fault;
    yield fact;
  }
}

const toRevision = (actual: unknown): bigint | 'no_stream' => (typeof actual === 'bigint' ? actual : 'no_stream');
