import { tags } from '@prosa/contracts';
import { given } from '../kernel/given.ts';
import { recordDecider } from './record.decider.ts';

const tag = recordDecider(tags);
const fields = { name: 'Garantia', color: '#DC2626', kanban: 0 };
const created = { type: 'tag.created', data: { ...fields, id: 't1' } };
const deleted = { type: 'tag.deleted', data: { id: 't1' } };

test('a record is created', () => given(tag, []).when({ do: 'create', id: 't1', fields }).gives([created]));

test('a change tells what is different and no more', () =>
  given(tag, [created])
    .when({ do: 'change', id: 't1', changes: { name: 'Garantia', color: '#000000' } })
    .gives([{ type: 'tag.changed', data: { color: '#000000', id: 't1' } }]));

test('a change to what stands already tells nothing', () =>
  given(tag, [created])
    .when({ do: 'change', id: 't1', changes: { ...fields } })
    .gives([]));

test('a record is deleted', () => given(tag, [created]).when({ do: 'delete', id: 't1' }).gives([deleted]));

test.each([
  ['never was', []],
  ['was deleted', [created, deleted]],
])('one that %s is not found', (_, before) => {
  given(tag, before).when({ do: 'change', id: 't1', changes: {} }).refuses('ERR_NO_TAG_FOUND');
  given(tag, before).when({ do: 'delete', id: 't1' }).refuses('ERR_NO_TAG_FOUND');
});
