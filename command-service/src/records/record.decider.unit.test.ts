import { fields as f, newId, type Profile, quickMessages, record, tags } from '@prosa/contracts';
import { z } from 'zod';
import { given } from '../kernel/given.ts';
import { recordDecider } from './record.decider.ts';

const tag = recordDecider(tags);
const fields = { name: 'Garantia', color: '#DC2626', kanban: 0 };
const created = { type: 'tag.created', data: { ...fields, id: 't1' } };
const deleted = { type: 'tag.deleted', data: { id: 't1' } };

test('a record is created', () => given(tag, []).when({ do: 'create', id: 't1', fields }).gives([created]));

test('a change event contains only the fields that differ', () =>
  given(tag, [created])
    .when({ do: 'change', id: 't1', changes: { name: 'Garantia', color: '#000000' } })
    .gives([{ type: 'tag.changed', data: { color: '#000000', id: 't1' } }]));

test('a change to the current values causes no event', () =>
  given(tag, [created])
    .when({ do: 'change', id: 't1', changes: { ...fields } })
    .gives([]));

test('a record is deleted', () => given(tag, [created]).when({ do: 'delete', id: 't1' }).gives([deleted]));

test.each([
  ['never was', []],
  ['was deleted', [created, deleted]],
])('a record that %s is not found', (_, before) => {
  given(tag, before).when({ do: 'change', id: 't1', changes: {} }).refuses('ERR_NO_TAG_FOUND');
  given(tag, before).when({ do: 'delete', id: 't1' }).refuses('ERR_NO_TAG_FOUND');
});

test('a record has one file: another one replaces it, and it goes with the record', () => {
  const quick = recordDecider(quickMessages);
  const [own, other] = [newId(), newId()];
  const made = { type: 'quick-message.created', data: { id: 'q1', shortcode: 'pix', message: 'A chave', userId: own } };
  const filed = (mediaId: string | null, replaces: string | null) => ({
    type: 'quick-message.filed',
    data: { id: 'q1', mediaId, mediaName: mediaId && 'chave.png', replaces },
  });
  const set = (mediaId: string | null, userId = own) =>
    ({ do: 'set file', id: 'q1', mediaId, mediaName: mediaId && 'chave.png', by: { userId, profile: 'user' } }) as const;
  given(quick, [made])
    .when(set('m1'))
    .gives([filed('m1', null)]);
  given(quick, [made, filed('m1', null)])
    .when(set('m2'))
    .gives([filed('m2', 'm1')]);
  given(quick, [made, filed('m1', null)])
    .when(set('m1'))
    .gives([]);
  given(quick, [made]).when(set(null)).gives([]);
  given(quick, [made]).when(set('m1', other)).refuses('ERR_NO_QUICK_MESSAGE_FOUND');
  given(quick, [made, filed('m1', null)])
    .when({ do: 'delete', id: 'q1' })
    .gives([filed(null, 'm1'), { type: 'quick-message.deleted', data: { id: 'q1' } }]);
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

  test('a value can be used once, ignoring case', () => {
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

  test('a flag that only one record may have moves to the new one', () =>
    given(helps, [made('a', { isFirst: true })])
      .when(create('b', { isFirst: true }))
      .gives([{ type: 'help.changed', data: { isFirst: false, id: 'a' } }, made('b', { isFirst: true })]));

  test('no record can be created beyond the plan’s limit', () => {
    given(helps, [made('a')])
      .when({ ...create('b'), limit: 1 })
      .refuses('ERR_PLAN_LIMIT');
    given(helps, [made('a')])
      .when({ ...create('b'), limit: 2 })
      .gives([made('b')]);
  });

  test('a user’s own record does not exist for others, except administrators', () => {
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

  test('nobody can create a record owned by somebody else', () => {
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

test('only an administrator can name another user as a tag’s author', () => {
  const [ana, bruno] = [newId(), newId()];
  const create = (userId: string, by: string, profile: Profile = 'user') =>
    given(tag, []).when({ do: 'create', id: 't1', fields: { ...fields, userId }, by: { userId: by, profile } });
  create(ana, bruno).refuses('ERR_VALIDATION');
  create(ana, ana).gives([{ type: 'tag.created', data: { ...fields, userId: ana, id: 't1' } }]);
  create(ana, bruno, 'admin').gives([{ type: 'tag.created', data: { ...fields, userId: ana, id: 't1' } }]);
});
