import { queues as definition } from '@prosa/contracts';
import { createLookup } from '../kernel/lookup.ts';

/** The company's queues by name. */
export const queues = createLookup({
  name: 'queues',
  channel: 'queue',
  route: definition.routes.list,
  recordsOf: (queues) => queues,
  compare: (a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1),
});
