import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { ImportView } from '@prosa/contracts';
import { act, renderHook } from '@testing-library/react';
import { usePace } from './use-pace.ts';

const viewOf = (done: number, more: Partial<ImportView> = {}): ImportView =>
  ({ id: 'i', status: 'importing', rows: 10_000, done, ...more }) as ImportView;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Follows an import; `after` lets seconds pass until it has so many rows done. */
const follow = () => {
  const { result, rerender } = renderHook(usePace, { initialProps: viewOf(0) });
  const after = (seconds: number, view: ImportView): void => {
    act(() => jest.advanceTimersByTime(seconds * 1_000));
    rerender(view);
  };
  return { pace: () => result.current, after };
};

test('the pace is known after some seconds, and is that of the last ones', () => {
  const { pace, after } = follow();
  after(1, viewOf(100));
  expect(pace()).toEqual({ perSecond: 0, isStill: false });
  after(4, viewOf(500));
  expect(pace().perSecond).toBeCloseTo(100);
  for (let seconds = 1; seconds <= 20; seconds += 1) after(1, viewOf(500 + seconds * 20));
  expect(pace().perSecond).toBeCloseTo(20);
});

test('without news for a while it stands still, until a row is done', () => {
  const { pace, after } = follow();
  after(5, viewOf(500));
  after(15, viewOf(500));
  expect(pace().isStill).toBe(false);
  after(10, viewOf(500));
  expect(pace()).toEqual({ perSecond: 0, isStill: true });
  after(1, viewOf(501));
  expect(pace().isStill).toBe(false);
});

test('another run has a pace of its own', () => {
  const { pace, after } = follow();
  after(5, viewOf(5_000, { status: 'checking' }));
  after(1, viewOf(0));
  expect(pace().perSecond).toBe(0);
});
