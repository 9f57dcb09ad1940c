import { beforeAll, expect, test } from '@jest/globals';
import { startI18n } from '../../../kernel/i18n/i18n.ts';
import { returnText, snoozeTimes } from './snooze-times.ts';

const zone = 'America/Sao_Paulo';
const at = (text: string) => Date.parse(`${text}-03:00`);
beforeAll(() => startI18n('pt'));

test('a ticket comes back in an hour, tomorrow at nine, or next Monday at nine, on the clock of the company', () => {
  // A Tuesday.
  expect(snoozeTimes(at('2026-11-17T09:58:30'), zone)).toEqual([
    { id: 'hour', until: '2026-11-17T13:58:30.000Z', shown: '10:58' },
    { id: 'tomorrow', until: '2026-11-18T12:00:00.000Z', shown: 'qua., 09:00' },
    { id: 'monday', until: '2026-11-23T12:00:00.000Z', shown: '23/11, 09:00' },
  ]);
});

test('on a Monday the next one is a week later; on a Sunday it is tomorrow, once', () => {
  expect(snoozeTimes(at('2026-11-16T23:30:00'), zone).map(({ until }) => until)).toEqual([
    '2026-11-17T03:30:00.000Z',
    '2026-11-17T12:00:00.000Z',
    '2026-11-23T12:00:00.000Z',
  ]);
  expect(snoozeTimes(at('2026-11-15T12:00:00'), zone).map(({ id }) => id)).toEqual(['hour', 'tomorrow']);
});

test.each([
  ['2026-11-17T17:00:00.000Z', 'hoje, 14:00'],
  ['2026-11-18T12:00:00.000Z', 'amanhã, 09:00'],
  ['2026-11-23T12:00:00.000Z', 'seg., 23/11, 09:00'],
])('the return at %s is %s', (until, text) => expect(returnText(until, zone, at('2026-11-17T09:00:00'))).toBe(text));
