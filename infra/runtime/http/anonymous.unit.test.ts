import type { Refused } from '@prosa/contracts';
import { anonymousReads } from './anonymous.ts';

const refusalOf = (read: () => void): Refused | null => {
  try {
    read();
    return null;
  } catch (error) {
    return error as Refused;
  }
};

test('a network reads so often within a minute; others are not held up, and the next minute begins anew', () => {
  let now = 0;
  const read = anonymousReads({ most: 3, ms: 60_000, networks: 100 }, () => now);
  for (let n = 0; n < 3; n += 1) expect(refusalOf(() => read('2001:db8:1:2::1'))).toBeNull();
  now = 20_000;
  expect(refusalOf(() => read('2001:db8:1:2:3::4'))).toMatchObject({
    code: 'ERR_TOO_MANY_REQUESTS',
    details: { retryAfter: 40 },
  });
  expect(refusalOf(() => read('2001:db8:1:3::1'))).toBeNull();
  now = 60_000;
  expect(refusalOf(() => read('2001:db8:1:2::1'))).toBeNull();
});

test('of more networks than are counted nobody has a budget of their own', () => {
  const read = anonymousReads({ most: 3, ms: 60_000, networks: 2 }, () => 0);
  const refused = Array.from({ length: 8 }, (_, n) => refusalOf(() => read(`203.0.113.${n}`)) !== null);
  expect(refused).toEqual([false, false, false, false, false, true, true, true]);
  expect(refusalOf(() => read('203.0.113.0'))).toBeNull();
});
