import { z } from 'zod';
import { event, type FactOf } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';

/**
 * Whether somebody takes new tickets, as they chose: `available`, or `busy` or `away`, who are given none. Who has touched nothing for
 * `limits.idleMs` is shown as `away` whatever they chose, until they do.
 */
export const Availability = z.enum(['available', 'busy', 'away'], { error: 'Invalid value' });
export type Availability = z.output<typeof Availability>;

/** `sequence` orders what the gateway tells of a user: the higher one is newer. `at`: when their screen was heard last. */
const told = z.object({ userId: f.id, sequence: z.number().int().positive(), at: f.at });

/** Stream `presence-{userId}`: changes only, however often their screens are heard. */
export const presenceEvents = {
  UserCameOnline: event('UserCameOnline', told),
  UserWentOffline: event('UserWentOffline', told),
  /** None of the open screens has been touched for a while. Who comes online is not idle. */
  UserWentIdle: event('UserWentIdle', told),
  UserCameBack: event('UserCameBack', told),
};
export type PresenceFact = FactOf<typeof presenceEvents>;

/** Stream `availability-{userId}`: its last event counts; whoever has chosen nothing is available. */
export const availabilityEvents = {
  AvailabilityChosen: event('AvailabilityChosen', z.object({ userId: f.id, availability: Availability })),
};
export type AvailabilityFact = FactOf<typeof availabilityEvents>;
