import type { Received } from '@prosa/infra/runtime';
import { commandTurns, PIECE, places } from '../../kernel/turns.ts';
import { inPieces } from './in-pieces.ts';

const received = (companyId: string, nth: number) => ({ value: { companyId, nth } }) as unknown as Received;

test('receipts of a company share turns, a piece in each, and one that fails fails alone', async () => {
  let [running, most, turns] = [0, 0, 0];
  const scheduler = commandTurns(() => 0);
  const handle = inPieces(
    {
      ...scheduler,
      run: (of, owner, work) => {
        turns += 1;
        return scheduler.run(of, owner, work);
      },
    },
    async (value) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise(setImmediate);
      running -= 1;
      if ((value as { nth: number }).nth === 3) throw new Error('no');
    },
  );
  const many = Array.from({ length: 50 }, (_, nth) => handle(received('a', nth)));
  const done = await Promise.allSettled(many);
  expect(done.flatMap(({ status }, nth) => (status === 'rejected' ? [nth] : []))).toEqual([3]);
  // The first pieces have one each: they began before there were more.
  expect(most).toBe(places.bounds.bulk.each * PIECE);
  expect(turns).toBe(50);
  await scheduler.close();
  await expect(handle(received('a', 51))).rejects.toMatchObject({ code: 'ERR_BUSY' });
});
