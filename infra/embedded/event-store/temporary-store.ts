/** For tests: a store in a temporary folder, the real client connected to it, and helpers for frequent operations. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EventStoreDBClient, type JSONEventType, jsonEvent, type Position } from '@eventstore/db-client';
import { foreignStore, userOf } from '../../testing/foreign-store.ts';
import { startEventStore } from './server.ts';

export const temporaryFolder = (): { dataDir: string; remove: () => void } => {
  const dataDir = mkdtempSync(join(tmpdir(), 'event-store-'));
  return { dataDir, remove: () => rmSync(dataDir, { recursive: true, force: true }) };
};

/** Starts an empty store on a free port. `restart` closes it and opens the same folder again with a new client. */
export const temporaryStore = async () => {
  const folder = temporaryFolder();
  const open = async () => {
    const server = await startEventStore({ dataDir: folder.dataDir, port: 0, durable: false });
    return { server, client: EventStoreDBClient.connectionString(server.url) };
  };
  let current = await open();
  const shut = async () => {
    await current.client.dispose();
    await current.server.close();
  };
  return {
    client: () => current.client,
    url: () => current.server.url,
    async restart() {
      await shut();
      current = await open();
    },
    async stop() {
      await shut();
      folder.remove();
    },
  };
};

/** The foreign store, if one is given, otherwise a temporary one. Only the latter is restarted: of the other the client is new. */
export const storeUnderTest = async () => {
  const { client, url, restart, stop } = foreignStore === undefined ? await temporaryStore() : clientOf(foreignStore);
  return {
    client,
    url,
    restart,
    stop,
    /** The position of a new event: all that a test writes from now on is behind it. */
    mark: async (): Promise<Position> => {
      const { position } = await client().appendToStream(fresh('mark'), events(1));
      if (!position) throw new Error('no position');
      return position;
    },
  };
};

const clientOf = (url: string) => {
  let current = EventStoreDBClient.connectionString(url);
  const stop = () => current.dispose();
  const restart = async () => {
    await stop();
    current = EventStoreDBClient.connectionString(url);
  };
  return { client: () => current, url: () => url, restart, stop };
};

/** A call with credentials of its own uses Append, otherwise BatchAppend: the two do the same with different messages. */
export const ways = [
  { way: 'BatchAppend', options: {} },
  { way: 'Append', options: { credentials: userOf(foreignStore ?? 'esdb://127.0.0.1') } },
];

type Numbered = JSONEventType<string, { n: number }>;

/** Returns `count` events of one type, numbered from 0. */
export const events = (count: number, type = 'Counted') =>
  Array.from({ length: count }, (_, n) => jsonEvent<Numbered>({ type, data: { n }, metadata: { at: n } }));

/** Returns a stream name that no other test uses. */
export const fresh = (prefix = 'stream') => `${prefix}-${randomUUID()}`;

export const collect = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
};

/** Resolves with the error of a rejected promise; fails if it is not rejected. */
export const failureOf = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => {
      throw new Error('it should have failed');
    },
    (error: unknown) => error,
  );

/** The number that `events` gave to an event. */
export const numberOf = ({ event }: { event?: { data: unknown } }): number => {
  if (!event) throw new Error('an entry without event');
  return (event.data as { n: number }).n;
};
