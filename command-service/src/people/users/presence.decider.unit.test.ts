import { given } from '../../kernel/given.ts';
import { presence } from './presence.decider.ts';

const at = '2026-03-01T12:00:00.000Z';
const told = (sequence: number) => ({ userId: 'ana', sequence, at });
const came = (sequence: number) => ({ type: 'UserCameOnline', data: told(sequence) }) as const;
const went = (sequence: number) => ({ type: 'UserWentOffline', data: told(sequence) }) as const;
const report = (online: boolean, sequence: number) => ({ do: 'report presence', online, ...told(sequence) }) as const;

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
