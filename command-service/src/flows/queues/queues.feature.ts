import { queues as definition } from '@prosa/contracts';
import type { Feature } from '../../kernel/feature.ts';
import { recordRoutes } from '../../records/record.routes.ts';
import { queues as decider, keptQueues } from './queues.decider.ts';

/** Queues of the caller's company. Reactors handle the tickets of a deleted queue. */
export const queues: Feature = {
  name: 'queues',
  keeps: keptQueues,
  routes: (app, deps) => recordRoutes(app, deps, definition, { decider, limited: 'queues' }),
};
