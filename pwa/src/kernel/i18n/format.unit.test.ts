import { expect, test } from '@jest/globals';
import { formatCount } from './format.ts';
import { startI18n } from './i18n.ts';
import { languages, locales } from './languages.ts';

test.each(languages)('in %s counts are written as the browser’s own format writes them', async (language) => {
  await startI18n(language);
  const format = new Intl.NumberFormat(locales[language]);
  const counts = [0, 7, 999, 1_000, 9_999, 10_000, 123_456, 1_234_567, -1_000, -12_345];
  expect(counts.map((count) => formatCount(count))).toEqual(counts.map((count) => format.format(count)));
});
