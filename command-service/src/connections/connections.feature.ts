import { connections as definition } from '@prosa/contracts';
import { commandRoute } from '../kernel/command-route.ts';
import type { Feature } from '../kernel/feature.ts';
import { queueIdsOf } from '../records/queue-ids.ts';
import { recordRoutes } from '../records/record.routes.ts';
import { connections as decider, keptConnections } from './connections.decider.ts';
import { tellConnections } from './connections.reactors.ts';
import { tokenHashOf } from './token-hash.ts';

/**
 * Channel connections of the own company. The tickets of a deleted one are closed by the reactors. What is asked of a session is noted
 * here and done by the channel gateway, which tells how it went by the connection's status.
 */
export const connections: Feature = {
  name: 'connections',
  keeps: keptConnections,
  reactors: [tellConnections],
  routes: (app, deps) => {
    recordRoutes(app, deps, definition, {
      decider,
      hidden: ['tokenHash', 'asked', 'reason', 'until', 'account', 'sequence'],
      facts: async (companyId, { queueIds }) => ({
        queueIds: await queueIdsOf(deps.referenceData, companyId, queueIds as string[] | undefined),
      }),
      // A token is random, its hash is all that may be kept.
      fieldsOf: ({ token, ...fields }) =>
        token === undefined ? fields : { ...fields, tokenHash: token ? tokenHashOf(token as string) : null },
    });
    const { startSession, renewSession, endSession } = definition.routes;
    for (const [route, ask] of [
      [startSession, 'start'],
      [renewSession, 'renew'],
      [endSession, 'end'],
    ] as const)
      commandRoute(app, deps, route, async ({ params: { id }, principal: { companyId }, identity }) => {
        const { position } = await deps.handle({
          ...identity,
          decider,
          stream: `connections-${companyId}`,
          missing: 'ERR_NO_WAPP_FOUND',
          command: { do: 'ask session', id, asked: { id: identity.commandId, ask } },
        });
        return { position, reply: null };
      });
  },
};
