import { limits } from '@prosa/contracts';
import { given } from '../../kernel/given.ts';
import { type ScheduleEvent, schedule } from './schedule.decider.ts';

const id = 's1';
const sendAt = '2026-03-01T15:00:00.000Z';
const dueAt = Date.parse(sendAt);
const fields = { contactId: 'maria', body: 'Seu pedido chega hoje', sendAt, userId: 'ana' };
const created: ScheduleEvent = { type: 'ScheduleCreated', data: { scheduleId: id, ...fields } };
const started: ScheduleEvent = { type: 'ScheduleStarted', data: { scheduleId: id, lateMs: 0 } };
const sent: ScheduleEvent = { type: 'ScheduleSent', data: { scheduleId: id, messageId: 'm1', ticketId: 't1' } };
const failed: ScheduleEvent = { type: 'ScheduleFailed', data: { scheduleId: id, reason: 'ERR_WAPP_NOT_INITIALIZED' } };
const deleted: ScheduleEvent = { type: 'ScheduleDeleted', data: { scheduleId: id } };
const when = (...events: ScheduleEvent[]) => ({
  create: () => given(schedule, events).when({ do: 'create', id, fields }),
  change: (changes: Partial<typeof fields>) => given(schedule, events).when({ do: 'change', id, changes }),
  delete: () => given(schedule, events).when({ do: 'delete', id }),
  retry: () => given(schedule, events).when({ do: 'retry', id, now: '2026-03-01T16:00:00.000Z', userId: 'bruno' }),
  start: (at = dueAt, lateMs = 0) =>
    given(schedule, events).when({ do: 'start', id, dueAt: at, lateMs, mostMs: limits.scheduleLateMs }),
  conclude: () => given(schedule, events).when({ do: 'conclude', id, messageId: 'm1', ticketId: 't1' }),
  fail: (messageId: string | null) => given(schedule, events).when({ do: 'fail', id, reason: 'not-there', messageId }),
});
const unreached: ScheduleEvent = { type: 'ScheduleFailed', data: { scheduleId: id, reason: 'not-there' } };

test('it is created, changed and deleted', () => {
  when().create().gives([created]);
  when(created)
    .change({ body: 'Chega amanhã' })
    .gives([{ type: 'ScheduleChanged', data: { scheduleId: id, ...fields, body: 'Chega amanhã' } }]);
  when(created).change({ body: fields.body }).gives([]);
  when(created).delete().gives([deleted]);
});

test('what is deleted, or never was, is unknown', () => {
  for (const events of [[], [created, deleted]]) {
    when(...events)
      .change({ body: 'Chega amanhã' })
      .refuses('ERR_NO_SCHEDULE_FOUND');
    when(...events)
      .delete()
      .refuses('ERR_NO_SCHEDULE_FOUND');
    when(...events)
      .retry()
      .refuses('ERR_NO_SCHEDULE_FOUND');
    when(...events)
      .start()
      .refuses('ERR_NO_SCHEDULE_FOUND');
  }
});

test('it starts at its own time only, and once', () => {
  when(created).start().gives([started]);
  when(created)
    .start(dueAt - 60_000)
    .gives([]);
  when(created, started).start().gives([]);
  when(created, started, sent).start().gives([]);
});

test('over a day late it is not sent any more, and tells why', () => {
  when(created)
    .start(dueAt, limits.scheduleLateMs)
    .givesLike([{ type: 'ScheduleStarted' }]);
  when(created)
    .start(dueAt, limits.scheduleLateMs + 1)
    .gives([{ type: 'ScheduleFailed', data: { scheduleId: id, reason: 'ERR_SCHEDULE_LATE' } }]);
});

test('while it is sent nobody changes it, and what was sent stays as it was', () => {
  for (const events of [[started], [started, sent]]) {
    when(created, ...events)
      .change({ body: 'Chega amanhã' })
      .refuses('ERR_SCHEDULE_SENT');
    when(created, ...events)
      .change({ body: fields.body })
      .gives([]);
  }
  when(created, started).delete().refuses('ERR_SCHEDULE_SENT');
  given(schedule, [created, started]).when({ do: 'delete', id, always: true }).gives([deleted]);
  when(created, started, sent).delete().gives([deleted]);
});

test('its end is told once', () => {
  when(created, started).conclude().gives([sent]);
  when(created, started, sent).conclude().gives([]);
  when(created, started).fail(null).gives([unreached]);
  when(created, started, failed).fail(null).gives([]);
});

test('a channel may refuse the message after it was sent; a message of an earlier try does not count', () => {
  when(created, started, sent).fail('m1').gives([unreached]);
  when(created, started, sent).fail('m0').gives([]);
  when(created, started, sent, unreached).fail('m1').gives([]);
});

test('what has failed is sent again now, or at another time', () => {
  const retried: ScheduleEvent = {
    type: 'ScheduleRetried',
    data: { scheduleId: id, sendAt: '2026-03-01T16:00:00.000Z', userId: 'bruno' },
  };
  when(created, started, failed).retry().gives([retried]);
  when(created, started, sent, unreached).retry().gives([retried]);
  when(created, started, failed, retried).start(Date.parse('2026-03-01T16:00:00.000Z')).gives([started]);
  when(created, started, failed, retried).start().gives([]);
  when(created, started, failed)
    .change({ sendAt: '2026-03-02T15:00:00.000Z' })
    .givesLike([{ type: 'ScheduleChanged', data: { sendAt: '2026-03-02T15:00:00.000Z' } }]);
  when(created).retry().gives([]);
  when(created, started).retry().gives([]);
  when(created, started, sent).retry().refuses('ERR_SCHEDULE_SENT');
});
