import { expect, test } from '@jest/globals';
import { daysToDue, nearnessOf } from './due.ts';

test.each([
  [6, null],
  [5, 'due5'],
  [4, 'dueSoon'],
  [0, 'dueSoon'],
  [-3, 'dueSoon'],
  [-4, 'dueLate'],
  [-40, 'dueLate'],
] as const)('%p days to the due date: %p', (days, nearness) => expect(nearnessOf(days)).toBe(nearness));

test('days are those of the company’s calendar', () => {
  const company = { dueDate: '2026-12-01T02:59:59.999Z', timeZone: 'America/Sao_Paulo' };
  expect(daysToDue(company, Date.parse('2026-11-30T03:00:00Z'))).toBe(0);
  expect(daysToDue(company, Date.parse('2026-12-01T03:00:00Z'))).toBe(-1);
  expect(daysToDue({ ...company, timeZone: 'UTC' }, Date.parse('2026-11-30T03:00:00Z'))).toBe(1);
});
