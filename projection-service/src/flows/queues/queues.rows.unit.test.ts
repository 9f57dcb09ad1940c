import { newId, queueEvents as q } from '@prosa/contracts';
import { fact, given } from '../../testing/fold.ts';
import { queueRows } from './queues.rows.ts';

const queueId = newId();
const [first, later] = [new Date('2026-03-01T12:00:00Z'), new Date('2026-03-02T12:00:00Z')];
const schedules = [{ weekday: 'Segunda-feira', weekdayEn: 'monday' as const, startTime: '08:00', endTime: '18:00' }];
const created = fact(
  q.QueueCreated,
  { queueId, name: 'Vendas', color: '#aa0000', greetingMessage: 'Oi', schedules },
  { at: first },
);

test('a queue is as it was made', () =>
  given(queueRows, created).gives({
    id: queueId,
    name: 'Vendas',
    color: '#AA0000',
    greetingMessage: 'Oi',
    outOfHoursMessage: '',
    isDefault: false,
    schedules,
    deleted: false,
    createdAt: first,
  }));

test('a change changes what it names', () =>
  given(queueRows, created, fact(q.QueueChanged, { queueId, outOfHoursMessage: 'Fechado', schedules: [] }, { at: later })).gives({
    name: 'Vendas',
    greetingMessage: 'Oi',
    outOfHoursMessage: 'Fechado',
    schedules: [],
    updatedAt: later,
  }));

test('a deleted one keeps its row', () =>
  given(queueRows, created, fact(q.QueueDeleted, { queueId }, { at: later })).gives({
    name: 'Vendas',
    deleted: true,
    updatedAt: later,
  }));
