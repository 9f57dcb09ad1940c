import type { PushMessage } from '@prosa/contracts';
import { type Bus, createLogger } from '@prosa/infra/runtime';
import type pg from 'pg';
import { publisherOf } from './publisher.ts';

const refetch = (companyId: string): PushMessage => ({ kind: 'refetch', companyId, position: '1' });
const companiesOf = (messages: readonly PushMessage[]) =>
  messages.map((message) => (message.kind === 'refetch' ? message.companyId : message.kind));

/** A bus whose answers are given by hand. */
const slowBus = () => {
  const sends: { messages: PushMessage[]; done: () => void; fails: (error: Error) => void }[] = [];
  const publish: Bus['publish'] = (messages) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    sends.push({ messages: messages.map(({ value }) => value as PushMessage), done: resolve, fails: reject });
    return promise;
  };
  return { bus: { publish } as Bus, sends };
};
const noted: string[] = [];
const pool = { query: async (text: string) => void noted.push(/position = (\d+)/.exec(text)![1]!) } as unknown as pg.Pool;
const log = createLogger('test', 'silent');
const turn = () => new Promise((resolve) => setImmediate(resolve));
beforeEach(() => noted.splice(0));

test('commits that wait while one is sent go together, in order, and their last position is noted', async () => {
  const { bus, sends } = slowBus();
  const publisher = publisherOf({ bus, pool, held: () => true, from: 0n, log });
  await publisher.tell([refetch('a')], 1n);
  await turn();
  await publisher.tell([refetch('b')], 2n);
  await publisher.tell([], 3n);
  await publisher.tell([refetch('c'), refetch('d')], 4n);
  expect(sends.map(({ messages }) => companiesOf(messages))).toEqual([['a']]);
  expect(noted).toEqual([]);
  sends[0]!.done();
  await turn();
  expect(sends.map(({ messages }) => companiesOf(messages))).toEqual([['a'], ['b', 'c', 'd']]);
  expect(noted).toEqual(['1']);
  publisher.tick();
  sends[1]!.done();
  await turn();
  expect(noted).toEqual(['1', '4']);
  expect(sends[2]!.messages).toEqual([{ kind: 'tick', position: '4' }]);
  sends[2]!.done();
  await publisher.settled();
  expect(sends).toHaveLength(3);
});

test('a commit without messages is noted, and nothing is sent', async () => {
  const { bus, sends } = slowBus();
  const publisher = publisherOf({ bus, pool, held: () => true, from: 0n, log });
  await publisher.tell([], 7n);
  await publisher.settled();
  expect([sends.length, noted]).toEqual([0, ['7']]);
});

test('what could not be sent is not noted, and nothing is sent after it', async () => {
  const { bus, sends } = slowBus();
  const publisher = publisherOf({ bus, pool, held: () => true, from: 0n, log });
  await publisher.tell([refetch('a')], 1n);
  await turn();
  await publisher.tell([refetch('b')], 2n);
  sends[0]!.fails(new Error('away'));
  await expect(publisher.failed).rejects.toThrow('away');
  await turn();
  expect([sends.length, noted]).toEqual([1, []]);
});

test('a long line is sent ten commits at a time, until it is empty', async () => {
  const { bus, sends } = slowBus();
  const publisher = publisherOf({ bus, pool, held: () => true, from: 0n, log });
  for (let n = 1n; n <= 12n; n += 1n) await publisher.tell([refetch(String(n))], n);
  await turn();
  for (let at = 0; at < sends.length; at += 1) {
    sends[at]!.done();
    await turn();
  }
  await publisher.settled();
  expect(sends.map(({ messages }) => messages.length)).toEqual([1, 10, 1]);
  expect(noted).toEqual(['1', '11', '12']);
});
