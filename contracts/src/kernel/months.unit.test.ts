import { dayOfMonth, daysUntil, endOfDay, monthOn } from './months.ts';

const SAO_PAULO = 'America/Sao_Paulo';
const NEW_YORK = 'America/New_York';
const after = (at: string, zone = SAO_PAULO, day?: number) => monthOn(new Date(at), zone, day).toISOString();

test('a month later is the same day and the same time of the clocks', () => {
  expect(after('2026-11-15T12:34:56.789Z')).toBe('2026-12-15T12:34:56.789Z');
  expect(after('2026-12-31T12:00:00.000Z')).toBe('2027-01-31T12:00:00.000Z');
  expect(after('2026-10-15T13:00:00.000Z', NEW_YORK)).toBe('2026-11-15T14:00:00.000Z');
});

test('a month that has no such day ends with its last one, and the next that has it has it again', () => {
  expect(after('2027-01-31T12:00:00.000Z')).toBe('2027-02-28T12:00:00.000Z');
  expect(after('2028-01-31T12:00:00.000Z')).toBe('2028-02-29T12:00:00.000Z');
  expect(after('2027-02-28T12:00:00.000Z', SAO_PAULO, 31)).toBe('2027-03-31T12:00:00.000Z');
  expect(after('2027-03-31T12:00:00.000Z', SAO_PAULO, 31)).toBe('2027-04-30T12:00:00.000Z');
});

test('the day is that of the zone', () => {
  // 31 January, 23:30 in São Paulo.
  expect(after('2027-02-01T02:30:00.000Z')).toBe('2027-03-01T02:30:00.000Z');
  expect(dayOfMonth(new Date('2027-02-01T02:30:00.000Z'), SAO_PAULO)).toBe(31);
});

test('a time that the clocks skip is an hour later', () =>
  expect(after('2026-02-08T07:30:00.000Z', NEW_YORK)).toBe('2026-03-08T07:30:00.000Z'));

test('a day ends before the next one begins in its zone', () => {
  expect(endOfDay('2026-11-30', SAO_PAULO).toISOString()).toBe('2026-12-01T02:59:59.999Z');
  expect(endOfDay('2026-12-31', 'UTC').toISOString()).toBe('2026-12-31T23:59:59.999Z');
});

test('days are counted by the calendar of the zone', () => {
  const now = new Date('2026-12-01T02:30:00.000Z'); // still 30 November in São Paulo
  expect(daysUntil(new Date('2026-12-01T03:30:00.000Z'), now, SAO_PAULO)).toBe(1);
  expect(daysUntil(new Date('2026-11-30T04:00:00.000Z'), now, SAO_PAULO)).toBe(0);
  expect(daysUntil(new Date('2026-11-26T23:00:00.000Z'), now, SAO_PAULO)).toBe(-4);
});
