import { getEventListeners } from 'node:events';
import { setImmediate as tick } from 'node:timers/promises';
import { openingsOf } from './openings.ts';

test('so many are in at once; one that leaves, however often, lets one in', async () => {
  const { enter } = openingsOf(2);
  const { signal } = new AbortController();
  const inside: (() => void)[] = [];
  for (let nth = 0; nth < 5; nth += 1) void enter(signal).then((leave) => inside.push(leave));
  await tick();
  expect(inside).toHaveLength(2);
  inside[0]!();
  inside[0]!();
  await tick();
  expect(inside).toHaveLength(3);
  inside[1]!();
  inside[2]!();
  await tick();
  expect(inside).toHaveLength(5);
});

test('who gives up waiting goes on at once, and takes no place when its turn comes', async () => {
  const { enter } = openingsOf(1);
  const patient = new AbortController();
  const hasty = new AbortController();
  const leave = await enter(patient.signal);
  const gone = enter(hasty.signal);
  hasty.abort();
  (await gone)();
  const next = enter(patient.signal);
  leave();
  expect(await next).toBeInstanceOf(Function);
  expect(getEventListeners(patient.signal, 'abort')).toEqual([]);
});
