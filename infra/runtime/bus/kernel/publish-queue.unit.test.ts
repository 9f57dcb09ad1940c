import { createLogger } from '../../kernel/log.ts';
import { publishQueue } from './publish-queue.ts';

test('what is published during a write goes together in the next one', async () => {
  const message = (value: number) => ({ topic: 'any', key: 'k', value });
  const writes: string[][] = [];
  const first = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const queue = publishQueue({
    check: () => undefined,
    send: async (all) => {
      writes.push(all.map(({ value }) => value));
      begun.resolve();
      if (writes.length === 1) await first.promise;
    },
    isPassing: () => false,
    limits: { messages: 1_000, bytes: 1_000_000 },
    log: createLogger('test', 'silent'),
  });
  const one = queue.publish([message(1)]);
  await begun.promise;
  const later = [queue.publish([message(2)]), queue.publish([message(3)])];
  first.resolve();
  await Promise.all([one, ...later]);
  expect(writes).toEqual([['1'], ['2', '3']]);
  await queue.close();
});
