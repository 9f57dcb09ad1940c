import { expect, jest, test } from '@jest/globals';
import { loadAhead } from '../../kernel/loading/later.ts';
import { LATE_BAR_BUTTONS, laterFeatures } from './later-features.ts';

test('the navigation is whole soon after the first screen is shown, also for a user who does not rest', async () => {
  jest.useFakeTimers();
  const came = new Promise<void>((resolve) => void laterFeatures.subscribe(resolve));
  void loadAhead();
  await jest.advanceTimersByTimeAsync(1_000);
  jest.useRealTimers();
  await came; // nobody else has asked for them
  expect(laterFeatures.now()?.features.length).toBeGreaterThan(0);
});

test('the top bar keeps a place free for each button that comes later', async () => {
  const { features } = await laterFeatures.load();
  expect(features.flatMap(({ bar = [] }) => bar)).toHaveLength(LATE_BAR_BUTTONS);
});
