import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allEvents, newId } from '@prosa/contracts';
import { connectStore } from '@prosa/infra/event-store';
import { connectPg, eventCodec, keyRing, type NewMeta, readConfig } from '@prosa/infra/runtime';
import { z } from 'zod';
import type { Product } from '../testing/product.ts';

/** The environment of a service of a running product. */
export const environmentOf = (product: Product): NodeJS.ProcessEnv => ({
  ...process.env,
  EVENTSTORE_URL: product.eventStoreUrl,
  DATABASE_URL: product.databaseUrl,
  PROSA_KEYS_FILE: join(product.data, 'keys'),
  PROSA_TOKEN_SECRET_FILE: join(product.data, 'token-secret'),
});

/** The ids of the demo's two companies, and of the copies of the first. */
export const companiesOf = (product: Product): { company: string; other: string; copies: string[] } => {
  type Entry = { company: { id: string } };
  const { company, other, copies } = JSON.parse(readFileSync(join(product.data, 'demo.json'), 'utf8')) as Entry & {
    other: Entry;
    copies: Entry[];
  };
  return { company: company.id, other: other.company.id, copies: copies.map((copy) => copy.company.id) };
};

export type Writing = Pick<ReturnType<typeof connectStore>, 'append'> & Pick<ReturnType<typeof eventCodec>, 'encodeAll'>;

/** Lets `write` write events directly into a product's store, at full speed, and waits until its projector has folded them. */
export const fillStore = async (env: NodeJS.ProcessEnv, write: (store: Writing) => Promise<void>): Promise<void> => {
  const config = readConfig(z.object({}), env);
  const pool = connectPg(config.DATABASE_URL, { max: 4 });
  const codec = eventCodec({ events: allEvents, keys: keyRing({ pool, masterKey: config.PROSA_KEYS }) });
  const store = connectStore(config.EVENTSTORE_URL, codec);
  try {
    await write({ append: store.append, encodeAll: codec.encodeAll });
    const head = await store.head();
    const position = async () =>
      BigInt(
        (await pool.query<{ position: string }>("select position from read.generation where state = 'live'")).rows[0]!.position,
      );
    while ((await position()) < head) await new Promise((resolve) => setTimeout(resolve, 100));
  } finally {
    await store.close();
    await pool.end();
  }
};

/** The metadata of an event that a bench writes. */
export const benchMeta = (companyId: string, at: Date = new Date()): NewMeta => ({
  companyId,
  actor: { kind: 'system', id: 'bench' },
  commandId: newId(),
  correlationId: newId(),
  causationId: newId(),
  at,
});

/** Runs `work` for each number below `count`, in order, `lanes` at once. */
export const inLanes = async (lanes: number, count: number, work: (n: number) => Promise<void>): Promise<void> => {
  let next = 0;
  const run = async () => {
    for (let n = next++; n < count; n = next++) await work(n);
  };
  await Promise.all(Array.from({ length: Math.min(lanes, count) }, run));
};
