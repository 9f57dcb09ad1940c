import { connections as definition } from '@prosa/contracts';
import type { Feature } from '../kernel/feature.ts';
import { queueIdsOf } from '../records/queue-ids.ts';
import { recordRoutes } from '../records/record.routes.ts';
import { connections as decider, keptConnections } from './connections.decider.ts';
import { tellConnections } from './connections.reactors.ts';
import { tokenHashOf } from './token-hash.ts';

/** Channel connections of the own company. The tickets of a deleted one are closed by the reactors. */
export const connections: Feature = {
  name: 'connections',
  keeps: keptConnections,
  reactors: [tellConnections],
  routes: (app, deps) =>
    recordRoutes(app, deps, definition, {
      decider,
      hidden: ['tokenHash'],
      facts: async (companyId, { queueIds }) => ({
        queueIds: await queueIdsOf(deps.desk, companyId, queueIds as string[] | undefined),
      }),
      // A token is random, its hash is all that may be kept.
      fieldsOf: ({ token, ...fields }) =>
        token === undefined ? fields : { ...fields, tokenHash: token ? tokenHashOf(token as string) : null },
    }),
};
