import { countryOf, connections as definition, Refused, readNumber, type SessionAsked } from '@prosa/contracts';
import type { CommandIdentity } from '../../kernel/command-identity.ts';
import { commandRoute } from '../../kernel/command-route.ts';
import type { Feature } from '../../kernel/feature.ts';
import { queueIdsOf } from '../../records/queue-ids.ts';
import { recordRoutes } from '../../records/record.routes.ts';
import { channelOf, fieldsOf, preparing } from './account.ts';
import { connections as decider, keptConnections } from './connections.decider.ts';
import { claimTokens, tellConnections, tellSettings } from './connections.reactors.ts';
import { createConnectPages } from './pages.ts';
import { signInRoutes } from './sign-in.routes.ts';
import { templatesOf } from './templates.ts';
import { tokenMigrations } from './tokens.ts';

/**
 * Channel connections of the caller's company. Reactors close the tickets of a deleted one. A session request is recorded here and carried
 * out by the channel gateway, which reports the result through the connection's status.
 */
export const connections: Feature = {
  name: 'connections',
  keeps: keptConnections,
  reactors: [tellConnections, tellSettings, claimTokens],
  migrations: tokenMigrations,
  routes: (app, deps) => {
    recordRoutes(app, deps, definition, {
      decider,
      limited: 'connections',
      hidden: [
        'tokenHash',
        'asked',
        'reason',
        'until',
        'account',
        'sequence',
        'externalId',
        'wabaId',
        'hasAppSecret',
        'accountNews',
      ],
      facts: async (companyId, { queueIds }) => ({
        queueIds: await queueIdsOf(deps.referenceData, companyId, queueIds as string[] | undefined),
      }),
      fieldsOf: (body, does) => fieldsOf(body, does, channelOf(deps)),
      prepare: preparing(deps),
    });
    const connectPages = createConnectPages(deps);
    commandRoute(
      app,
      deps,
      definition.routes.connectPages,
      ({ body: { kind, facebookUserToken }, identity }) => connectPages(identity, { kind, userToken: facebookUserToken }),
      // The token is a secret.
      ({ principal, request, body: { facebookUserId, kind } }) => deps.commandOf(principal, request, { facebookUserId, kind }),
    );
    signInRoutes(app, deps, connectPages);
    const { page } = templatesOf(deps);
    commandRoute(app, deps, definition.routes.templates, async ({ params: { id }, body, principal: { companyId } }) => ({
      position: null,
      reply: await page({ companyId, connectionId: id }, body.next ?? null),
    }));
    const { startSession, renewSession, endSession } = definition.routes;
    const ask = async (
      { identity, companyId, id }: { identity: CommandIdentity; companyId: string; id: string },
      asked: Omit<SessionAsked, 'id'>,
    ) => {
      const { position } = await deps.handle({
        ...identity,
        decider,
        stream: `connections-${companyId}`,
        missing: 'ERR_NO_WAPP_FOUND',
        command: { do: 'ask session', id, asked: { id: identity.commandId, ...asked } },
      });
      return { position, reply: null };
    };
    commandRoute(app, deps, startSession, async ({ params: { id }, body, principal: { companyId }, identity }) => {
      const typed = body?.number
        ? readNumber(body.number, countryOf((await deps.referenceData.company(companyId))?.settings.country))
        : null;
      if (typed?.fault) throw new Refused('ERR_VALIDATION', { fields: { number: 'Invalid' } });
      return ask({ identity, companyId, id }, { ask: 'start', ...(typed && { number: typed.number }) });
    });
    commandRoute(app, deps, renewSession, ({ params: { id }, principal: { companyId }, identity }) =>
      ask({ identity, companyId, id }, { ask: 'renew' }),
    );
    commandRoute(app, deps, endSession, ({ params: { id }, principal: { companyId }, identity }) =>
      ask({ identity, companyId, id }, { ask: 'end' }),
    );
  },
};
