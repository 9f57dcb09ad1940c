import { derivedId, Refused, routes } from '@prosa/contracts';
import { answerPosition, implement } from '@prosa/infra/runtime';
import type { CommandIdentity } from '../kernel/command-identity.ts';
import type { Feature } from '../kernel/deps.ts';
import { stateAsOf } from '../kernel/state-as-of.ts';
import { type QueuesCommand, queues } from './queues.decider.ts';

/** Queues of the own company. What their tickets become when one is deleted is the reactors' work. */
export const queuesRoutes: Feature = (app, deps) => {
  const missing = 'ERR_NO_QUEUE_FOUND';
  const streamOf = ({ companyId }: CommandIdentity) => `queues-${companyId}`;
  const carryOut = (identity: CommandIdentity, command: QueuesCommand) =>
    deps.handle({ ...identity, decider: queues, stream: streamOf(identity), command, missing });

  implement(app, routes.queues.create, async ({ body, principal, request, reply }) => {
    const identity = deps.commandOf(principal, request);
    const { companyId } = identity;
    const queueId = derivedId(identity.commandId, 'queue');
    const { state, position, at } = await carryOut(identity, { do: 'create queue', queueId, fields: body, limit: null });
    answerPosition(reply, position);
    // A repeat may find that it was deleted since: it answers what it answered then.
    const made = { ...body, id: queueId, createdAt: at.toISOString(), updatedAt: at.toISOString() };
    return { ...(state.queues[queueId] ?? made), companyId };
  });

  implement(app, routes.queues.change, async ({ params, body, principal, request, reply }) => {
    const identity = deps.commandOf(principal, request);
    const done = await carryOut(identity, { do: 'change queue', queueId: params.id, changes: body });
    const { position, revision } = done;
    // Only a repeat finds that it was deleted since.
    const queue =
      done.state.queues[params.id] ?? (await stateAsOf(deps.store, queues, streamOf(identity), revision)).queues[params.id];
    if (!queue) throw new Refused(missing);
    answerPosition(reply, position);
    return { ...queue, companyId: identity.companyId };
  });

  implement(app, routes.queues.delete, async ({ params, principal, request, reply }) => {
    const { position } = await carryOut(deps.commandOf(principal, request), { do: 'delete queue', queueId: params.id });
    answerPosition(reply, position);
    return null;
  });
};
