import type { PresenceFact, Unstored } from '@prosa/contracts';
import type { Decider } from '../../kernel/decider.ts';

type Event = Unstored<PresenceFact>;
export type PresenceState = { online: boolean; idle: boolean; sequence: number };
export type PresenceCommand = {
  do: 'report presence';
  userId: string;
  online: boolean;
  idle: boolean;
  sequence: number;
  at: string;
};

/** Whether a user is there, stream `presence-{userId}`. A repeated or outdated report, or one of no change, causes no event. */
export const presence: Decider<PresenceCommand, PresenceState, Event> = {
  initial: () => ({ online: false, idle: false, sequence: 0 }),

  decide: ({ do: _, online, idle, ...data }, state) => {
    if (data.sequence <= state.sequence) return [];
    if (!online) return state.online ? [{ type: 'UserWentOffline', data }] : [];
    const came: Event[] = state.online ? [] : [{ type: 'UserCameOnline', data }];
    if (idle === state.idle) return came;
    return [...came, { type: idle ? 'UserWentIdle' : 'UserCameBack', data }];
  },

  evolve: (_, { type, data: { sequence } }) => ({
    online: type !== 'UserWentOffline',
    idle: type === 'UserWentIdle',
    sequence,
  }),
};
