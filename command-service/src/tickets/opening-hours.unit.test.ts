import { isClosed } from './opening-hours.ts';

const monday = [{ weekdayEn: 'monday', startTime: '09:00', endTime: '18:00' }];
const night = [{ weekdayEn: 'monday', startTime: '22:00', endTime: '02:00' }];

test.each([
  ['within the hours', monday, '2026-01-05T12:00:00Z', false],
  ['before them, though not in UTC', monday, '2026-01-05T11:59:00Z', true],
  ['at their end', monday, '2026-01-05T21:00:00Z', true],
  ['on a day without a row', monday, '2026-01-06T15:00:00Z', true],
  ['without any row', [], '2026-01-06T15:00:00Z', false],
  ['past midnight of a night shift', night, '2026-01-06T04:30:00Z', false],
  ['after a night shift', night, '2026-01-06T05:00:00Z', true],
  ['before midnight of a night shift', night, '2026-01-06T02:59:00Z', false],
])('%s', (_, schedules, now, closed) => {
  expect(isClosed(schedules, 'America/Sao_Paulo', new Date(now))).toBe(closed);
});

test('an unknown time zone is no error', () => {
  expect(isClosed(monday, 'Nowhere/Atall', new Date('2026-01-05T12:00:00Z'))).toBe(false);
});
