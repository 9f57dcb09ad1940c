import type { DatabaseSync } from 'node:sqlite';
import { boundedCache } from '../../runtime/kernel/bounded-cache.ts';
import { streamMessages } from '../../runtime/store/protocol.ts';

/** A tombstone's revision: EventStoreDB's is the largest 64-bit number, the table's the largest exact JavaScript number. */
export const TOMBSTONE = Number.MAX_SAFE_INTEGER;
export const TOMBSTONE_ON_WIRE = 9223372036854775807n;

/** The facts of a stream that an append or a read needs. `id` 0: it has no row yet. `revision` -1: no event. */
export type StreamState = {
  id: number;
  name: string;
  revision: number;
  tombstoned: boolean;
  /** The last `$metadata` written to `$$name`; undefined if there was none. */
  metadata: StreamMetadata | undefined;
};
export type StreamMetadata = { raw: Record<string, unknown>; maxCount?: number; maxAge?: number; truncateBefore?: number };

const KEPT = 20_000;

export const isMetastream = (name: string) => name.startsWith('$$');
export const metastreamOf = (name: string) => `$$${name}`;
export const originalOf = (metastream: string) => metastream.slice(2);

const count = (value: unknown) => (typeof value === 'number' && value >= 0 ? value : undefined);
/** A count of 0 would hide everything, so it means no limit. */
const limit = (value: unknown) => count(value) || undefined;

/** Parses the metadata of a `$metadata` event; data that is not a JSON object counts as empty. */
export const parseMetadata = (data: Uint8Array): StreamMetadata => {
  let raw: Record<string, unknown> = {};
  try {
    const parsed: unknown = JSON.parse(Buffer.from(data).toString('utf8'));
    if (parsed !== null && typeof parsed === 'object' && !Array.isArray(parsed)) raw = parsed as Record<string, unknown>;
  } catch {
    return { raw };
  }
  return { raw, maxCount: limit(raw.$maxCount), maxAge: count(raw.$maxAge), truncateBefore: count(raw.$tb) };
};

export const isSoftDeleted = (stream: StreamState) => (stream.metadata?.truncateBefore ?? 0) >= TOMBSTONE;

/** Whether metadata was ever written: for a "stream exists" check that alone makes a stream exist. */
export const hasMetadata = (stream: StreamState) => stream.metadata !== undefined && !isMetastream(stream.name);

/** The first revision that a read may return; one past the last if none may be returned. */
export const firstVisible = (stream: StreamState): number => {
  const { maxCount, truncateBefore = 0 } = stream.metadata ?? {};
  const byCount = maxCount === undefined ? 0 : stream.revision + 1 - maxCount;
  return Math.min(Math.max(byCount, truncateBefore, 0), stream.revision + 1);
};

/** Events created before this moment (ms) are too old to be shown. */
export const oldestVisible = (stream: StreamState, now = Date.now()): number =>
  stream.metadata?.maxAge === undefined ? 0 : now - stream.metadata.maxAge * 1000;

/**
 * The states of streams, read from the database on first use and then cached (the 20,000 most recently used). The writer changes them in
 * place.
 */
export const streamStates = (sql: DatabaseSync) => {
  const kept = boundedCache<string, StreamState>({ max: KEPT });
  const selectId = sql.prepare('SELECT id FROM stream WHERE name = ?');
  const insert = sql.prepare('INSERT INTO stream (name) VALUES (?)');
  const selectLast = sql.prepare('SELECT revision, record FROM event WHERE stream = ? ORDER BY revision DESC LIMIT 1');
  const selectBefore = sql.prepare('SELECT revision FROM event WHERE stream = ? AND revision < ? ORDER BY revision DESC LIMIT 1');

  const lastOf = (name: string) => {
    const row = selectId.get(name);
    const id = row ? Number(row.id) : 0;
    return { id, last: id === 0 ? undefined : selectLast.get(id) };
  };

  const load = (name: string): StreamState => {
    const { id, last } = lastOf(name);
    const tombstoned = Number(last?.revision ?? -1) === TOMBSTONE;
    const visible = tombstoned ? selectBefore.get(id, TOMBSTONE) : last;
    return { id, name, revision: Number(visible?.revision ?? -1), tombstoned, metadata: metadataOf(name) };
  };

  const metadataOf = (name: string): StreamMetadata | undefined => {
    // A metadata stream shows only its last event, and has no metadata of its own.
    if (isMetastream(name)) return { raw: {}, maxCount: 1 };
    const { last } = lastOf(metastreamOf(name));
    if (!last) return undefined;
    const { RecordedEvent } = streamMessages.ReadResp.ReadEvent;
    return parseMetadata(RecordedEvent.deserializeBinary(last.record as Uint8Array).getData_asU8());
  };

  return {
    of(name: string): StreamState {
      const known = kept.get(name);
      if (known) return known;
      const state = load(name);
      kept.set(name, state);
      return state;
    },
    /** Inserts the row of a stream, within the caller's transaction. */
    create(state: StreamState) {
      if (state.id === 0) state.id = Number(insert.run(state.name).lastInsertRowid);
    },
    /** After a rollback: the states in memory may be wrong. */
    forget: () => kept.clear(),
  };
};
export type StreamStates = ReturnType<typeof streamStates>;
