import { instantOf, wallTimeAt } from './zones.ts';

const NEW_YORK = 'America/New_York';
const SAO_PAULO = 'America/Sao_Paulo';

test('a time on the clocks of a zone is an instant', () => {
  expect(instantOf('2026-11-23T23:30', SAO_PAULO)?.toISOString()).toBe('2026-11-24T02:30:00.000Z');
  expect(instantOf('2026-07-01T08:00', NEW_YORK)?.toISOString()).toBe('2026-07-01T12:00:00.000Z');
  expect(instantOf('2026-01-31T08:00', 'Asia/Kathmandu')?.toISOString()).toBe('2026-01-31T02:15:00.000Z');
  expect(instantOf('2026-01-31T08:00', 'UTC')?.toISOString()).toBe('2026-01-31T08:00:00.000Z');
});

test('a time that the clocks skip is none, one that they show twice is the first', () => {
  expect(instantOf('2026-03-08T02:30', NEW_YORK)).toBeNull();
  expect(instantOf('2026-03-08T03:00', NEW_YORK)?.toISOString()).toBe('2026-03-08T07:00:00.000Z');
  expect(instantOf('2026-11-01T01:30', NEW_YORK)?.toISOString()).toBe('2026-11-01T05:30:00.000Z');
  expect(instantOf('2026-11-01T02:00', NEW_YORK)?.toISOString()).toBe('2026-11-01T07:00:00.000Z');
});

test('an instant shows on the clocks of a zone', () => {
  expect(wallTimeAt(new Date('2026-11-24T02:30:59.999Z'), SAO_PAULO)).toBe('2026-11-23T23:30');
  expect(wallTimeAt(new Date('2026-11-24T03:00:00.000Z'), SAO_PAULO)).toBe('2026-11-24T00:00');
});
