import type { Logger } from '../../kernel/log.ts';
import { listenToPg, type PgListener } from '../../kernel/pg.listener.ts';
import { connectPg } from '../../kernel/pg.ts';
import type { Bus } from '../kernel/bus.ts';
import { lifetime } from '../kernel/lifetime.ts';
import { parkedTable } from '../kernel/parked.ts';
import { publishQueue } from '../kernel/publish-queue.ts';
import type { Topics } from '../kernel/topics.ts';
import { topicOf } from '../kernel/topics.ts';
import { joinGroup } from './group.ts';
import { busListener } from './listener.ts';
import { appendToLog, readLog } from './log.ts';
import { keepTrimming } from './retention.ts';
import { tailLog } from './tail.ts';

/** SQLSTATE classes of transient errors: connection, conflict, resources, shutdown. An error without a code is a network failure. */
const isPassing = (error: unknown): boolean => {
  const { code, severity } = error as { code?: string; severity?: string };
  return severity === undefined || code === undefined || /^(08|40|53|57P)/.test(code);
};

/**
 * The bus on Postgres alone: a log table, LISTEN/NOTIFY, group offsets. Publishes wait for the disk. Offset commits do not (if they are
 * lost in a power cut, messages are only delivered again), which saves one flush per batch.
 */
export const postgresBus = async (config: {
  databaseUrl: string;
  clientId: string;
  topics: Topics;
  listener?: PgListener;
  log: Logger;
}): Promise<Bus> => {
  const { databaseUrl, clientId, topics, log } = config;
  const lenient = new URL(databaseUrl);
  lenient.searchParams.set('options', `${lenient.searchParams.get('options') ?? ''} -c synchronous_commit=off`.trim());
  const ears = config.listener ?? (await listenToPg({ url: databaseUrl, applicationName: `${clientId}-listener`, log }));
  const listener = busListener(ears);
  const publishing = connectPg(databaseUrl, { max: 2, log, applicationName: `${clientId}-bus` });
  const pool = connectPg(lenient.href, { max: 3, log, applicationName: `${clientId}-bus` });
  const read = readLog(pool);
  const partitions = (topic: string) => topicOf(topics, topic).partitions;

  const queue = publishQueue({
    check: partitions,
    send: async (messages) => {
      const chosen = await appendToLog(publishing, messages, partitions);
      for (const [index, { topic }] of messages.entries()) ears.notify('bus', `${topic}/${chosen[index]}`);
    },
    isPassing,
    limits: { messages: 1000, bytes: 8_000_000 },
    log,
  });
  const parked = parkedTable(pool, queue.publish);
  const stopTrimming = keepTrimming(pool, topics, log);

  const { keep, assertOpen, close } = lifetime(async () => {
    await queue.close();
    await ears.idle();
    await stopTrimming();
    listener.close();
    if (ears !== config.listener) await ears.close();
    await Promise.all([publishing.end(), pool.end()]);
  });

  return {
    publish: queue.publish,
    consume: async (options) => {
      assertOpen();
      for (const topic of options.topics) partitions(topic);
      const deliver = parked.delivery(options);
      const held = (topic: string, partition: number) => parked.held(options.group, topic, partition);
      return keep(await joinGroup({ pool, read, listener, options, deliver, held, log }));
    },
    tail: async (options) => {
      assertOpen();
      partitions(options.topic);
      return keep(await tailLog({ pool, read, listener, options, log }));
    },
    parked: { list: parked.list, retry: parked.retry },
    health: async () => {
      assertOpen();
      if (!listener.isConnected()) throw new Error('The bus does not hear Postgres.');
      await pool.query('select 1');
    },
    close,
  };
};
