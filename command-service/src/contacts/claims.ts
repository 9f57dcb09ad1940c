import { type Actor, canonicalIdentity, derivedId, type Fact, type Identity, newId } from '@prosa/contracts';
import type { KeyRing, Store } from '@prosa/infra/runtime';
import type { Handle } from '../kernel/handler.ts';
import { contact } from './contact.decider.ts';
import { type Word, wordOn } from './contact.reading.ts';
import { type IdentityState, identity } from './identity.decider.ts';

/** Who acts, and by which command. */
export type Doer = { companyId: string; actor: Actor; commandId: string; commandHash?: string };
export type NewContact = {
  name: string;
  number: string;
  email: string | null;
  extraInfo: { id: string; name: string; value: string }[];
  channel: string;
};

/** An identity and the stream in which it is claimed. */
export type Place = { identity: Identity; stream: string };
/**
 * The claim that holds a place: its contact, since when (milliseconds since 1970), its position in the store, and whether this command made
 * it.
 */
export type Claim = { contactId: string; since: number; position: bigint; mine: boolean };
/**
 * The state of a claim according to its contact's own events. `valid`: the contact names the identity. `pending`: the contact does not
 * exist yet. `unnamed`: the contact exists and does not name the identity (yet). `void`: the claim can never become valid.
 */
export type ClaimState = 'valid' | 'pending' | 'unnamed' | 'void';

