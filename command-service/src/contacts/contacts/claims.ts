import { canonicalIdentity, type Fact, type Identity, newId } from '@prosa/contracts';
import type { KeyRing, Store } from '@prosa/infra/runtime';
import type { Handle } from '../../kernel/handler.ts';
import { type Claim, claimOf, type Doer, isForTaking, type NewContact, type Place, TAKE_OVER_AFTER_MS } from './claim.states.ts';
import { anytime, claimsOfContacts, once } from './claims.contact.ts';
import { contact } from './contact.decider.ts';
import { type IdentityState, identity } from './identity.decider.ts';
import { lastPreference } from './opt-outs.ts';

export { type Claim, type ClaimState, type Doer, type NewContact, type Place, TAKE_OVER_AFTER_MS } from './claim.states.ts';

/**
 * The steps of claiming an identity for a contact (decision 2). A claim is made in the identity's stream and becomes valid once the
 * contact's own stream names the identity. A takeover first closes the claim in that contact's stream, so that a late step of the claim's
 * maker is refused there. A process may therefore die after any step, and each step is idempotent.
 */
export const createClaims = ({
  handle,
  keys,
  store,
  clock,
  newContact = async (companyId) => {
    const contactId = newId();
    await keys.create(contactId, companyId);
    return contactId;
  },
  unused = () => undefined,
  isRare = false,
}: {
  handle: Handle;
  keys: KeyRing;
  store: Store;
  clock: () => Date;
  /** Returns the id of a contact to be created, whose key exists. Many at once are created more cheaply. */
  newContact?: (companyId: string) => Promise<string>;
  /** Takes back an id of `newContact` that was not needed after all. */
  unused?: (contactId: string) => void;
  /** Set where identities are rarely claimed already: their streams are read only if they turn out to exist. */
  isRare?: boolean;
}) => {
  const contacts = claimsOfContacts({ handle, store });
  const placeOf = async (companyId: string, one: Identity): Promise<Place> => {
    const canonical = canonicalIdentity(one);
    return { identity: one, stream: await keys.identityStream(companyId, canonical.kind, canonical.value) };
  };
  const claiming = (stream: string) => `claim ${stream}`;
  const takingOver = (stream: string) => `take over ${stream}`;

  /**
   * Steps a and b: creates a new contact's key, then claims the identity if nobody holds it. A repeat returns what this command claimed the
   * first time.
   */
  const claim = async (doer: Doer, { stream }: Place): Promise<Claim> => {
    const stepping = once(doer, claiming(stream));
    const made: string[] = [];
    const { state, events, repeated, revision } = await handle({
      ...stepping,
      decider: identity,
      stream,
      isNew: isRare,
      command: async ({ owner }) => {
        // Creates the key only if the claim is about to be made: otherwise a key without a contact would remain.
        if (owner === null && made.length === 0) made.push(await newContact(doer.companyId));
        return { do: 'claim' as const, contactId: made[0] ?? newId() };
      },
    });
    for (const id of made) if (id !== state.owner) unused(id);
    const held = heldBy(state, revision, events.length > 0);
    if (held.mine && !repeated) return held;
    return (await firstTime(stream, [stepping.commandId, once(doer, takingOver(stream)).commandId])) ?? held;
  };

  /** The last claim that a command made; its identity may have changed hands since. */
  const firstTime = async (stream: string, commandIds: readonly string[]): Promise<Claim | null> => {
    const made = (await store.load(stream)).findLast(({ meta }) => commandIds.includes(meta.commandId));
    return made ? claimIn(made, true) : null;
  };

  /** The claim that holds a place now; null if nobody does. */
  const holderOf = async ({ stream }: Place): Promise<Claim | null> => {
    const [last] = await store.load(stream, { direction: 'backwards', max: 1 });
    return last?.type === 'IdentityClaimed' ? claimIn(last, false) : null;
  };

  /**
   * Claims an identity for an existing contact: returns a new claim, or its own claim if that is not void. Null: another contact holds it,
   * with a valid claim or one younger than `takeOverAfterMs`.
   */
  const claimFor = async (
    doer: Doer,
    place: Place,
    contactId: string,
    takeOverAfterMs = TAKE_OVER_AFTER_MS,
  ): Promise<Claim | null> => {
    for (;;) {
      const { state, revision } = await handle({
        ...anytime(doer),
        decider: identity,
        stream: place.stream,
        command: async ({ owner, position }) =>
          claimOf(contactId, position, owner === contactId ? await contacts.wordOf(place, contactId) : null),
      });
      const held = heldBy(state, revision, false);
      if (held.contactId === contactId) return held;
      if (!(await mayTake(place, held, takeOverAfterMs))) return null;
      const taken = await takeOver(doer, place, held, contactId);
      if (taken?.contactId === contactId) return taken;
    }
  };

  /** Whether a claim is void, or still not valid after `takeOverAfterMs`. */
  const mayTake = async (place: Place, held: Claim, takeOverAfterMs = TAKE_OVER_AFTER_MS): Promise<boolean> =>
    isForTaking(await contacts.stateOf(place, held), held.since, clock().getTime(), takeOverAfterMs);

  /**
   * Takes a claim over, for a new contact unless `to` is given, after closing it in its contact's stream. Returns the claim that holds
   * afterwards; null if the contact made its claim valid after all, or if nobody holds the identity.
   */
  const takeOver = async (doer: Doer, place: Place, held: Claim, to?: string): Promise<Claim | null> => {
    const { contactId: from, position } = held;
    await contacts.close(doer, place, held);
    if ((await contacts.stateOf(place, held)) !== 'void') return null;
    const contactId = to ?? newId();
    const { state, events, revision } = await handle({
      ...(to ? anytime(doer) : once(doer, takingOver(place.stream))),
      decider: identity,
      stream: place.stream,
      command: async ({ owner }) => {
        if (owner === from && !to) await keys.create(contactId, doer.companyId);
        return { do: 'take over' as const, from, position, contactId };
      },
    });
    return state.owner === null ? null : heldBy(state, revision, events.length > 0);
  };

  /** Names a merged contact's identity as that of the contact into which it was merged, then moves the claim to it: always one is valid. */
  const inherit = async (doer: Doer, place: Place, from: string, to: string): Promise<void> => {
    // The merged contact's claim counts for the other one, whatever was closed there.
    const moves = await contacts.identify(doer, place, { contactId: to, position: ALWAYS });
    await handle({
      ...anytime(doer),
      decider: identity,
      stream: place.stream,
      command: ({ position }) =>
        moves
          ? { do: 'take over' as const, from, position, contactId: to }
          : { do: 'release' as const, contactId: from, before: position + 1n },
    });
  };

  /** Releases an identity that its contact no longer names since `before`, unless it was claimed again. */
  const release = (doer: Doer, stream: string, contactId: string, before: bigint) =>
    handle({
      ...once(doer, `release ${stream}`),
      decider: identity,
      stream,
      command: { do: 'release' as const, contactId, before },
    });

  /**
   * Step c. `mine`: whether this command created the contact, now or before. One whose number others had before wants no campaigns if that
   * person wanted none.
   */
  const create = async (doer: Doer, { stream }: Place, { contactId, isLater }: Claim, fields: NewContact) => {
    const made = await contacts.create(doer, contactId, fields);
    const said = made.mine && isLater ? await lastPreference(store, doer.companyId, stream) : null;
    if (!said?.optedOut) return made;
    const { position, revision } = await handle({
      ...once(doer, 'opt-out'),
      decider: contact,
      stream: `contact-${contactId}`,
      command: { do: 'keep preference', contactId, ...said },
    });
    return { mine: true, position, revision };
  };

  const { stateOf, counts, identify } = contacts;
  return { placeOf, holderOf, stateOf, counts, claim, claimFor, mayTake, create, identify, takeOver, inherit, release };
};
export type Claims = ReturnType<typeof createClaims>;

const heldBy = (state: IdentityState, revision: bigint, mine: boolean): Claim => {
  const { owner, since, position } = state;
  if (owner === null) throw new Error('An identity has no owner after its claim.');
  return { contactId: owner, since, position, mine, isLater: revision > 0n };
};

const claimIn = ({ data, meta }: Fact, mine: boolean): Claim => ({
  contactId: (data as { contactId: string }).contactId,
  since: meta.at.getTime(),
  position: meta.position,
  mine,
  isLater: meta.revision > 0n,
});

/** Later than each position in the store. */
const ALWAYS = 2n ** 64n;
