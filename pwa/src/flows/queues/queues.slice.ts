import { queues as definition, inOrder } from '@prosa/contracts';
import { createLookup } from '../../kernel/lists/lookup.ts';

/** The company's queues by name. */
export const queues = createLookup({
  name: 'queues',
  channel: 'queue',
  route: definition.routes.list,
  recordsOf: (queues) => queues,
  compare: inOrder('name'),
});
