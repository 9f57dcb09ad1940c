import { expect, test } from '@jest/globals';
import { aUser } from '../../testing/me.ts';
import { aPush, frozen, idOf } from '../../testing/records.ts';
import { foldMe } from './me.ts';

const me = frozen(aUser({ queues: [{ id: idOf(2, 1), name: 'Vendas', color: '#111111' }], queueIds: [idOf(2, 1)] }));

test('the own record follows its pushes, others do not touch it', () => {
  const own = { ...me, name: 'Marina A.', availability: 'busy', profile: 'user', queueIds: [], queues: [] };
  expect(foldMe(me, aPush('user', 'update', own, 5))).toMatchObject({
    name: 'Marina A.',
    availability: 'busy',
    profile: 'user',
    queueIds: [],
    queues: [],
  });
  expect(foldMe(me, aPush('user', 'update', { ...own, id: idOf(1, 9) }, 5))).toBe(me);
});

test('queues, settings and the company follow theirs', () => {
  const queue = { id: idOf(2, 1), name: 'Vendas 2', color: '#222222' };
  expect(foldMe(me, aPush('queue', 'update', queue, 5)).queues).toEqual([queue]);
  expect(foldMe(me, aPush('queue', 'delete', { id: idOf(2, 1) }, 5))).toMatchObject({ queueIds: [], queues: [] });
  const two = { ...me, queues: [...me.queues, { id: idOf(2, 2), name: 'Entregas', color: '#333333' }] };
  expect(foldMe(two, aPush('queue', 'update', queue, 5)).queues.map(({ name }) => name)).toEqual(['Vendas 2', 'Entregas']);
  expect(foldMe(me, aPush('setting', 'update', { key: 'userRating', value: 'enabled' }, 5)).company.settings).toContainEqual({
    key: 'userRating',
    value: 'enabled',
  });
  expect(foldMe(me, aPush('company', 'update', { id: me.company.id, tagForce: true }, 5)).company.tagForce).toBe(true);
});
