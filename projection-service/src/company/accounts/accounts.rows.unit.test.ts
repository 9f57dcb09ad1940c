import { connectionCounts, queueCounts } from './accounts.rows.ts';

test('what is deleted, and the test customer’s connection, count toward no plan', () => {
  const counted = (kind: string, deleted = false) => connectionCounts.groups({ kind, deleted });
  expect([counted('whatsapp'), counted('whatsapp', true), counted('sample')]).toEqual([[{}], [], []]);
  expect([queueCounts.groups({ deleted: false }), queueCounts.groups({ deleted: true })]).toEqual([[{}], []]);
});
