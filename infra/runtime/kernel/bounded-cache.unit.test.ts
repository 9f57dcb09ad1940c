import { jest } from '@jest/globals';
import { boundedCache } from './bounded-cache.ts';

afterEach(() => void jest.restoreAllMocks());

test('it keeps at most so many entries, and drops the one that was unused for longest', () => {
  let evicted = 0;
  const cache = boundedCache<string, number>({ max: 3, evicted: () => (evicted += 1) });
  for (const [value, key] of ['a', 'b', 'c'].entries()) cache.set(key, value);
  expect(cache.get('a')).toBe(0);
  cache.set('d', 3);
  expect(['a', 'b', 'c', 'd'].map((key) => cache.get(key))).toEqual([0, undefined, 2, 3]);
  cache.delete('c');
  expect(evicted).toBe(1);
  for (let n = 0; n < 100; n += 1) cache.set(`${n % 7}`, n);
  expect(cache.size).toBe(3);
});

test('an entry is gone after its time', () => {
  let now = 1_000;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  const cache = boundedCache<string, true>({ max: 3, ttl: 500, ttlResolution: 0 });
  cache.set('a', true);
  now += 499;
  expect(cache.has('a')).toBe(true);
  now += 2;
  expect(cache.has('a')).toBe(false);
});

test('an empty one takes no memory for the entries to come', () => {
  const before = process.memoryUsage().arrayBuffers;
  const caches = Array.from({ length: 100 }, () => boundedCache<string, true>({ max: 100_000, ttl: 1_000 }));
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1_000_000);
  expect(caches.every(({ size }) => size === 0)).toBe(true);
});
