import { expect, test } from '@jest/globals';
import { LATE_BAR_BUTTONS, laterFeatures } from './later-features.ts';

test('the top bar keeps a place free for each button that comes later', async () => {
  const { features } = await laterFeatures.load();
  expect(features.flatMap(({ bar = [] }) => bar)).toHaveLength(LATE_BAR_BUTTONS);
});
