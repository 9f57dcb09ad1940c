import type { GatewayQuestion } from '@prosa/contracts';
import { createLeaving } from './leaving.ts';

const now = Date.UTC(2026, 2, 1, 12);
const time = (seconds: number): Date => new Date(now + seconds * 1_000);
const of = { companyId: 'c', connectionId: 'n' };

/** What is estimated where the oldest message waits since then; `asked`: how often the gateway was. */
const leavingOf = (waitingSince: Date | null | 'silent' | 'slow', connection: object = {}) => {
  const asked: GatewayQuestion[] = [];
  const ask = async (question: GatewayQuestion) => {
    asked.push(question);
    if (waitingSince === 'silent') throw new Error('The gateway is silent.');
    if (waitingSince === 'slow') return new Promise(() => undefined);
    return { kind: 'queue', waitingSince: waitingSince?.toISOString() ?? null };
  };
  const leaving = createLeaving({
    referenceData: { connection: async () => ({ channel: 'simulator', provider: 'beta', ...connection }) } as never,
    gateway: { ask } as never,
    clock: () => new Date(now),
  });
  return { leaving, asked };
};

test.each<[string, Date | null | 'silent' | 'slow', object, Date, Date]>([
  ['nothing waits before it', null, {}, time(0), time(0)],
  ['the oldest waits for 40 s', time(-40), {}, time(0), time(40)],
  ['it has waited for 30 s itself, and 10 s of others are before it', time(-40), {}, time(-30), time(10)],
  ['it is the oldest', time(-40), {}, time(-41), time(-41)],
  ['its channel asks for a pause', time(-40), { reason: 'slow-down', until: time(600).toISOString() }, time(0), time(640)],
  ['that pause is over', null, { reason: 'slow-down', until: time(-5).toISOString() }, time(0), time(0)],
  ['the gateway is silent', 'silent', {}, time(0), time(0)],
  ['the gateway does not answer in time', 'slow', {}, time(0), time(0)],
])('%s', async (_, waitingSince, connection, at, expected) => {
  const { leaving } = leavingOf(waitingSince, connection);
  expect(await leaving(of, at)).toEqual(expected);
});

test('whoever sends much asks the gateway once', async () => {
  const { leaving, asked } = leavingOf(time(-40));
  await Promise.all([leaving(of, time(0)), leaving(of, time(0))]);
  await leaving(of, time(0));
  expect(asked).toEqual([{ kind: 'queue', ...of, channel: 'simulator', provider: 'beta' }]);
});
