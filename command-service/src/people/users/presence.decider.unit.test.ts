import { given } from '../../kernel/given.ts';
import { presence } from './presence.decider.ts';

const at = '2026-03-01T12:00:00.000Z';
const told = (sequence: number) => ({ userId: 'ana', sequence, at });
const came = (sequence: number) => ({ type: 'UserCameOnline', data: told(sequence) }) as const;
const went = (sequence: number) => ({ type: 'UserWentOffline', data: told(sequence) }) as const;
const wentIdle = (sequence: number) => ({ type: 'UserWentIdle', data: told(sequence) }) as const;
const cameBack = (sequence: number) => ({ type: 'UserCameBack', data: told(sequence) }) as const;
const report = (online: boolean, sequence: number, idle = false) =>
  ({ do: 'report presence', online, idle, ...told(sequence) }) as const;

test('who comes and goes is told once each', () => {
  given(presence, [])
    .when(report(true, 1))
    .gives([came(1)]);
  given(presence, [came(1)])
    .when(report(false, 2))
    .gives([went(2)]);
  given(presence, [came(1)])
    .when(report(true, 2))
    .gives([]);
  given(presence, []).when(report(false, 1)).gives([]);
});

test('an older report changes nothing', () =>
  given(presence, [came(1), went(3)])
    .when(report(true, 2))
    .gives([]));

test('who touches no screen is idle until they do, and not when they come again', () => {
  given(presence, [came(1)])
    .when(report(true, 2, true))
    .gives([wentIdle(2)]);
  given(presence, [came(1), wentIdle(2)])
    .when(report(true, 3, true))
    .gives([]);
  given(presence, [came(1), wentIdle(2)])
    .when(report(true, 3))
    .gives([cameBack(3)]);
  given(presence, [came(1), wentIdle(2)])
    .when(report(true, 2))
    .gives([]);
  given(presence, [came(1), wentIdle(2)])
    .when(report(false, 3, true))
    .gives([went(3)]);
  given(presence, [came(1), wentIdle(2), went(3)])
    .when(report(true, 4))
    .gives([came(4)]);
  given(presence, [])
    .when(report(true, 1, true))
    .gives([came(1), wentIdle(1)]);
});
