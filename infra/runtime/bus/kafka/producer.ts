import type { Kafka, Producer } from 'kafkajs';
import { Partitioners } from 'kafkajs';
import type { Logger } from '../../kernel/log.ts';
import type { Outgoing } from '../kernel/publish-queue.ts';
import { patiently } from './client.ts';

/** Errors that cannot be solved by sending the same bytes again. */
const final = [
  'MESSAGE_TOO_LARGE',
  'RECORD_LIST_TOO_LARGE',
  'INVALID_RECORD',
  'TOPIC_AUTHORIZATION_FAILED',
  'CLUSTER_AUTHORIZATION_FAILED',
  'POLICY_VIOLATION',
];

const typeOf = (error: unknown): string | undefined => {
  const { type, cause } = error as { type?: string; cause?: unknown };
  return type ?? (cause ? typeOf(cause) : undefined);
};

/** Whether publishing the same messages again could succeed. */
export const isPassing = (error: unknown): boolean => !final.includes(typeOf(error) ?? '');

export type KafkaProducer = { send(messages: Outgoing[]): Promise<void>; disconnect(): Promise<void> };

/**
 * An idempotent producer: the client's own retries write nothing twice. It supports only one send at a time. After an error for which the
 * client has stopped retrying, a new producer is created, because the broker may refuse the sequence numbers of the old one.
 */
export const kafkaProducer = async (kafka: Kafka, log: Logger): Promise<KafkaProducer> => {
  const make = (): Producer =>
    kafka.producer({
      idempotent: true,
      maxInFlightRequests: 1,
      allowAutoTopicCreation: false,
      createPartitioner: Partitioners.DefaultPartitioner,
    });
  let producer = make();
  let isConnected = false;

  const connect = async (): Promise<void> => {
    if (isConnected) return;
    await producer.connect();
    isConnected = true;
  };
  const disconnect = async (): Promise<void> => {
    isConnected = false;
    await producer.disconnect();
  };

  await patiently(30_000, log, connect);
  return {
    send: async (messages) => {
      try {
        await connect();
        await producer.sendBatch({
          acks: -1,
          topicMessages: [...Map.groupBy(messages, ({ topic }) => topic)].map(([topic, list]) => ({
            topic,
            messages: list.map(({ key, value, headers }) => ({ key, value, headers })),
          })),
        });
      } catch (error) {
        await disconnect().catch((failure: Error) => log.debug({ err: failure }, 'a producer did not disconnect'));
        producer = make();
        throw error;
      }
    },
    disconnect,
  };
};
