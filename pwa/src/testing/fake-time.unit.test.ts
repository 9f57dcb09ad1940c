import { expect, test } from '@jest/globals';
import { beforeAnswers, pass } from './fake-time.ts';

test('an answer that is there while time is fake comes when it runs again, and so does what it starts after a delay', async () => {
  const { fetch } = globalThis;
  globalThis.fetch = async () => new Response('answered');
  const delayed = Promise.withResolvers<string>();
  try {
    await beforeAnswers(async () => {
      void globalThis.fetch('/api').then(async (answer) => {
        const text = await answer.text();
        setTimeout(() => delayed.resolve(text), 1);
      });
      await pass(1_000);
    });
  } finally {
    globalThis.fetch = fetch;
  }
  expect(await delayed.promise).toBe('answered');
});
