import { accessStream, type Look } from '@prosa/contracts';
import { given } from '../../kernel/given.ts';
import { accesses } from './access.decider.ts';
import { accessCommand } from './note-access.ts';

const look: Look = { kind: 'history', subject: { kind: 'ticket', id: '00000000-0000-7000-8000-000000000007' } };
const carla = '00000000-0000-7000-8000-000000000021';
const companyId = '00000000-0000-7000-8000-000000000001';
const noted = (at: string, of: Look = look, id = carla) => accessCommand({ companyId, actor: { kind: 'user', id }, ...of, at });

test('a look is stored with what was looked at and when', () => {
  const at = '2026-11-30T16:59:59.999Z';
  const data = { ...look, at };
  given(accesses, [])
    .when(noted(at).command)
    .gives([{ type: 'Accessed', data }]);
  expect(noted(at).stream).toBe(`access-${companyId}-2026-11-30`);
  expect(accessStream(companyId, '2026-12-01T00:00:00.000Z')).toBe(`access-${companyId}-2026-12-01`);
});

test('one look for who looks, kind, record and hour: its command has the same id', () => {
  const { commandId } = noted('2026-11-30T16:00:00.000Z');
  expect(noted('2026-11-30T16:59:59.999Z').commandId).toBe(commandId);
  const others = [
    noted('2026-11-30T17:00:00.000Z'),
    noted('2026-11-30T16:00:00.000Z', { ...look, kind: 'past' }),
    noted('2026-11-30T16:00:00.000Z', { ...look, subject: { ...look.subject, kind: 'contact' } }),
    noted('2026-11-30T16:00:00.000Z', { ...look, subject: { kind: 'ticket', id: carla } }),
    noted('2026-11-30T16:00:00.000Z', look, companyId),
  ].map((one) => one.commandId);
  expect(new Set([commandId, ...others]).size).toBe(6);
});
