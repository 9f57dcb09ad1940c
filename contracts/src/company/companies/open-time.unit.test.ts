import { openMinutesAfter, openMinutesBefore } from './open-time.ts';
import { type Hours, isOpen } from './opening-hours.ts';

const range = (weekdayEn: string, startTime: string, endTime: string) => ({ weekdayEn, startTime, endTime });
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];
const office: Hours = {
  schedules: weekdays.flatMap((day) => [range(day, '08:00', '12:00'), range(day, '13:00', '18:00')]),
  holidays: ['2026-01-07'],
  timeZone: 'America/Sao_Paulo',
};
/** 2026-01-05 is a Monday; São Paulo is three hours behind UTC. */
const at = (day: number, time: string) => new Date(`2026-01-${String(day).padStart(2, '0')}T${time}:00-03:00`);

test.each([
  ['within a range', at(5, '09:00'), 30, at(5, '09:30')],
  ['to the end of a range', at(5, '11:30'), 30, at(5, '12:00')],
  ['over the break at noon', at(5, '11:45'), 30, at(5, '13:15')],
  ['from a closed night', at(5, '03:00'), 30, at(5, '08:30')],
  ['over night', at(5, '17:50'), 30, at(6, '08:20')],
  ['over a holiday', at(6, '17:50'), 30, at(8, '08:20')],
  ['over a weekend', at(9, '17:50'), 30, at(12, '08:20')],
])('open minutes go on %s', (_, from, minutes, expected) => expect(openMinutesAfter(office, from, minutes)).toEqual(expected));

test('without hours every minute counts, and with holidays alone all but theirs', () => {
  expect(openMinutesAfter(null, at(10, '23:50'), 30)).toEqual(at(11, '00:20'));
  expect(openMinutesBefore(null, at(11, '00:20'), 30)).toEqual(at(10, '23:50'));
  expect(openMinutesAfter({ ...office, schedules: [] }, at(6, '23:50'), 30)).toEqual(at(8, '00:20'));
});

test('who is never open has no such minute', () => {
  const never = { ...office, schedules: [range('monday', '08:00', '08:00')] };
  expect([openMinutesAfter(never, at(5, '09:00'), 1), openMinutesBefore(never, at(5, '09:00'), 1)]).toEqual([null, null]);
});

test('ranges that overlap count once, and an unknown zone is São Paulo’s', () => {
  const twice = {
    ...office,
    schedules: [range('monday', '08:00', '18:00'), range('monday', '09:00', '12:00')],
    timeZone: 'Mars/Base',
  };
  expect(openMinutesAfter(twice, at(5, '08:30'), 300)).toEqual(at(5, '13:30'));
  expect(openMinutesBefore(twice, at(5, '13:30'), 300)).toEqual(at(5, '08:30'));
});

test('a range over midnight, until midnight, and days on which the clocks are changed', () => {
  const night = {
    schedules: [range('saturday', '22:00', '02:00'), range('sunday', '20:00', '23:59')],
    timeZone: 'America/New_York',
  };
  // On 2026-03-08, a Sunday, the hour from two to three is skipped there: four hours of the night, then one of the evening.
  expect(openMinutesAfter(night, new Date('2026-03-08T03:00:00Z'), 240)).toEqual(new Date('2026-03-08T07:00:00Z'));
  expect(openMinutesAfter(night, new Date('2026-03-08T03:00:00Z'), 300)).toEqual(new Date('2026-03-09T01:00:00Z'));
  expect(openMinutesAfter(night, new Date('2026-03-09T03:30:00Z'), 60)).toEqual(new Date('2026-03-15T02:30:00Z'));
  const skipped = { schedules: [range('sunday', '02:30', '12:00')], timeZone: 'America/New_York' };
  expect(openMinutesAfter(skipped, new Date('2026-03-08T03:00:00Z'), 60)).toEqual(new Date('2026-03-08T08:00:00Z'));
});

test('late now is what became late before now, and each open minute is one of isOpen', () => {
  for (const hours of [office, { ...office, schedules: [range('tuesday', '22:00', '03:00'), range('friday', '00:00', '23:59')] }])
    for (let since = at(5, '00:10').getTime(); since < at(13, '00:00').getTime(); since += 97 * 60_000) {
      const late = openMinutesAfter(hours, new Date(since), 95)!;
      let open = 0;
      for (let minute = since; minute < late.getTime(); minute += 60_000) if (isOpen(hours, new Date(minute))) open += 1;
      expect(open).toBe(95);
      expect(openMinutesBefore(hours, late, 95)!.getTime()).toBeGreaterThanOrEqual(since);
      expect(openMinutesBefore(hours, new Date(late.getTime() - 60_000), 95)!.getTime()).toBeLessThan(since);
    }
});
