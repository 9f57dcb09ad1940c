import { isOpen } from './opening-hours.ts';

const range = (weekdayEn: string, startTime: string, endTime: string) => ({ weekdayEn, startTime, endTime });
const monday = [range('monday', '09:00', '18:00')];
const lunch = [range('monday', '09:00', '12:00'), range('monday', '13:30', '18:00')];
const night = [range('monday', '22:00', '02:00')];
const late = [range('monday', '20:00', '23:59')];
const never = [range('monday', '00:00', '00:00')];

test.each([
  ['within the hours', monday, '2026-01-05T12:00:00Z', true],
  ['before them, though not in UTC', monday, '2026-01-05T11:59:00Z', false],
  ['at their end', monday, '2026-01-05T21:00:00Z', false],
  ['on a day without a range', monday, '2026-01-06T15:00:00Z', false],
  ['without any range', [], '2026-01-06T15:00:00Z', true],
  ['in the first range of a day', lunch, '2026-01-05T14:59:00Z', true],
  ['between two ranges', lunch, '2026-01-05T15:30:00Z', false],
  ['in the second range', lunch, '2026-01-05T16:30:00Z', true],
  ['in the last minute of a range until 23:59', late, '2026-01-06T02:59:30Z', true],
  ['at midnight after it', late, '2026-01-06T03:00:00Z', false],
  ['in a range whose start is its end', never, '2026-01-05T03:00:00Z', false],
  ['past midnight of a night shift', night, '2026-01-06T04:30:00Z', true],
  ['after a night shift', night, '2026-01-06T05:00:00Z', false],
  ['before midnight of a night shift', night, '2026-01-06T02:59:00Z', true],
])('%s', (_, schedules, at, open) => {
  expect(isOpen({ schedules, timeZone: 'America/Sao_Paulo' }, new Date(at))).toBe(open);
});

test('a holiday is closed from midnight to midnight of the zone', () => {
  const hours = { schedules: monday, holidays: ['2026-01-05'], timeZone: 'America/Sao_Paulo' };
  expect(isOpen(hours, new Date('2026-01-05T12:00:00Z'))).toBe(false);
  expect(isOpen({ ...hours, holidays: ['2026-01-06'] }, new Date('2026-01-05T12:00:00Z'))).toBe(true);
  expect(isOpen({ ...hours, schedules: [], holidays: ['2026-01-06'] }, new Date('2026-01-07T02:59:00Z'))).toBe(false);
  expect(isOpen({ ...hours, schedules: [], holidays: ['2026-01-06'] }, new Date('2026-01-07T03:00:00Z'))).toBe(true);
});

test.each([
  ['before summer time begins', '2026-03-08T06:59:00Z', false],
  ['in the hour that is skipped, its range begins with the next', '2026-03-08T07:00:00Z', true],
  ['after the range', '2026-03-08T08:00:00Z', false],
  ['in the hour before it is repeated', '2026-11-01T05:30:00Z', true],
  ['in the repeated hour', '2026-11-01T06:30:00Z', true],
  ['after it', '2026-11-01T07:30:00Z', false],
])('New York, %s', (_, at, open) => {
  const schedules = at < '2026-06' ? [range('sunday', '02:15', '04:00')] : [range('sunday', '01:00', '02:00')];
  expect(isOpen({ schedules, timeZone: 'America/New_York' }, new Date(at))).toBe(open);
});

test('an unknown time zone is no error', () => {
  expect(isOpen({ schedules: monday, timeZone: 'Nowhere/Atall' }, new Date('2026-01-05T12:00:00Z'))).toBe(true);
});
