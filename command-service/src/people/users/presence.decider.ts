import type { PresenceFact, Unstored } from '@prosa/contracts';
import type { Decider } from '../../kernel/decider.ts';

type Event = Unstored<PresenceFact>;
export type PresenceState = { online: boolean; sequence: number };
export type PresenceCommand = { do: 'report presence'; userId: string; online: boolean; sequence: number; at: string };

/** Whether a user is there, stream `presence-{userId}`. A repeated or outdated report, or one of no change, causes no event. */
export const presence: Decider<PresenceCommand, PresenceState, Event> = {
  initial: () => ({ online: false, sequence: 0 }),

  decide: ({ online, do: _, ...data }, state) => {
    if (data.sequence <= state.sequence || online === state.online) return [];
    return [{ type: online ? 'UserCameOnline' : 'UserWentOffline', data }];
  },

  evolve: (_, { type, data: { sequence } }) => ({ online: type === 'UserCameOnline', sequence }),
};
