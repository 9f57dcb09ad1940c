import { savedViews as definition, inOrder, type SavedView } from '@prosa/contracts';
import { createLookup } from '../../kernel/lists/lookup.ts';

/** The views that the user may use, by name; fetched when they are first wanted. */
export const savedViews = createLookup({
  name: 'savedViews',
  channel: 'saved-view',
  route: definition.routes.listAll,
  recordsOf: ({ savedViews }) => savedViews,
  compare: inOrder('name'),
});

/** Whether a person may change a view: their own, unless they are an auditor, and as an administrator the company's. */
export const mayChange = ({ userId }: Pick<SavedView, 'userId'>, me: { id: string; profile: string } | null): boolean =>
  me !== null && me.profile !== 'auditor' && (userId ? userId === me.id : me.profile === 'admin');
