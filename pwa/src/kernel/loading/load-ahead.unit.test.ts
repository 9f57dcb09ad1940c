import { afterEach, expect, jest, test } from '@jest/globals';
import { later, loadAhead } from './later.ts';

afterEach(() => void jest.useRealTimers());

test('parts are loaded ahead at once, others after that, once the user rests', async () => {
  jest.useFakeTimers();
  const asked: string[] = [];
  const named = (name: string, options?: { atRest: boolean }) => later(async () => void asked.push(name), options);
  named('at rest', { atRest: true });
  named('small');
  void loadAhead();
  await jest.advanceTimersByTimeAsync(1_000);
  expect(asked).toEqual(['small']);
  await jest.advanceTimersByTimeAsync(3_900);
  window.dispatchEvent(new Event('pointerdown'));
  await jest.advanceTimersByTimeAsync(1_900);
  window.dispatchEvent(new Event('keydown'));
  await jest.advanceTimersByTimeAsync(1_900);
  expect(asked).toEqual(['small']);
  await jest.advanceTimersByTimeAsync(1_000);
  expect(asked).toEqual(['small', 'at rest']);

  named('another', { atRest: true });
  void loadAhead();
  await jest.advanceTimersByTimeAsync(4_900);
  expect(asked).not.toContain('another');
  await jest.advanceTimersByTimeAsync(1_000);
  expect(asked).toContain('another');
});
