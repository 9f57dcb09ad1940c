import type { ContactFact, Unstored } from '@prosa/contracts';
import type { Decider } from '../kernel/decider.ts';

export type IdentityEvent = Extract<Unstored<ContactFact>, { type: 'IdentityClaimed' | 'IdentityReleased' }>;
/** Whose the identity is, and since when (milliseconds since 1970). */
export type IdentityState = { owner: string | null; since: number };
export type IdentityCommand =
  /** Changes nothing where it is another's: who asks looks at the owner after it. */
  | { do: 'claim'; contactId: string }
  /** From an owner that never came to be (decisions.md 2). */
  | { do: 'take over'; from: string; contactId: string }
  | { do: 'release'; contactId: string; unless?: boolean };

/** A stream `identity-{hmac}`: one way of a channel to know a customer, claimed by one contact of the company at a time. */
export const identity: Decider<IdentityCommand, IdentityState, IdentityEvent> = {
  initial: () => ({ owner: null, since: 0 }),
  decide(command, { owner }) {
    switch (command.do) {
      case 'claim':
        return owner === null ? [{ type: 'IdentityClaimed', data: { contactId: command.contactId } }] : [];
      case 'take over':
        return owner === command.from ? [{ type: 'IdentityClaimed', data: { contactId: command.contactId } }] : [];
      case 'release':
        return owner === command.contactId && !command.unless
          ? [{ type: 'IdentityReleased', data: { contactId: command.contactId } }]
          : [];
      default:
        command satisfies never;
        return [];
    }
  },
  evolve: (_, { type, data }, { at }) => ({ owner: type === 'IdentityClaimed' ? data.contactId : null, since: at.getTime() }),
};
