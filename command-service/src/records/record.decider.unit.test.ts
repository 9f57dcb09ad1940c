import { fields as f, newId, type Profile, record, tags } from '@prosa/contracts';
import { z } from 'zod';
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

describe('records of a set', () => {
  const definition = record({
    name: 'helps',
    kind: 'help',
    base: '/helps',
    set: 'helps',
    fields: z.object({ title: z.string(), isFirst: z.boolean(), userId: f.id.nullish() }),
    orderBy: ['title'],
    unique: [{ field: 'title', code: 'ERR_VALIDATION' }],
    owner: 'userId',
    may: { read: 'signed-in', write: 'signed-in' },
    missing: 'ERR_NOT_FOUND',
  });
  type Help = z.output<typeof definition.fields>;
  const helps = recordDecider<Help>(definition, { single: 'isFirst', limit: 'Só um.' });
  const [ana, bruno] = [newId(), newId()];
  const by = (userId: string, profile: Profile = 'user') => ({ userId, profile });
  const made = (id: string, more: Partial<Help> = {}) => ({
    type: 'help.created',
    data: { title: id, isFirst: false, userId: null, ...more, id },
  });
  const create = (id: string, more: Partial<Help> = {}) =>
    ({ do: 'create', id, fields: { title: id, isFirst: false, userId: null, ...more } }) as const;

  test('a value is taken once, whatever its case', () => {
    given(helps, [made('Filas')])
      .when(create('Tags', { title: 'FILAS' }))
      .refuses('ERR_VALIDATION');
    given(helps, [made('Filas'), made('Tags')])
      .when({ do: 'change', id: 'Tags', changes: { title: 'filas' } })
      .refuses('ERR_VALIDATION');
    given(helps, [made('Filas')])
      .when({ do: 'change', id: 'Filas', changes: { title: 'filas' } })
      .gives([{ type: 'help.changed', data: { title: 'filas', id: 'Filas' } }]);
    given(helps, [made('Filas'), { type: 'help.deleted', data: { id: 'Filas' } }])
      .when(create('Tags', { title: 'Filas' }))
      .gives([made('Tags', { title: 'Filas' })]);
  });

  test('what one alone may be, another one takes over', () =>
    given(helps, [made('a', { isFirst: true })])
      .when(create('b', { isFirst: true }))
      .gives([{ type: 'help.changed', data: { isFirst: false, id: 'a' } }, made('b', { isFirst: true })]));

  test('there are no more than the plan grants', () => {
    given(helps, [made('a')])
      .when({ ...create('b'), limit: 1 })
      .refuses('ERR_PLAN_LIMIT');
    given(helps, [made('a')])
      .when({ ...create('b'), limit: 2 })
      .gives([made('b')]);
  });

  test('one’s own is not there for another, but for administrators', () => {
    const own = [made('a', { userId: ana })];
    const change = { do: 'change', id: 'a', changes: { title: 'b' } } as const;
    given(helps, own)
      .when({ ...change, by: by(bruno) })
      .refuses('ERR_NOT_FOUND');
    given(helps, own)
      .when({ do: 'delete', id: 'a', by: by(bruno) })
      .refuses('ERR_NOT_FOUND');
    for (const asker of [by(ana), by(bruno, 'admin')])
      given(helps, own)
        .when({ ...change, by: asker })
        .gives([{ type: 'help.changed', data: { title: 'b', id: 'a' } }]);
  });

  test('nobody gives another one something of their own', () => {
    given(helps, [])
      .when({ ...create('a', { userId: ana }), by: by(bruno) })
      .refuses('ERR_VALIDATION');
    given(helps, [made('a')])
      .when({ do: 'change', id: 'a', changes: { userId: ana }, by: by(bruno) })
      .refuses('ERR_VALIDATION');
    given(helps, [])
      .when({ ...create('a', { userId: ana }), by: by(ana) })
      .gives([made('a', { userId: ana })]);
  });
});

test('who made a tag is named by an administrator alone where it is another', () => {
  const [ana, bruno] = [newId(), newId()];
  const create = (userId: string, by: string, profile: Profile = 'user') =>
    given(tag, []).when({ do: 'create', id: 't1', fields: { ...fields, userId }, by: { userId: by, profile } });
  create(ana, bruno).refuses('ERR_VALIDATION');
  create(ana, ana).gives([{ type: 'tag.created', data: { ...fields, userId: ana, id: 't1' } }]);
  create(ana, bruno, 'admin').gives([{ type: 'tag.created', data: { ...fields, userId: ana, id: 't1' } }]);
});
