import { derivedId, Refused, type RouteDefinition } from '@prosa/contracts';
import { answerPosition, implement } from '@prosa/infra/runtime';
import type { z } from 'zod';
import type { App, Deps, Feature } from '../kernel/deps.ts';
import { stateAsOf } from '../kernel/state-as-of.ts';
import { type RecordDefinition, recordDecider } from './record.decider.ts';

/** A plain record of the contracts, as `record()` gives it. */
export type PlainDefinition = RecordDefinition & {
  routes: Record<'create' | 'change' | 'delete', RouteDefinition & { params?: z.ZodObject }>;
};

/** The calls that create, change and delete any plain record: a feature is one line. */
export const recordRoutes =
  (definition: PlainDefinition): Feature =>
  (app: App, deps: Deps) => {
    const { name, missing, routes } = definition;
    const decider = recordDecider(definition);
    const stream = (id: string) => `${name}-${id}`;

    implement(app, routes.create, async ({ body, principal, request, reply }) => {
      const identity = deps.commandOf(principal!, request);
      const id = derivedId(identity.commandId, name);
      const fields = body as Record<string, unknown>;
      const { state, position, at } = await deps.handle({
        ...identity,
        decider,
        stream: stream(id),
        command: { do: 'create', id, fields },
        missing,
      });
      answerPosition(reply, position);
      // A repeat may find that it was deleted since: it answers what it answered then.
      return state.record ?? { ...fields, id, createdAt: at.toISOString(), updatedAt: at.toISOString() };
    });

    implement(app, routes.change, async ({ params, body, principal, request, reply }) => {
      const { id } = params as { id: string };
      const { state, position, revision } = await deps.handle({
        ...deps.commandOf(principal!, request),
        decider,
        stream: stream(id),
        command: { do: 'change', id, changes: body as Record<string, unknown> },
        missing,
      });
      answerPosition(reply, position);
      // Only a repeat finds that it was deleted since.
      const { record } = state.record ? state : await stateAsOf(deps.store, decider, stream(id), revision);
      if (!record) throw new Refused(missing);
      return record;
    });

    implement(app, routes.delete, async ({ params, principal, request, reply }) => {
      const { id } = params as { id: string };
      const { position } = await deps.handle({
        ...deps.commandOf(principal!, request),
        decider,
        stream: stream(id),
        command: { do: 'delete', id },
        missing,
      });
      answerPosition(reply, position);
      return null;
    });
  };
