import type { ServiceError } from '@grpc/grpc-js';
import { type Appender, groupCommit } from './appender.ts';
import { openDatabase } from './database.ts';
import { streamDeleted } from './failures.ts';
import { type EventFeed, eventFeed } from './feed.ts';
import { type EventReader, eventReader } from './reader.ts';
import { NO_STREAM } from './revision-check.ts';
import { isMetastream, originalOf, type StreamState, type StreamStates, streamStates } from './stream-states.ts';

/** State shared by the services. `openCalls` are functions that end the calls that never end by themselves, for when the store stops. */
export type Store = {
  streams: StreamStates;
  feed: EventFeed;
  reader: EventReader;
  appender: Appender;
  openCalls: Set<(reason: ServiceError) => void>;
  close: () => void;
};

/** Opens the store in `folder`. A new store starts with a system event, as EventStoreDB does: $all is never empty. */
export const openStore = async (folder: string, durable = true): Promise<Store> => {
  const database = openDatabase(folder, durable);
  const last = database.sql.prepare('SELECT max(position) AS last FROM event').get();
  const feed = eventFeed(Number(last?.last ?? 0));
  const streams = streamStates(database.sql);
  const appender = groupCommit(database.sql, streams, feed);
  const reader = eventReader(database.sql, feed);
  if (feed.last() === 0) {
    const id = crypto.randomUUID();
    const data = Buffer.from(JSON.stringify({ version: 1 }));
    const event = { id, type: '$StoreCreated', contentType: 'application/json', data, metadata: new Uint8Array() };
    await appender.submit({ kind: 'append', stream: '$store', expected: NO_STREAM, events: [event] });
  }
  const close = () => {
    appender.drain();
    database.close();
  };
  return { streams, feed, reader, appender, openCalls: new Set(), close };
};

/** Returns the stream's state; throws if it is tombstoned. A metadata stream shares the fate of its stream. */
export const livingStream = ({ streams }: Store, name: string): StreamState => {
  const state = streams.of(name);
  if (state.tombstoned || (isMetastream(name) && streams.of(originalOf(name)).tombstoned)) throw streamDeleted(name);
  return state;
};
