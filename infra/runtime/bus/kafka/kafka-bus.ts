import type { Admin } from 'kafkajs';
import type { Logger } from '../../kernel/log.ts';
import { connectPg } from '../../kernel/pg.ts';
import type { Bus } from '../kernel/bus.ts';
import { lifetime } from '../kernel/lifetime.ts';
import { parkedTable } from '../kernel/parked.ts';
import { publishQueue } from '../kernel/publish-queue.ts';
import type { Topics } from '../kernel/topics.ts';
import { topicOf } from '../kernel/topics.ts';
import { kafkaClient } from './client.ts';
import { consumeKafka } from './consumer.ts';
import { isPassing, kafkaProducer } from './producer.ts';
import { tailKafka } from './tail.ts';

export type KafkaBusConfig = {
  brokers: string;
  /** Parked messages are kept in Postgres. */
  databaseUrl: string;
  clientId: string;
  topics: Topics;
  sessionTimeout: number;
  log: Logger;
};

/** The bus on Kafka. Keys are mapped to partitions as Java producers do it (murmur2). */
export const kafkaBus = async ({ brokers, databaseUrl, clientId, topics, sessionTimeout, log }: KafkaBusConfig): Promise<Bus> => {
  const kafka = kafkaClient({ brokers, clientId, log });
  const producer = await kafkaProducer(kafka, log);
  const pool = connectPg(databaseUrl, { max: 4, log, applicationName: `${clientId}-bus` });
  let crashed: Error | undefined;
  let admin: Admin | undefined;
  const onCrash = (error: Error) => {
    crashed ??= error;
  };
  const check = (topic: string) => topicOf(topics, topic);

  const queue = publishQueue({
    check,
    send: producer.send,
    isPassing,
    // A broker accepts 1 MB per partition and request.
    limits: { messages: 1000, bytes: 1_000_000 },
    log,
  });
  const parked = parkedTable(pool, queue.publish);

  const describe = async (): Promise<void> => {
    admin ??= kafka.admin({ retry: { retries: 0 } });
    const asked = admin;
    try {
      await asked.connect();
      await asked.describeCluster();
    } catch (error) {
      admin = undefined;
      await asked.disconnect().catch((failure: Error) => log.debug({ err: failure }, 'an admin did not disconnect'));
      throw new Error('Kafka is away.', { cause: error });
    }
  };

  const { keep, assertOpen, close } = lifetime(async () => {
    await queue.close();
    await Promise.all([producer.disconnect(), admin?.disconnect(), pool.end()]);
  });

  return {
    publish: queue.publish,
    consume: async (options) => {
      assertOpen();
      for (const topic of options.topics) check(topic);
      const deliver = parked.delivery(options);
      const held = (topic: string, partition: number) => parked.held(options.group, topic, partition);
      return keep(await consumeKafka({ kafka, options, deliver, held, sessionTimeout, onCrash, log }));
    },
    tail: async (options) => {
      assertOpen();
      check(options.topic);
      return keep(await tailKafka({ kafka, clientId, options, sessionTimeout, onCrash, log }));
    },
    parked: { list: parked.list, retry: parked.retry },
    health: async () => {
      assertOpen();
      if (crashed) throw new Error('A consumer has crashed.', { cause: crashed });
      await Promise.all([describe(), pool.query('select 1')]);
    },
    close,
  };
};
