import { afterEach, expect, jest, test } from '@jest/globals';
import { later, loadAhead } from './later.ts';

afterEach(() => void jest.useRealTimers());

test('parts that are wanted next are loaded ahead at once, the others once the user rests', async () => {
  jest.useFakeTimers();
  const asked: string[] = [];
  const named = (name: string, options?: { isNext: boolean }) => later(async () => void asked.push(name), options);
  named('another');
  named('next', { isNext: true });
  void loadAhead();
  await jest.advanceTimersByTimeAsync(4_900);
  expect(asked).toEqual(['next']);
  window.dispatchEvent(new Event('pointerdown'));
  await jest.advanceTimersByTimeAsync(1_900);
  window.dispatchEvent(new Event('keydown'));
  await jest.advanceTimersByTimeAsync(1_900);
  expect(asked).toEqual(['next']);
  await jest.advanceTimersByTimeAsync(1_000);
  expect(asked).toEqual(['next', 'another']);

  named('a third');
  void loadAhead();
  await jest.advanceTimersByTimeAsync(4_900);
  expect(asked).not.toContain('a third');
  await jest.advanceTimersByTimeAsync(1_000);
  expect(asked).toContain('a third');
});
