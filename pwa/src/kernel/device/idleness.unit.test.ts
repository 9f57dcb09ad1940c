import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { watchIdle } from './idleness.ts';

let told: boolean[];
let stop: () => void;
beforeEach(() => {
  jest.useFakeTimers();
  told = [];
  stop = watchIdle(1_000, (isIdle) => told.push(isIdle));
});
afterEach(() => {
  stop();
  jest.useRealTimers();
});

test('nobody touches the window for so long, until somebody does', () => {
  jest.advanceTimersByTime(600);
  window.dispatchEvent(new Event('keydown'));
  jest.advanceTimersByTime(999);
  expect(told).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(told).toEqual([true]);
  jest.advanceTimersByTime(5_000);
  expect(told).toEqual([true]);
  window.dispatchEvent(new Event('pointerdown'));
  window.dispatchEvent(new Event('wheel'));
  expect(told).toEqual([true, false]);
  jest.advanceTimersByTime(1_000);
  expect(told).toEqual([true, false, true]);
});

test('after its end nothing is told', () => {
  stop();
  jest.advanceTimersByTime(5_000);
  window.dispatchEvent(new Event('keydown'));
  expect(told).toEqual([]);
});
