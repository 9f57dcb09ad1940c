import { rangeOf } from './ranges.ts';

test.each([
  [undefined, 'all'],
  ['bytes=0-', { from: 0, to: 100 }],
  ['bytes=0-0', { from: 0, to: 1 }],
  ['bytes=10-19', { from: 10, to: 20 }],
  ['bytes=90-500', { from: 90, to: 100 }],
  ['bytes=-5', { from: 95, to: 100 }],
  ['bytes=-500', { from: 0, to: 100 }],
  ['bytes=-0', 'none'],
  ['bytes=100-', 'none'],
  ['bytes=20-10', 'all'],
  ['bytes=0-1,5-6', 'all'],
  ['bytes=-', 'all'],
  ['bytes=a-b', 'all'],
  ['lines=0-1', 'all'],
])('%s of 100 bytes', (header, expected) => expect(rangeOf(header, 100)).toEqual(expected));

test('an empty file has no range', () => expect(rangeOf('bytes=0-', 0)).toBe('none'));
