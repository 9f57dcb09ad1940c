import { Writable } from 'node:stream';
import pLimit from 'p-limit';
import { createLogger } from '../../kernel/log.ts';
import { Standstill } from './bus.ts';
import { lanes } from './key-queues.ts';
import type { Arrived } from './parked.ts';
import type { ParkedKeys } from './parked-keys.ts';

const message: Arrived = {
  ...{ topic: 'channel.inbound', partition: 0, offset: 1n, key: 'one', value: {}, headers: {}, at: new Date() },
  bytes: 1,
} as never;

test('why a key is set aside is in the log', async () => {
  const lines: Record<string, unknown>[] = [];
  const logged = Promise.withResolvers<void>();
  const log = createLogger(
    'test',
    'info',
    new Writable({
      write: (line, _, done) => {
        lines.push(JSON.parse(String(line)));
        if (lines.at(-1)!.msg === 'a key is set aside') logged.resolve();
        done();
      },
    }),
  );
  const stop = new AbortController();
  const stored = Promise.withResolvers<void>();
  const held: ParkedKeys = {
    keys: async () => [],
    put: async () => stored.resolve(),
    next: async () => [],
    done: async () => undefined,
    doneAt: async () => undefined,
    failed: async () => undefined,
    due: async () => [],
  };
  const queues = lanes({
    deliver: async () => {
      throw new Standstill('There is no such connection yet.');
    },
    held,
    places: pLimit(1),
    signal: stop.signal,
    onProgress: () => undefined,
    log,
  });
  await queues.ready;
  queues.take([message]);
  await Promise.all([logged.promise, stored.promise]);
  stop.abort();
  await queues.over();
  expect(lines.find(({ msg }) => msg === 'a key is set aside')).toMatchObject({
    count: 1,
    reason: 'There is no such connection yet.',
  });
});
