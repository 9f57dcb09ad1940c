import type { ContactFact, Unstored } from '@prosa/contracts';
import type { Decider } from '../../kernel/decider.ts';

export type IdentityEvent = Extract<Unstored<ContactFact>, { type: 'IdentityClaimed' | 'IdentityReleased' }>;
/** The claim of the identity: its owner, its time (milliseconds since 1970), its position in the store, and its command. */
export type IdentityState = { owner: string | null; since: number; position: bigint; by: string };
export type IdentityCommand =
  /**
   * Does nothing if another contact holds the identity; the caller checks the owner afterwards. `anew`: the contact's own claim is void.
   */
  | { do: 'claim'; contactId: string; anew?: boolean }
  /** Takes over the claim made at `position`, from an owner that can no longer make it valid. */
  | { do: 'take over'; from: string; position: bigint; contactId: string }
  /** Releases a claim made before a position. */
  | { do: 'release'; contactId: string; before: bigint };

/**
 * A stream `identity-{hmac}`: one identity by which a channel knows a customer, claimed by at most one contact of the company at a time.
 */
export const identity: Decider<IdentityCommand, IdentityState, IdentityEvent> = {
  initial: () => ({ owner: null, since: 0, position: -1n, by: '' }),
  decide(command, { owner, position }) {
    const claimed: IdentityEvent = { type: 'IdentityClaimed', data: { contactId: command.contactId } };
    switch (command.do) {
      case 'claim':
        return owner === null || (owner === command.contactId && command.anew) ? [claimed] : [];
      case 'take over':
        return owner === command.from && position === command.position ? [claimed] : [];
      case 'release':
        return owner === command.contactId && position < command.before
          ? [{ type: 'IdentityReleased', data: { contactId: command.contactId } }]
          : [];
      default:
        command satisfies never;
        return [];
    }
  },
  evolve: (_, { type, data }, { at, position, commandId }) => ({
    owner: type === 'IdentityClaimed' ? data.contactId : null,
    since: at.getTime(),
    position,
    by: commandId,
  }),
};
