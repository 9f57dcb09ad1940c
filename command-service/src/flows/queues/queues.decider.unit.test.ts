import { given } from '../../kernel/given.ts';
import { type QueueFields, queues } from './queues.decider.ts';

const fields = (name: string, color: string, isDefault = false): QueueFields => ({
  name,
  color,
  greetingMessage: '',
  outOfHoursMessage: '',
  isDefault,
  schedules: [],
  warnAfterMinutes: null,
  lateAfterMinutes: null,
  distribution: 'manual',
  maxPerUser: null,
});
const created = (queueId: string, color: string, isDefault = false) =>
  ({ type: 'QueueCreated', data: { ...fields(queueId, color, isDefault), queueId } }) as const;
const vendas = created('vendas', '#2563EB');
const suporte = created('suporte', '#7C3AED');
const create = (color: string, isDefault = false, limit: number | null = null) =>
  ({ do: 'create', id: 'compras', fields: fields('compras', color, isDefault), limit }) as const;

test('a queue is created', () =>
  given(queues, [vendas])
    .when(create('#D97706'))
    .gives([created('compras', '#D97706')]));

test('a colour is taken once, however it is written', () =>
  given(queues, [vendas]).when(create('#2563eb')).refuses('ERR_QUEUE_COLOR_ALREADY_EXISTS'));

test('a second grey queue is refused too', () =>
  given(queues, [created('vendas', '#7C7C7C')])
    .when(create('#7C7C7C'))
    .refuses('ERR_QUEUE_COLOR_ALREADY_EXISTS'));

test('a deleted queue gives its colour back', () =>
  given(queues, [vendas, { type: 'QueueDeleted', data: { queueId: 'vendas' } }])
    .when(create('#2563EB'))
    .gives([created('compras', '#2563EB')]));

test('a change to a taken colour is refused', () =>
  given(queues, [vendas, suporte])
    .when({ do: 'change', id: 'suporte', changes: { color: '#2563EB' } })
    .refuses('ERR_QUEUE_COLOR_ALREADY_EXISTS'));

test('a queue keeps its own colour through a change', () =>
  given(queues, [vendas])
    .when({ do: 'change', id: 'vendas', changes: { name: 'Loja', color: '#2563EB' } })
    .gives([{ type: 'QueueChanged', data: { name: 'Loja', queueId: 'vendas' } }]));

test('a new default queue takes it from the one before', () =>
  given(queues, [created('vendas', '#2563EB', true), suporte])
    .when({ do: 'change', id: 'suporte', changes: { isDefault: true } })
    .gives([
      { type: 'QueueChanged', data: { queueId: 'vendas', isDefault: false } },
      { type: 'QueueChanged', data: { isDefault: true, queueId: 'suporte' } },
    ]));

test('a plan that is used up takes no further queue', () =>
  given(queues, [vendas])
    .when(create('#D97706', false, 1))
    .refuses('ERR_PLAN_LIMIT'));

test('a queue that is not there is not found', () => {
  given(queues, [vendas]).when({ do: 'change', id: 'x', changes: {} }).refuses('ERR_NO_QUEUE_FOUND');
  given(queues, [vendas]).when({ do: 'delete', id: 'x' }).refuses('ERR_NO_QUEUE_FOUND');
});

test('a wait is late after it was near its limit, with what a change leaves as it is', () => {
  const limits = (warnAfterMinutes: number | null, lateAfterMinutes: number | null) => ({ warnAfterMinutes, lateAfterMinutes });
  const create = (more: object) =>
    ({ do: 'create', id: 'compras', fields: { ...fields('compras', '#D97706'), ...more }, limit: null }) as const;
  for (const [warn, late] of [
    [30, 15],
    [30, 30],
  ] as const)
    given(queues, [])
      .when(create(limits(warn, late)))
      .refuses('ERR_VALIDATION');
  const timed = { type: 'QueueCreated', data: { ...vendas.data, ...limits(15, 30) } } as const;
  const change = (changes: object) => ({ do: 'change', id: 'vendas', changes }) as const;
  given(queues, [timed])
    .when(change({ lateAfterMinutes: 15 }))
    .refuses('ERR_VALIDATION');
  given(queues, [timed])
    .when(change({ warnAfterMinutes: 45 }))
    .refuses('ERR_VALIDATION');
  given(queues, [timed])
    .when(change({ warnAfterMinutes: null, lateAfterMinutes: 15 }))
    .gives([{ type: 'QueueChanged', data: { warnAfterMinutes: null, lateAfterMinutes: 15, queueId: 'vendas' } }]);
});
