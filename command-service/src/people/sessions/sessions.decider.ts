import type { EndReason, SessionFact, Unstored } from '@prosa/contracts';
import type { Decider } from '../../kernel/decider.ts';

type Event = Unstored<SessionFact>;

/** Access tokens with a lower version are refused; 0 before the first sign-in. */
export type SessionState = { version: number };
export type SessionCommand =
  | { do: 'sign in' | 'sign out'; userId: string; version: number }
  | { do: 'end'; userId: string; version: number; reason: EndReason };

/** A user's session, as others must know it, stream `session-{userId}`; the session itself is in Postgres (decision 16). */
export const session: Decider<SessionCommand, SessionState, Event> = {
  initial: () => ({ version: 0 }),

  /** Concurrent commands may be appended with the higher version first; the other then causes no event. */
  decide: (command, state) => {
    const { userId, version } = command;
    if (version <= state.version) return [];
    if (command.do === 'end') return [{ type: 'SessionEnded', data: { userId, version, reason: command.reason } }];
    return [{ type: command.do === 'sign in' ? 'UserSignedIn' : 'UserSignedOut', data: { userId, version } }];
  },

  evolve: (state, event) => ({ version: Math.max(state.version, event.data.version) }),
};
