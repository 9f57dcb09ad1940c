import type { IHeaders, KafkaMessage } from 'kafkajs';
import type { Arrived } from '../kernel/parked.rows.ts';

const text = (value: Buffer | string | undefined): string => (value === undefined ? '' : value.toString());

const headersOf = (headers: IHeaders = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, text(Array.isArray(value) ? value[0] : value)]],
    ),
  );

/** Converts a Kafka record to the port's message type. A value that is not valid JSON is marked as unreadable; no error is thrown. */
export const received = (topic: string, partition: number, { key, value, offset, timestamp, headers }: KafkaMessage): Arrived => {
  const message = {
    topic,
    partition,
    offset,
    key: key?.toString() ?? '',
    headers: headersOf(headers),
    at: new Date(Number(timestamp)),
    bytes: value?.length ?? 0,
  };
  const json = value?.toString() ?? 'null';
  try {
    return { ...message, value: JSON.parse(json) as unknown };
  } catch {
    return { ...message, value: json, unreadable: true };
  }
};
