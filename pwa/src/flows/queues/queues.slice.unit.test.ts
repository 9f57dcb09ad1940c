import { expect, test } from '@jest/globals';
import { liveFrame } from '../../kernel/live/live.slice.ts';
import { users } from '../../people/users/users.slice.ts';
import { aPush, frozen, idOf } from '../../testing/records.ts';
import { queues } from './queues.slice.ts';

type Reduce = (state: unknown, action: { type: string; payload?: unknown }) => unknown;
const after = (
  lookup: { slice: { name: string; reducer: unknown } },
  records: object[],
  ...frames: ReturnType<typeof aPush>[]
) => {
  const reduce = lookup.slice.reducer as Reduce;
  const answered = {
    type: `${lookup.slice.name}/answered`,
    payload: { pages: [{ records, hasMore: false, position: '10' }], frames: [] },
  };
  const first = reduce(undefined, answered);
  return { [lookup.slice.name]: frames.reduce((state, frame) => reduce(frozen(state), liveFrame(frame)), first) };
};
const queue = (n: number, name: string) => ({ id: idOf(2, n), name, color: '#111111' });
const user = (n: number, name: string) => ({ id: idOf(1, n), name, queueIds: [idOf(2, 1)], queues: [queue(1, 'Vendas')] });

test('a kind of records follows its pushes in the order of names', () => {
  const state = after(
    queues,
    [queue(1, 'Vendas'), queue(2, 'Entregas')],
    aPush('queue', 'create', queue(3, 'Financeiro'), 11),
    aPush('queue', 'update', queue(2, 'Zeladoria'), 12),
    aPush('queue', 'delete', { id: idOf(2, 1) }, 13),
    aPush('queue', 'update', queue(3, 'antigo'), 9),
  );
  expect(queues.selectAll(state).map(({ name }) => name)).toEqual(['Financeiro', 'Zeladoria']);
});

test('the queues in users follow the pushes about queues', () => {
  const state = after(users, [user(1, 'Ana')], aPush('queue', 'update', queue(1, 'Vendas SP'), 11));
  expect(users.selectAll(state)[0]?.queues).toEqual([queue(1, 'Vendas SP')]);
  const without = after(users, [user(1, 'Ana')], aPush('queue', 'delete', { id: idOf(2, 1) }, 11));
  expect(users.selectAll(without)[0]?.queues).toEqual([]);
});
