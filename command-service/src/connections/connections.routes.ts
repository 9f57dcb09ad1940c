import { type ConnectionView, derivedId, Refused, routes } from '@prosa/contracts';
import { answerPosition, implement } from '@prosa/infra/runtime';
import type { CommandIdentity } from '../kernel/command-identity.ts';
import type { Feature } from '../kernel/deps.ts';
import { stateAsOf } from '../kernel/state-as-of.ts';
import { queueIdsOf } from '../records/queue-ids.ts';
import { type ConnectionRecord, type ConnectionsCommand, connections } from './connections.decider.ts';
import { tokenHashOf } from './token-hash.ts';

/** Channel connections of the own company. The tickets of a deleted one are closed by the reactors. */
export const connectionsRoutes: Feature = (app, deps) => {
  const missing = 'ERR_NO_WAPP_FOUND';
  type Making = (rules: { queueIds: string[] }) => ConnectionsCommand;
  const streamOf = ({ companyId }: CommandIdentity) => `connections-${companyId}`;
  const carryOut = (identity: CommandIdentity, make: Making, queueIds: readonly string[] = []) =>
    deps.handle({
      ...identity,
      decider: connections,
      stream: streamOf(identity),
      command: async () => make({ queueIds: await queueIdsOf(deps.desk, identity.companyId, queueIds) }),
      missing,
    });

  implement(app, routes.connections.create, async ({ body, principal, request, reply }) => {
    const { token, ...fields } = body;
    const tokenHash = token ? tokenHashOf(token) : null;
    // A token is random, its hash is all that may be kept; that one stands in the event, too.
    const identity = deps.commandOf(principal, request, { ...fields, tokenHash });
    const connectionId = derivedId(identity.commandId, 'connection');
    const create: Making = (rules) => ({ do: 'create connection', connectionId, fields, tokenHash, limit: null, rules });
    const { state, position, at } = await carryOut(identity, create, fields.queueIds);
    answerPosition(reply, position);
    // A repeat may find that it was deleted since: it answers what it answered then.
    const made = { ...fields, status: 'DISCONNECTED', createdAt: at.toISOString(), updatedAt: at.toISOString() } as const;
    return viewOf(state.connections[connectionId] ?? { ...made, id: connectionId, tokenHash }, identity.companyId);
  });

  implement(app, routes.connections.change, async ({ params, body, principal, request, reply }) => {
    const { token, ...changes } = body;
    const tokenHash = token === undefined ? {} : { tokenHash: token === null ? null : tokenHashOf(token) };
    const named = { ...changes, ...tokenHash };
    const identity = deps.commandOf(principal, request, named);
    const change: Making = (rules) => ({ do: 'change connection', connectionId: params.id, changes: named, rules });
    const { state, position, revision } = await carryOut(identity, change, changes.queueIds);
    // Only a repeat finds that it was deleted since.
    const connection =
      state.connections[params.id] ??
      (await stateAsOf(deps.store, connections, streamOf(identity), revision)).connections[params.id];
    if (!connection) throw new Refused(missing);
    answerPosition(reply, position);
    return viewOf(connection, identity.companyId);
  });

  implement(app, routes.connections.delete, async ({ params, principal, request, reply }) => {
    const { position } = await carryOut(deps.commandOf(principal, request), () => ({
      do: 'delete connection',
      connectionId: params.id,
    }));
    answerPosition(reply, position);
    return null;
  });
};

const viewOf = ({ tokenHash: _, ...connection }: ConnectionRecord, companyId: string): ConnectionView => ({
  ...connection,
  companyId,
});
