import { type Availability, type AvailabilityFact, routes, type Unstored } from '@prosa/contracts';
import { commandRoute } from '../../kernel/command-route.ts';
import type { Decider } from '../../kernel/decider.ts';
import type { App, Deps } from '../../kernel/deps.ts';

/** Whether a user takes new tickets, as they chose, stream `availability-{userId}`. */
export const availability: Decider<{ userId: string; availability: Availability }, Availability, Unstored<AvailabilityFact>> = {
  initial: () => 'available',
  decide: (data, state) => (data.availability === state ? [] : [{ type: 'AvailabilityChosen', data }]),
  evolve: (_, { data }) => data.availability,
};

/** The call with which somebody says whether they take new tickets. */
export const availabilityCalls = (app: App, deps: Deps): void => {
  commandRoute(app, deps, routes.users.setAvailability, async ({ body, identity, principal: { userId } }) => {
    const { state, position } = await deps.handle({
      ...identity,
      decider: availability,
      stream: `availability-${userId}`,
      command: { userId, availability: body.availability },
      missing: 'ERR_NO_USER_FOUND',
    });
    return { position, reply: { availability: state } };
  });
};
