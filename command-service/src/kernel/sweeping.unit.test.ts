import { sweeping } from './sweeping.ts';

test('it sweeps at once and again, also after a failure, until it is ended', async () => {
  const ended = new AbortController();
  const warned: unknown[] = [];
  const log = { warn: (...entry: unknown[]) => void warned.push(entry) };
  let times = 0;
  await sweeping(
    { everyMs: 1, log, failed: 'cannot sweep' },
    async () => {
      times += 1;
      if (times === 1) throw new Error('not now');
      if (times === 3) ended.abort();
    },
    ended.signal,
  );
  expect(times).toBe(3);
  expect(warned).toEqual([[{ err: expect.objectContaining({ message: 'not now' }) }, 'cannot sweep, retrying later']]);
  await sweeping(
    { everyMs: 1, log, failed: 'never' },
    async () => {
      times += 1;
    },
    ended.signal,
  );
  expect(times).toBe(3);
});
