import { limits, type MenuFact, type Unstored } from '@prosa/contracts';
import { given } from '../../kernel/given.ts';
import { type MenuCommand, menus } from './menus.decider.ts';

const queueId = 'vendas';
const created = (optionId: string, option: number, parentId: string | null = null, of = queueId) =>
  ({
    type: 'OptionCreated',
    data: { optionId, queueId: of, parentId, option, title: optionId, message: '', media: null },
  }) as const;
const moved = (optionId: string, option: number, parentId: string | null = null) =>
  ({ type: 'OptionMoved', data: { optionId, parentId, option } }) as const;
const gone = (optionId: string) => ({ type: 'OptionDeleted', data: { optionId } }) as const;
const create = (id: string, option?: number, parentId: string | null = null): MenuCommand => ({
  do: 'create option',
  id,
  queueId,
  parentId,
  option,
  title: id,
  message: '',
  media: null,
});
const move = (id: string, to: { parentId?: string | null; option?: number }): MenuCommand => ({
  do: 'change option',
  id,
  changes: {},
  to: to as { parentId: string | null; option: number },
});
/** 1 a (1 aa (1 aaa), 2 ab), 2 b, 3 c; and another queue's x. */
const tree: Unstored<MenuFact>[] = [
  created('a', 1),
  created('b', 2),
  created('c', 3),
  created('aa', 1, 'a'),
  created('ab', 2, 'a'),
  created('aaa', 1, 'aa'),
  created('x', 1, null, 'suporte'),
];

test('a new option is the last of its step, or where it is wanted', () => {
  given(menus, tree)
    .when(create('d'))
    .gives([created('d', 4)]);
  given(menus, tree)
    .when(create('d', 99))
    .gives([created('d', 4)]);
  given(menus, tree)
    .when(create('d', 2))
    .gives([moved('b', 3), moved('c', 4), created('d', 2)]);
  given(menus, tree)
    .when(create('d', undefined, 'ab'))
    .gives([created('d', 1, 'ab')]);
});

test('an option is created once, also if it was deleted since', () => {
  given(menus, tree).when(create('a')).gives([]);
  given(menus, [...tree, gone('b')])
    .when(create('b'))
    .gives([]);
});

test('a change tells what is different and no more', () => {
  given(menus, tree)
    .when({ do: 'change option', id: 'a', changes: { title: 'Preços', message: '' } })
    .gives([{ type: 'OptionChanged', data: { optionId: 'a', title: 'Preços' } }]);
  given(menus, tree)
    .when({ do: 'change option', id: 'a', changes: { media: null } })
    .gives([]);
});

test('an option moves among its siblings, and they have their numbers anew', () => {
  given(menus, tree)
    .when(move('c', { option: 1 }))
    .gives([moved('c', 1), moved('a', 2), moved('b', 3)]);
  given(menus, tree)
    .when(move('a', { option: 2 }))
    .gives([moved('b', 1), moved('a', 2)]);
  given(menus, tree)
    .when(move('b', { option: 2 }))
    .gives([]);
  given(menus, tree).when(move('b', {})).gives([]);
});

test('an option moves to another step with all below it, and leaves no gap', () =>
  given(menus, tree)
    .when(move('aa', { parentId: null, option: 1 }))
    .gives([moved('aa', 1), moved('a', 2), moved('b', 3), moved('c', 4), moved('ab', 1, 'a')]));

test.each(['a', 'aa', 'aaa', 'x', 'nobody'])('a does not move below %s', (parentId) =>
  given(menus, tree).when(move('a', { parentId })).refuses('ERR_VALIDATION', { parentId: 'Invalid value' }),
);

test('a deleted option takes all below it along, and leaves no gap', () =>
  given(menus, tree)
    .when({ do: 'delete option', id: 'a' })
    .gives([gone('a'), gone('aa'), gone('aaa'), gone('ab'), moved('b', 1), moved('c', 2)]));

test('an option that is not there is not found', () => {
  given(menus, tree).when({ do: 'delete option', id: 'z' }).refuses('ERR_NO_OPTION_FOUND');
  given(menus, tree)
    .when(move('z', { option: 1 }))
    .refuses('ERR_NO_OPTION_FOUND');
});

test('a menu has its limits: options in all, of one step, and steps', () => {
  const many = (count: number, parentId: string | null, from = 0) =>
    Array.from({ length: count }, (_, n) => created(`${parentId}-${from + n}`, n + 1, parentId));
  const step = many(limits.menuChoices, null);
  given(menus, step).when(create('z')).refuses('ERR_MENU_LIMIT');
  given(menus, [...step, ...many(1, 'null-0')])
    .when(move('null-0-0', { parentId: null }))
    .refuses('ERR_MENU_LIMIT');
  const full = Array.from({ length: limits.menuOptions }, (_, n) => created(`o${n}`, n + 1, n < 20 ? null : `o${n % 20}`));
  given(menus, full).when(create('z')).refuses('ERR_MENU_LIMIT');
  given(menus, full.slice(0, -1))
    .when(create('z'))
    .gives([created('z', 21)]);
  const deep = Array.from({ length: limits.menuDepth }, (_, n) => created(`s${n}`, 1, n === 0 ? null : `s${n - 1}`));
  given(menus, deep)
    .when(create('z', undefined, `s${limits.menuDepth - 1}`))
    .refuses('ERR_MENU_LIMIT');
  given(menus, [...deep, created('t', 2), created('u', 1, 't')])
    .when(move('t', { parentId: `s${limits.menuDepth - 2}` }))
    .refuses('ERR_MENU_LIMIT');
});
