import { inOrder, plans as record } from '@prosa/contracts';
import { createLookup } from '../../kernel/lists/lookup.ts';

/** All plans, the cheapest first. */
export const plans = createLookup({
  name: 'plans',
  channel: 'plan',
  route: record.routes.listAll,
  recordsOf: ({ plans }) => plans,
  compare: inOrder('value', 'name'),
});
