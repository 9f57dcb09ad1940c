import { pauses } from './pauses.ts';

test('C22: pauses begin at 6 s and double until something was sent; a pause that lasts is not doubled', () => {
  const slow = pauses();
  expect(slow.begin(0)).toBe(6_000);
  expect(slow.begin(1_000)).toBe(5_000);
  expect(slow.begin(6_000)).toBe(12_000);
  expect(slow.isPaused(17_999)).toBe(true);
  expect(slow.begin(18_000)).toBe(24_000);
  slow.sent('chat');
  expect(slow.begin(42_000)).toBe(6_000);
  expect([slow.beginChat('chat', 0), slow.beginChat('chat', 6_000), slow.beginChat('other', 6_000)]).toEqual([
    6_000, 12_000, 6_000,
  ]);
});
