import type { Fact } from '@prosa/contracts';
import { type Reminder, settingsOf } from './timer.rows.ts';
import { settledEntries } from './timer.settled.ts';

const at = new Date('2026-03-01T12:00:00Z');
const fact = (eventId: string) => ({ meta: { eventId } }) as Fact;
const reminder = (subject: string, causationId: string) => ({ subject, causationId }) as Reminder;
const batch = (settled: ReturnType<typeof settledEntries>, time: Date | null) =>
  settingsOf('reminders', () => ({ subject: 'a', at: time }), { settled, written: () => undefined });

test('what clears an entry that the runner has deleted leaves nothing to write', async () => {
  const settled = settledEntries();
  const set = batch(settled, at);
  await set.fold(fact('first'));
  expect(set.isEmpty()).toBe(false);
  settled.settled(reminder('a', 'first'));
  const clear = batch(settled, null);
  await clear.fold(fact('second'));
  expect(clear.isEmpty()).toBe(true);
});

test.each([
  ['was set again', (settled: ReturnType<typeof settledEntries>) => settled.set('a', 'later')],
  ['may have been set by another process', (settled: ReturnType<typeof settledEntries>) => settled.clear()],
])('what clears an entry that %s since then is written', async (_, since) => {
  const settled = settledEntries();
  settled.settled(reminder('a', 'first'));
  since(settled);
  const clear = batch(settled, null);
  await clear.fold(fact('second'));
  expect(clear.isEmpty()).toBe(false);
});
