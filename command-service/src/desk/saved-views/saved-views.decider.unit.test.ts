import { limits, newId } from '@prosa/contracts';
import { given } from '../../kernel/given.ts';
import { savedViewsDecider, type View } from './saved-views.decider.ts';

const [ana, bruno, admin] = [newId(), newId(), newId()];
const by = (userId: string) => ({ userId, profile: userId === admin ? ('admin' as const) : ('user' as const) });
const view = (userId: string | null, name = 'Trocas'): View => ({
  name,
  userId,
  states: ['open'],
  queueIds: null,
  tagIds: [],
  attendantId: null,
  chip: null,
});
const made = (id: string, fields: View) => ({ type: 'saved-view.created', data: { ...fields, id } });
const create = (fields: View, of = ana) => ({ do: 'create', id: 'new', fields, by: by(of) }) as const;
const change = (id: string, changes: Partial<View>, of = ana) => ({ do: 'change', id, changes, by: by(of) }) as const;

test('everybody makes views of their own; administrators alone make the company’s', () => {
  given(savedViewsDecider, [])
    .when(create(view(ana)))
    .gives([made('new', view(ana))]);
  given(savedViewsDecider, [])
    .when(create(view(null)))
    .refuses('ERR_NO_PERMISSION');
  given(savedViewsDecider, [])
    .when(create(view(null), admin))
    .gives([made('new', view(null))]);
});

test('a view of the company is changed and deleted by administrators, and nobody else makes one theirs or everybody’s', () => {
  const shared = [made('v1', view(null))];
  given(savedViewsDecider, shared)
    .when(change('v1', { name: 'Outra' }))
    .refuses('ERR_NO_PERMISSION');
  given(savedViewsDecider, shared)
    .when(change('v1', { userId: ana }))
    .refuses('ERR_NO_PERMISSION');
  given(savedViewsDecider, shared)
    .when({ do: 'delete', id: 'v1', by: by(ana) })
    .refuses('ERR_NO_PERMISSION');
  given(savedViewsDecider, shared)
    .when(change('v1', { name: 'Outra' }, admin))
    .gives([{ type: 'saved-view.changed', data: { id: 'v1', name: 'Outra' } }]);
  given(savedViewsDecider, [made('v1', view(ana))])
    .when(change('v1', { userId: null }))
    .refuses('ERR_NO_PERMISSION');
});

test('another person’s view is none', () => {
  given(savedViewsDecider, [made('v1', view(bruno))])
    .when(change('v1', { name: 'Minha' }))
    .refuses('ERR_NO_SAVED_VIEW_FOUND');
  given(savedViewsDecider, [made('v1', view(bruno))])
    .when({ do: 'delete', id: 'v1', by: by(ana) })
    .refuses('ERR_NO_SAVED_VIEW_FOUND');
});

test('a person has at most so many, and so has the company', () => {
  const own = Array.from({ length: limits.savedViews }, (_, at) => made(`v${at}`, view(ana)));
  given(savedViewsDecider, own)
    .when(create(view(ana)))
    .refuses('ERR_TOO_MANY_SAVED_VIEWS');
  given(savedViewsDecider, own)
    .when(create(view(bruno), bruno))
    .gives([made('new', view(bruno))]);
  given(savedViewsDecider, own)
    .when(create(view(null), admin))
    .gives([made('new', view(null))]);
  const gone = { type: 'saved-view.deleted', data: { id: 'v0' } };
  given(savedViewsDecider, [...own, gone])
    .when(create(view(ana)))
    .gives([made('new', view(ana))]);
});

test('what is given to the company needs room there', () => {
  const full = Array.from({ length: limits.savedViews }, (_, at) => made(`s${at}`, view(null)));
  given(savedViewsDecider, [made('v1', view(admin)), ...full])
    .when(change('v1', { userId: null }, admin))
    .refuses('ERR_TOO_MANY_SAVED_VIEWS');
  given(savedViewsDecider, [made('v1', view(admin))])
    .when(change('v1', { userId: null }, admin))
    .gives([{ type: 'saved-view.changed', data: { id: 'v1', userId: null } }]);
});
