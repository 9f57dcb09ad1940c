import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { type Pace, restAfter } from '../../runtime/kernel/rest.ts';
import type { Entry, EventFeed } from './feed.ts';
import { recentIds } from './recent-ids.ts';
import { checkRevision, type Decision } from './revision-check.ts';
import {
  hasMetadata,
  isMetastream,
  isSoftDeleted,
  metastreamOf,
  originalOf,
  parseMetadata,
  type StreamState,
  type StreamStates,
  TOMBSTONE,
  TOMBSTONE_ON_WIRE,
} from './stream-states.ts';
import { encodeRecord } from './wire.ts';

export type ProposedEvent = { id: string; type: string; contentType: string; data: Uint8Array; metadata: Uint8Array };

/**
 * A requested write. `expected` is a revision or one of the constants in `revision-check`; `deadline` is in ms since 1970. `isDropped` is
 * called when it is the write's turn: it returns whether the client has cancelled it.
 */
export type Write = { stream: string; expected: number; deadline?: number | undefined; isDropped?: () => boolean } & (
  | { kind: 'append'; events: ProposedEvent[] }
  | { kind: 'delete' }
  | { kind: 'tombstone' }
);

/** `revision` -1 and no position: nothing was written and the stream is empty. `current` is -1 for a stream without events. */
export type Outcome =
  | { kind: 'done'; revision: number; position: number | undefined }
  | { kind: 'wrong'; current: number }
  | { kind: 'deleted' }
  | { kind: 'late' }
  | { kind: 'dropped' };

type Waiting = { write: Write; resolve: (outcome: Outcome) => void; reject: (error: unknown) => void };

const MAX_GROUP = 512;
/** People wait for each append, and several are made for one message. */
const PACE: Pace = { share: 0.25, mostMs: 10 };
const none = new Uint8Array();

const json = (type: string, text: string): ProposedEvent => {
  return { id: randomUUID(), type, contentType: 'application/json', data: Buffer.from(text, 'utf8'), metadata: none };
};

/**
 * The only writer. Writes that arrive while others are being handled, or while the disk syncs, are committed together in one transaction;
 * each is checked against the results of the earlier ones, and answered only when all of them are on disk.
 */
