import { expect, test } from '@jest/globals';
import { returnTime } from './return-time.ts';

const zone = 'America/Sao_Paulo';
/** A Monday there, a Tuesday in UTC. */
const now = Date.parse('2026-12-01T02:30:00.000Z');

test.each([
  ['hour', '09:00', '2026-12-01T03:30:00.000Z'],
  ['tomorrow', '09:00', '2026-12-01T12:00:00.000Z'],
  ['thursday', '08:15', '2026-12-03T11:15:00.000Z'],
  ['monday', '09:00', '2026-12-07T12:00:00.000Z'],
] as const)('%s at %s', (until, time, expected) => expect(returnTime({ do: 'snooze', until, time }, now, zone)).toBe(expected));

test('a time that the clock leaves out that day is about noon', () =>
  expect(returnTime({ do: 'snooze', until: 'sunday', time: '02:30' }, Date.parse('2027-03-27T12:00Z'), 'Europe/Berlin')).toMatch(
    /^2027-03-28T/,
  ));
