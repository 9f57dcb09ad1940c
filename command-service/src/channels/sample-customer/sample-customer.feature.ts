import { sampleCustomer as definition, derivedId, sampleNames } from '@prosa/contracts';
import { commandRoute } from '../../kernel/command-route.ts';
import type { Deps } from '../../kernel/deps.ts';
import type { Feature } from '../../kernel/feature.ts';
import { connections as decider, sampleOf } from '../connections/connections.decider.ts';
import { removeSamples } from './sample-customer.reactors.ts';

/**
 * The test customer. The two calls make and delete their connection; the gateway's session of it writes as they do, and a reactor removes the
 * rest with the connection.
 */
export const sampleCustomer: Feature = {
  name: 'sample-customer',
  reactors: [removeSamples],
  routes: (app, deps) => {
    const of = (companyId: string) => ({
      decider,
      stream: `connections-${companyId}`,
      missing: 'ERR_NO_WAPP_FOUND' as const,
    });
    commandRoute(app, deps, definition.routes.start, async ({ body: { language }, principal, identity }) => {
      const { companyId } = identity;
      const id = derivedId(identity.commandId, 'sample');
      const { state, position } = await deps.handle({
        ...identity,
        ...of(companyId),
        command: async () => ({
          do: 'play sample' as const,
          id,
          name: sampleNames[language],
          queueIds: await queueFor(deps, companyId, principal.queueIds),
          language,
        }),
      });
      // A repeat may find that it was removed since: it gets the same answer as the first time.
      const connectionId = sampleOf(state)?.id ?? id;
      return { position, reply: { connectionId, isNew: connectionId === id } };
    });
    commandRoute(app, deps, definition.routes.remove, async ({ identity }) => {
      const { position } = await deps.handle({
        ...identity,
        ...of(identity.companyId),
        command: { do: 'remove sample' as const },
      });
      return { position, reply: null };
    });
  },
};

/** One queue, so that the customer is not asked to choose: one of the caller's own, else the company's first; without any none. */
const queueFor = async (
  { referenceData }: Pick<Deps, 'referenceData'>,
  companyId: string,
  own: readonly string[],
): Promise<string[]> => {
  const queues = [...(await referenceData.queues(companyId)).values()].filter(({ deleted }) => !deleted);
  const queue = queues.find(({ id }) => own.includes(id)) ?? queues[0];
  return queue ? [queue.id] : [];
};