export const groupCommit = (sql: DatabaseSync, streams: StreamStates, feed: EventFeed) => {
  const insert = sql.prepare(
    'INSERT INTO event (position, stream, revision, id, type, created, record) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const selectStored = sql.prepare('SELECT id, position FROM event WHERE stream = ? AND revision = ?');
  const recent = recentIds();
  const past = {
    recent: recent.find,
    stored: (stream: number, revision: number) => {
      const row = selectStored.get(stream, revision);
      return row && { id: String(row.id), position: Number(row.position) };
    },
  };
  let waiting: Waiting[] = [];
  let scheduled = false;
  let restsUntil = 0;
  let entries: Entry[] = [];
  let position = feed.last();

  const put = (stream: StreamState, event: ProposedEvent, revision: number) => {
    streams.create(stream);
    position += 1;
    const created = Date.now();
    const onWire = revision === TOMBSTONE ? TOMBSTONE_ON_WIRE : revision;
    const record = encodeRecord({ ...event, stream: stream.name, revision: onWire, position, created });
    insert.run(position, stream.id, revision, event.id, event.type, created, record);
    recent.add(event.id, { stream: stream.id, revision, position });
    entries.push({ position, stream: stream.name, type: event.type, record });
  };

  const putMetadata = (stream: StreamState, text: string) => {
    const metastream = streams.of(metastreamOf(stream.name));
    metastream.revision += 1;
    const event = json('$metadata', text);
    put(metastream, event, metastream.revision);
    stream.metadata = parseMetadata(event.data);
  };

  /** Writing to a deleted stream or its metadata revives it from its next revision on. */
  const revive = (stream: StreamState, from: number) =>
    putMetadata(stream, JSON.stringify({ ...stream.metadata?.raw, $tb: from }));

  const append = (stream: StreamState, events: ProposedEvent[]): Outcome => {
    const from = stream.revision + 1;
    for (const event of events) {
      stream.revision += 1;
      put(stream, event, stream.revision);
    }
    const done: Outcome = { kind: 'done', revision: stream.revision, position: events.length > 0 ? position : undefined };
    const lastEvent = events.at(-1);
    const original = isMetastream(stream.name) ? streams.of(originalOf(stream.name)) : undefined;
    if (lastEvent && original && !isMetastream(original.name)) {
      const revived = isSoftDeleted(original);
      original.metadata = parseMetadata(lastEvent.data);
      if (revived && !isSoftDeleted(original)) revive(original, original.revision + 1);
    } else if (lastEvent && isSoftDeleted(stream)) {
      revive(stream, from);
    }
    return done;
  };

  const remove = (stream: StreamState, hard: boolean): Outcome => {
    if (hard) {
      put(stream, json('$streamDeleted', '{}'), TOMBSTONE);
      stream.tombstoned = true;
    } else {
      if (stream.revision < 0 && !hasMetadata(stream)) return { kind: 'wrong', current: -1 };
      putMetadata(stream, `{"$tb":${TOMBSTONE_ON_WIRE}}`);
    }
    return { kind: 'done', revision: stream.revision, position };
  };

  const outcomeOf = (write: Write): Outcome => {
    if (write.isDropped?.()) return { kind: 'dropped' };
    if (write.deadline !== undefined && write.deadline <= Date.now()) return { kind: 'late' };
    const stream = streams.of(write.stream);
    if (isMetastream(write.stream) && streams.of(originalOf(write.stream)).tombstoned) return { kind: 'deleted' };
    const events = write.kind === 'append' ? write.events : [];
    const ids = events.map((event) => event.id);
    const decision: Decision = checkRevision(stream, write.expected, ids, past);
    switch (decision.kind) {
      case 'repeat':
        return { kind: 'done', revision: decision.revision, position: decision.position };
      case 'wrong':
        return { kind: 'wrong', current: stream.revision };
      case 'deleted':
        return { kind: 'deleted' };
      case 'write':
        return write.kind === 'append' ? append(stream, events) : remove(stream, write.kind === 'tombstone');
    }
  };

  const undo = () => {
    entries = [];
    position = feed.last();
    streams.forget();
    if (sql.isTransaction) sql.exec('ROLLBACK');
    recent.undo();
  };

  const commit = () => {
    scheduled = false;
    const group = waiting.splice(0, MAX_GROUP);
    if (group.length === 0) return;
    const begun = performance.now();
    try {
      sql.exec('BEGIN IMMEDIATE');
      const outcomes = group.map(({ write }) => outcomeOf(write));
      sql.exec('COMMIT');
      const committed = entries;
      entries = [];
      recent.keep();
      feed.publish(committed);
      for (const [index, { resolve }] of group.entries()) resolve(outcomes[index]!);
    } catch (error) {
      for (const { reject } of group) reject(error);
      undo();
    }
    const ended = performance.now();
    restsUntil = group.length < MAX_GROUP ? ended + restAfter(ended - begun, PACE) : 0;
    if (waiting.length > 0) schedule();
  };

  // Runs after the input of this turn of the event loop was read, so that everything that has arrived shares one sync. After a commit it
  // rests: what arrives meanwhile shares the next one.
  const schedule = () => {
    if (scheduled) return;
    scheduled = true;
    const rest = restsUntil - performance.now();
    if (rest > 0) setTimeout(commit, rest);
    else setImmediate(commit);
  };

  return {
    /** Resolves when the outcome is on disk; rejects if the database fails, in which case nothing of the group was written. */
    submit(write: Write): Promise<Outcome> {
      return new Promise((resolve, reject) => {
        waiting.push({ write, resolve, reject });
        schedule();
      });
    },
    /** Writes everything that waits, synchronously. */
    drain() {
      while (waiting.length > 0) commit();
      waiting = [];
    },
  };
};
export type Appender = ReturnType<typeof groupCommit>;
