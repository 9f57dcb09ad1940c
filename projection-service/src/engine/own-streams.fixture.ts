import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectStore } from '@prosa/infra/event-store';
import type { Decoded, EventCodec, Store } from '@prosa/infra/runtime';
import { startEventStore } from '../../../infra/embedded/event-store/server.ts';
import { foreignStore } from '../../../infra/testing/foreign-store.ts';

/**
 * One engine's part of a store that holds others' events, too: its streams begin with `word`, which nobody here sees, and its history
 * begins after `origin`.
 */
export const ownStreams = (store: Store, word: string, origin: bigint | 'start'): Store => {
  const own = (fact: Decoded): Decoded => ({ ...fact, meta: { ...fact.meta, stream: fact.meta.stream.slice(word.length) } });
  async function* read(...[stream, options]: Parameters<Store['read']>) {
    for await (const fact of store.read(`${word}${stream}`, options)) yield own(fact);
  }
  return {
    ...store,
    append: (stream, ...asked) => store.append(`${word}${stream}`, ...asked),
    read,
    load: async (stream, options) => (await store.load(`${word}${stream}`, options)).map(own),
    subscribeAll: ({ from, prefixes = [''], onBatch, ...options }) =>
      store.subscribeAll({
        ...options,
        from: async () => {
          const asked = typeof from === 'function' ? await from() : from;
          return asked === 'start' ? origin : asked;
        },
        prefixes: prefixes.map((prefix) => `${word}${prefix}`),
        onBatch: (facts, position) => onBatch(facts.map(own), position),
      }),
  };
};

/** An embedded store of one's own, or this engine's part of the foreign one, if one is given. */
export const storeOf = async (mustBeEmbedded: boolean) => {
  if (foreignStore !== undefined && !mustBeEmbedded) {
    const url = foreignStore;
    const word = `${randomUUID()}-`;
    let origin: bigint | 'start' | undefined;
    const connect = async (codec: EventCodec): Promise<Store> => {
      const store = connectStore(url, codec);
      origin ??= (await store.head()) || 'start';
      return ownStreams(store, word, origin);
    };
    return { url, word, connect, close: async () => undefined };
  }
  const dataDir = mkdtempSync(join(tmpdir(), 'prosa-engine-'));
  const { url, close } = await startEventStore({ dataDir, port: 0, durable: false });
  return {
    url,
    word: '',
    connect: async (codec: EventCodec): Promise<Store> => connectStore(url, codec),
    close: async () => {
      await close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};
