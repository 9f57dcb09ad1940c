import { sectors as definition, inOrder } from '@prosa/contracts';
import { createLookup } from '../../kernel/lists/lookup.ts';

/** The company's sectors by name; fetched when they are first wanted. */
export const sectors = createLookup({
  name: 'sectors',
  channel: 'sector',
  route: definition.routes.list,
  query: { paginate: 'false' },
  recordsOf: ({ sectors }) => sectors,
  compare: inOrder('name'),
});
