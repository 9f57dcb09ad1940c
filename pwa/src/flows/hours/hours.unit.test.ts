import { expect, test } from '@jest/globals';
import { faultOf, masked, onWorkingDays, usualHours } from './hours.ts';

const range = (startTime: string, endTime: string) => ({ ...usualHours[0]!, startTime, endTime });

test.each([
  ['0830', '08:30'],
  ['08:30', '08:30'],
  ['8h', '8'],
  ['ab12c3', '12:3'],
  ['123456', '12:34'],
])('%s is read as %s', (typed, time) => expect(masked(typed)).toBe(time));

test.each([
  [range('08:00', '18:00'), null],
  [range('00:00', '00:00'), null],
  [range('08:00', '24:00'), { field: 'endTime', why: 'time' }],
  [range('8', '18:00'), { field: 'startTime', why: 'time' }],
  [range('18:00', '08:00'), { field: 'endTime', why: 'order' }],
])('%j', (given, fault) => expect(faultOf(given)).toEqual(fault));

test('the usual hours are the specification’s', () => {
  expect(usualHours.map(({ startTime, endTime }) => `${startTime}-${endTime}`)).toEqual([
    ...Array(5).fill('08:00-18:00'),
    '08:00-12:00',
    '00:00-00:00',
  ]);
});

test('working days are told in one range if they agree', () => {
  expect(onWorkingDays(usualHours)).toBe('08:00–18:00');
  expect(onWorkingDays(usualHours.slice(1))).toBeNull();
  expect(onWorkingDays([])).toBeNull();
});
