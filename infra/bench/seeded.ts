import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { EventData } from '@eventstore/db-client';
import { allEvents } from '@prosa/contracts';
import { connectPg, eventCodec, type KeyRing, keyRing, readConfig } from '@prosa/infra/runtime';
import { z } from 'zod';
import type { ProposedEvent } from '../embedded/event-store/appender.ts';
import { NO_STREAM } from '../embedded/event-store/revision-check.ts';
import { openStore } from '../embedded/event-store/store.ts';
import { startPostgres } from '../embedded/postgres/postgres.ts';
import { type Product, startProduct } from '../testing/product.ts';
import { environmentOf } from './store.ts';

/** The functions that write a store while nothing else runs. */
export type Seeding = Pick<ReturnType<typeof eventCodec>, 'encodeAll'> &
  Pick<KeyRing, 'createMany'> & {
    /** Appends to new streams; resolves when all events are on disk. Many streams share each sync of the disk. */
    appendAll: (streams: readonly { stream: string; events: readonly EventData[] }[]) => Promise<void>;
  };
/**
 * Starts a product whose store was filled with events by `write`, and waits until its read models have them. The events are written into the
 * files of a stopped product, because services that run would take the processor from each other; its read models are then missing, as
 * after a restore from a backup, and are folded from the first event with their indexes at the end. Its demo has a copy of the company.
 */
export const startSeeded = async (write: (seeding: Seeding, stopped: Product) => Promise<void>): Promise<Product> => {
  const data = mkdtempSync(join(tmpdir(), 'prosa-bench-'));
  const options = { data, demo: 2 };
  const fresh = await startProduct(options);
  await fresh.stop();
  let begun = performance.now();
  const events = await seed(fresh, (seeding) => write(seeding, fresh));
  console.log(`${events} events written, ${perSecond(events, begun)} per second`);
  begun = performance.now();
  const product = await startProduct(options);
  try {
    await folded(product, events);
    console.log(`${events} events folded, ${perSecond(events, begun)} per second`);
    const stop = () => product.stop().finally(() => rmSync(data, { recursive: true, force: true }));
    return { ...product, stop };
  } catch (error) {
    await product.stop();
    throw error;
  }
};

const perSecond = (events: number, begun: number): number => Math.round((events * 1_000) / (performance.now() - begun));

/** Opens the files of a stopped product; returns how many events `write` wrote. */
const seed = async (stopped: Product, write: (seeding: Seeding) => Promise<void>): Promise<number> => {
  const postgres = await startPostgres({ dataDir: join(stopped.data, 'postgres') });
  const pool = connectPg(postgres.url, { max: 4 });
  const store = await openStore(join(stopped.data, 'event-store'));
  let events = 0;
  try {
    const config = readConfig(z.object({}), { ...environmentOf(stopped), DATABASE_URL: postgres.url });
    const keys = keyRing({ pool, masterKey: config.PROSA_KEYS });
    const { encodeAll } = eventCodec({ events: allEvents, keys });
    const appendAll: Seeding['appendAll'] = async (streams) => {
      const writes = streams.map(({ stream, events: encoded }) =>
        store.appender.submit({ kind: 'append', stream, expected: NO_STREAM, events: encoded.map(proposed) }),
      );
      for (const { kind } of await Promise.all(writes)) if (kind !== 'done') throw new Error(`An append was ${kind}.`);
      events += streams.reduce((sum, one) => sum + one.events.length, 0);
    };
    await write({ encodeAll, createMany: keys.createMany, appendAll });
    await pool.query('drop schema read cascade');
    // To the reactors these are events of the past.
    await pool.query('update command.checkpoint set position = greatest(position, $1)', [store.feed.last()]);
    return events;
  } finally {
    store.close();
    await pool.end();
    await postgres.close();
  }
};

const proposed = ({ id, type, contentType, data, metadata }: EventData): ProposedEvent => ({
  id,
  type,
  contentType,
  data: Buffer.from(JSON.stringify(data)),
  metadata: Buffer.from(JSON.stringify(metadata)),
});

/** Waits until the read models are live and have all events. */
const folded = async ({ databaseUrl }: Product, events: number): Promise<void> => {
  const pool = connectPg(databaseUrl, { max: 1 });
  try {
    const isThere = async () => {
      const { rows } = await pool.query<{ position: string }>("select position from read.generation where state = 'live'");
      return rows[0] !== undefined && BigInt(rows[0].position) >= BigInt(events);
    };
    while (!(await isThere())) await pause(200);
  } finally {
    await pool.end();
  }
};