/** Users may take over a claim that is still not valid after this time; a customer who writes need not wait. */
export const TAKE_OVER_AFTER_MS = 60_000;

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
  const placeOf = async (companyId: string, one: Identity): Promise<Place> => {
    const canonical = canonicalIdentity(one);
    return { identity: one, stream: await keys.identityStream(companyId, canonical.kind, canonical.value) };
  };
  /** `once`: a step that a repeat of the command finds done. `anytime`: a step that runs whenever it is needed. */
  const once = ({ commandId, ...doer }: Doer, name: string) => ({ ...doer, ...refusal, commandId: derivedId(commandId, name) });
  const anytime = ({ companyId, actor, commandId }: Doer) => ({
    ...refusal,
    companyId,
    actor,
    commandId: newId(),
    causationId: commandId,
  });
  const claiming = (stream: string) => `claim ${stream}`;
  const takingOver = (stream: string) => `take over ${stream}`;

  const wordOf = async (place: Place, contactId: string): Promise<Word> =>
    wordOn(await store.load(`contact-${contactId}`), place.identity, place.stream);

  /** Returns the current state of a claim, derived from its contact's events. */
  const stateOf = async (place: Place, { contactId, position }: Claim): Promise<ClaimState> => {
    const word = await wordOf(place, contactId);
    if (word.names) return 'valid';
    if (word.is === 'gone' || word.voidAt > position) return 'void';
    return word.is === 'nothing' ? 'pending' : 'unnamed';
  };

  /**
   * Whether a claim allows its contact to name the identity. Called inside a command, so that it is decided at the revision of the
   * contact's stream.
   */
  const counts = async (place: Place, { contactId, position }: Claim): Promise<boolean> =>
    await wordOf(place, contactId).then(({ is, voidAt }) => is !== 'gone' && voidAt < position);

  const heldBy = (state: IdentityState, mine: boolean): Claim => {
    const { owner, since, position } = state;
    if (owner === null) throw new Error('An identity has no owner after its claim.');
    return { contactId: owner, since, position, mine };
  };

  /**
   * Steps a and b: creates a new contact's key, then claims the identity if nobody holds it. A repeat returns what this command claimed the
   * first time.
   */
  const claim = async (doer: Doer, { stream }: Place): Promise<Claim> => {
    const stepping = once(doer, claiming(stream));
    const made: string[] = [];
    const { state, events, repeated } = await handle({
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
    const held = heldBy(state, events.length > 0);
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
      const { state } = await handle({
        ...anytime(doer),
        decider: identity,
        stream: place.stream,
        command: async ({ owner, position }) => ({
          do: 'claim' as const,
          contactId,
          anew: owner === contactId && (await wordOf(place, contactId)).voidAt > position,
        }),
      });
      const held = heldBy(state, false);
      if (held.contactId === contactId) return held;
      if (!(await mayTake(place, held, takeOverAfterMs))) return null;
      const taken = await takeOver(doer, place, held, contactId);
      if (taken?.contactId === contactId) return taken;
    }
  };

  /** Whether a claim is void, or still not valid after `takeOverAfterMs`. */
  const mayTake = async (place: Place, held: Claim, takeOverAfterMs = TAKE_OVER_AFTER_MS): Promise<boolean> => {
    const state = await stateOf(place, held);
    return state === 'void' || (state !== 'valid' && clock().getTime() - held.since >= takeOverAfterMs);
  };

  /** Step c. `mine`: whether this command created the contact, now or before. */
  const create = async (doer: Doer, contactId: string, fields: NewContact) => {
    const { events, repeated, position, revision } = await handle({
      ...once(doer, 'create'),
      decider: contact,
      stream: `contact-${contactId}`,
      isNew: true,
      command: { do: 'create contact', contact: { contactId, ...fields } },
    });
    return { mine: events.length > 0 || repeated, position, revision };
  };

  /** Names an identity as the contact's on the basis of a claim; does nothing if the claim is void. */
  const identify = async (doer: Doer, place: Place, { contactId, position }: Claim): Promise<void> => {
    await handle({
      ...anytime(doer),
      decider: contact,
      stream: `contact-${contactId}`,
      command: async () => {
        const { names, voidAt } = await wordOf(place, contactId);
        return { do: 'identify contact' as const, contactId, identity: place.identity, named: names, claimed: voidAt < position };
      },
    });
  };

  /**
   * Takes a claim over, for a new contact unless `to` is given, after closing it in its contact's stream. Returns the claim that holds
   * afterwards; null if the contact made its claim valid after all, or if nobody holds the identity.
   */
  const takeOver = async (doer: Doer, place: Place, { contactId: from, position }: Claim, to?: string): Promise<Claim | null> => {
    await handle({
      ...anytime(doer),
      decider: contact,
      stream: `contact-${from}`,
      command: async () => {
        const { names, voidAt } = await wordOf(place, from);
        return { do: 'close claim' as const, contactId: from, identity: place.stream, open: !names && voidAt < position };
      },
    });
    if ((await stateOf(place, { contactId: from, position, since: 0, mine: false })) !== 'void') return null;
    const contactId = to ?? newId();
    const { state, events } = await handle({
      ...(to ? anytime(doer) : once(doer, takingOver(place.stream))),
      decider: identity,
      stream: place.stream,
      command: async ({ owner }) => {
        if (owner === from && !to) await keys.create(contactId, doer.companyId);
        return { do: 'take over' as const, from, position, contactId };
      },
    });
    return state.owner === null ? null : heldBy(state, events.length > 0);
  };

  /** Names a merged contact's identity as that of the contact into which it was merged, then moves the claim to it: always one is valid. */
  const inherit = async (doer: Doer, place: Place, from: string, to: string): Promise<void> => {
    const stream = `contact-${to}`;
    const identify = async () => {
      const { names } = await wordOf(place, to);
      return { do: 'identify contact' as const, contactId: to, identity: place.identity, named: names, claimed: true };
    };
    const { state } = await handle({ ...anytime(doer), decider: contact, stream, command: identify });
    const moves = state.is === 'there';
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

  return { placeOf, holderOf, stateOf, counts, claim, claimFor, mayTake, create, identify, takeOver, inherit, release };
};
export type Claims = ReturnType<typeof createClaims>;

const claimIn = ({ data, meta }: Fact, mine: boolean): Claim => ({
  contactId: (data as { contactId: string }).contactId,
  since: meta.at.getTime(),
  position: meta.position,
  mine,
});

const refusal = { missing: 'ERR_NO_CONTACT_FOUND' as const };
