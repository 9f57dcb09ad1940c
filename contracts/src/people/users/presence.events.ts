import { z } from 'zod';
import { event, type FactOf } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';

/** `sequence` orders what the gateway tells of a user: the higher one is newer. `at`: when their screen was heard last. */
const told = z.object({ userId: f.id, sequence: z.number().int().positive(), at: f.at });

/** Stream `presence-{userId}`: changes only, however often their screens are heard. */
export const presenceEvents = {
  UserCameOnline: event('UserCameOnline', told),
  UserWentOffline: event('UserWentOffline', told),
};
export type PresenceFact = FactOf<typeof presenceEvents>;
