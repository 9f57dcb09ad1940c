import { meaningOf } from './tickets.change.ts';

const [me, other, queue] = ['ana', 'bruno', 'q1'];

test.each([
  ['accept', { status: 'open', userId: me }, 'pending', { do: 'accept' }],
  ['accept again', { status: 'open' }, 'open', { do: 'accept' }],
  ['return', { status: 'pending', userId: null }, 'open', { do: 'return' }],
  ['close', { status: 'closed', userId: me }, 'open', { do: 'close' }],
  ['reopen', { status: 'open', userId: me, queueId: queue }, 'closed', { do: 'reopen', queueId: queue }],
  ['reopen without a queue', { status: 'open' }, 'closed', { do: 'reopen', queueId: null }],
  ['transfer to a queue', { queueId: queue }, 'open', { do: 'transfer', queueId: queue, userId: null }],
  ['transfer to a user', { userId: other }, 'open', { do: 'transfer', queueId: undefined, userId: other }],
  ['nothing', {}, 'open', null],
  ['accept for another', { status: 'open', userId: other }, 'pending', null],
  ['accept and transfer', { status: 'open', queueId: queue }, 'pending', null],
  ['close and transfer', { status: 'closed', queueId: queue }, 'open', null],
  ['return and transfer', { status: 'pending', userId: other }, 'open', null],
] as const)('%s', (_, body, before, meaning) => {
  expect(meaningOf(body, before, me)).toEqual(meaning);
});
