import { limits, type MacroAct, newId } from '@prosa/contracts';
import { given } from '../../kernel/given.ts';
import { type Macro, type MacroFacts, macrosDecider } from './macros.decider.ts';

const [ana, bruno, replyId] = [newId(), newId(), newId()];
const by = (userId: string, profile: 'admin' | 'user' = 'user') => ({ userId, profile });
const macro = (shortcode: string, userId: string | null, acts: MacroAct[] = [{ do: 'resolve' }]): Macro => ({
  name: 'Troca',
  shortcode,
  userId,
  acts,
});
const made = (id: string, fields: Macro) => ({ type: 'macro.created', data: { ...fields, id } });
const facts = (more: Partial<MacroFacts> = {}): MacroFacts => ({ replies: [], owners: new Map(), ...more });
const create = (fields: Macro, more?: Partial<MacroFacts>) =>
  ({ do: 'create', id: 'new', fields, by: by(ana), facts: facts(more) }) as const;

test('nobody sees the same word twice, however it is spelled', () => {
  const [own, shared, others] = [
    made('m1', macro('troca', ana)),
    made('m1', macro('troca', null)),
    made('m1', macro('troca', bruno)),
  ];
  given(macrosDecider, [own])
    .when(create(macro('TROÇA', ana)))
    .refuses('ERR_SHORTCUT_TAKEN');
  given(macrosDecider, [shared])
    .when(create(macro('troca', ana)))
    .refuses('ERR_SHORTCUT_TAKEN');
  given(macrosDecider, [others])
    .when(create(macro('troca', null)))
    .refuses('ERR_SHORTCUT_TAKEN');
  given(macrosDecider, [others])
    .when(create(macro('troca', ana)))
    .gives([made('new', macro('troca', ana))]);
  const gone = { type: 'macro.deleted', data: { id: 'm1' } };
  given(macrosDecider, [own, gone])
    .when(create(macro('troca', ana)))
    .gives([made('new', macro('troca', ana))]);
});

test('a quick reply that the same people see has its word', () => {
  const replies = (userId: string | null) => ({ replies: [{ shortcode: 'Troca', userId }] });
  given(macrosDecider, [])
    .when(create(macro('troca', ana), replies(null)))
    .refuses('ERR_SHORTCUT_TAKEN');
  given(macrosDecider, [])
    .when(create(macro('troca', ana), replies(bruno)))
    .gives([made('new', macro('troca', ana))]);
});

test('what is handed over to everybody gets a free word, and room', () => {
  const before = [made('m1', macro('troca', ana)), made('m2', macro('troca', bruno))];
  const share = { do: 'change', id: 'm1', changes: { userId: null }, by: by(ana), facts: facts() } as const;
  given(macrosDecider, before).when(share).refuses('ERR_SHORTCUT_TAKEN');
  const full = Array.from({ length: limits.macros }, (_, at) => made(`s${at}`, macro(`s${at}`, null)));
  given(macrosDecider, [before[0]!, ...full])
    .when(share)
    .refuses('ERR_TOO_MANY_MACROS');
  given(macrosDecider, [before[0]!])
    .when(share)
    .gives([{ type: 'macro.changed', data: { id: 'm1', userId: null } }]);
});

test('a person has at most so many, and so has the company', () => {
  const own = Array.from({ length: limits.macros }, (_, at) => made(`m${at}`, macro(`m${at}`, ana)));
  given(macrosDecider, own)
    .when(create(macro('mais', ana)))
    .refuses('ERR_TOO_MANY_MACROS');
  given(macrosDecider, own)
    .when(create(macro('mais', null)))
    .gives([made('new', macro('mais', null))]);
});

test('everybody who sees a macro sees its quick replies', () => {
  const acts: MacroAct[] = [{ do: 'reply', quickMessageId: replyId }];
  const owned = (userId: string | null) => ({ owners: new Map([[replyId, userId]]) });
  given(macrosDecider, [])
    .when(create(macro('a', ana, acts)))
    .refuses('ERR_NO_QUICK_MESSAGE_FOUND');
  given(macrosDecider, [])
    .when(create(macro('a', ana, acts), owned(bruno)))
    .refuses('ERR_NO_QUICK_MESSAGE_FOUND');
  given(macrosDecider, [])
    .when(create(macro('a', null, acts), owned(ana)))
    .refuses('ERR_NO_QUICK_MESSAGE_FOUND');
  given(macrosDecider, [])
    .when(create(macro('a', ana, acts), owned(ana)))
    .gives([made('new', macro('a', ana, acts))]);
  given(macrosDecider, [])
    .when(create(macro('a', null, acts), owned(null)))
    .gives([made('new', macro('a', null, acts))]);
});

test('a change that leaves word and acts alone asks nothing about them', () => {
  const before = [made('m1', macro('a', ana, [{ do: 'reply', quickMessageId: replyId }]))];
  given(macrosDecider, before)
    .when({ do: 'change', id: 'm1', changes: { name: 'Outra' }, by: by(ana), facts: facts() })
    .gives([{ type: 'macro.changed', data: { id: 'm1', name: 'Outra' } }]);
  given(macrosDecider, before)
    .when({ do: 'change', id: 'm1', changes: { name: 'Outra' }, by: by(bruno), facts: facts() })
    .refuses('ERR_NO_MACRO_FOUND');
});
