import { expect, test } from '@jest/globals';
import { formatCount, formatDate, formatRowTime, formatTime } from './format.ts';
import { startI18n } from './i18n.ts';
import { languages, locales } from './languages.ts';

test.each(languages)('in %s counts are written as the browser’s own format writes them', async (language) => {
  await startI18n(language);
  const format = new Intl.NumberFormat(locales[language]);
  const counts = [0, 7, 999, 1_000, 9_999, 10_000, 123_456, 1_234_567, -1_000, -12_345];
  expect(counts.map((count) => formatCount(count))).toEqual(counts.map((count) => format.format(count)));
});

test.each([
  // The clocks of New York go back at 06:00 UTC.
  ['America/New_York', '2026-11-01T05:30:00.000Z', '01/11/2026', '01:30'],
  ['America/New_York', '2026-11-01T06:30:00.000Z', '01/11/2026', '01:30'],
  ['America/Sao_Paulo', '2026-11-21T02:30:00.000Z', '20/11/2026', '23:30'],
  ['Asia/Kathmandu', '2026-11-20T18:15:00.000Z', '21/11/2026', '00:00'],
])('in %s the time %s is %s %s, in every language', async (zone, at, date, time) => {
  for (const language of languages) {
    await startI18n(language);
    expect([formatDate(at, zone), formatTime(at, zone)]).toEqual([date, time]);
  }
});

test('a row of today has the time, another the date, as the days of the zone are', () => {
  const now = new Date('2026-11-21T02:30:00.000Z');
  const rows = ['2026-11-20T03:10:00.000Z', '2026-11-20T02:50:00.000Z'];
  expect(rows.map((at) => formatRowTime(at, 'America/Sao_Paulo', now))).toEqual(['00:10', '19/11/2026']);
});
