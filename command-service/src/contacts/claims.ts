import { type Actor, canonicalIdentity, derivedId, type Identity, newId } from '@prosa/contracts';
import type { KeyRing, Store } from '@prosa/infra/runtime';
import type { Handle } from '../kernel/handler.ts';
import { contact } from './contact.decider.ts';
import { type Word, wordOn } from './contact.reading.ts';
import { type IdentityState, identity } from './identity.decider.ts';

/** Who does it and by which command. */
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
/** The claim that holds a place: whose, since when (milliseconds since 1970), where it stands in the store, whether this command made it. */
export type Claim = { contactId: string; since: number; position: bigint; mine: boolean };
/**
 * What a claim is worth by its owner's own events: the contact names the identity; it is not there yet; it is there and does not name it
 * (yet); or it will never count.
 */
export type ClaimState = 'valid' | 'pending' | 'unnamed' | 'void';

/** A claim that nothing came of for so long may be taken over by people; a customer who writes need not wait. */
export const TAKE_OVER_AFTER_MS = 60_000;

/**
 * The steps of claiming an identity for a contact (ADR 2). A claim is made in the identity's stream and counts once the contact's
 * own stream names the identity; whoever takes it over closes it in that stream first, where the late step of its maker is then refused.
 * So each may die after any step, and each step may be done twice.
 */
export const createClaims = ({
  handle,
  keys,
  store,
  clock,
}: {
  handle: Handle;
  keys: KeyRing;
  store: Store;
  clock: () => Date;
}) => {
  const placeOf = async (companyId: string, one: Identity): Promise<Place> => {
    const canonical = canonicalIdentity(one);
    return { identity: one, stream: await keys.identityStream(companyId, canonical.kind, canonical.value) };
  };
  /** A step that a repeat of the command finds done, and one that is done whenever it is needed. */
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

  /** What the owner's events make of a claim, as of now. */
  const stateOf = async (place: Place, { contactId, position }: Claim): Promise<ClaimState> => {
    const word = await wordOf(place, contactId);
    if (word.names) return 'valid';
    if (word.is === 'abandoned' || word.voidAt > position) return 'void';
    return word.is === 'nothing' ? 'pending' : 'unnamed';
  };

  /** Whether a claim lets its contact name the identity: in a command, so that it is decided as of the revision of the contact's stream. */
  const counts = async (place: Place, { contactId, position }: Claim): Promise<boolean> =>
    (await wordOf(place, contactId)).voidAt < position;

  const heldBy = (state: IdentityState, mine: boolean): Claim => {
    const { owner, since, position } = state;
    if (owner === null) throw new Error('An identity has no owner after its claim.');
    return { contactId: owner, since, position, mine };
  };

  /** Steps a and b: a new contact's key, then the claim, if it is nobody's. A repeat finds what this command claimed the first time. */
  const claim = async (doer: Doer, { stream }: Place): Promise<Claim> => {
    const contactId = newId();
    const stepping = once(doer, claiming(stream));
    const { state, events, repeated } = await handle({
      ...stepping,
      decider: identity,
      stream,
      command: async ({ owner }) => {
        // Only for who is about to claim: a key of nobody would stay.
        if (owner === null) await keys.create(contactId, doer.companyId);
        return { do: 'claim' as const, contactId };
      },
    });
    const held = heldBy(state, events.length > 0);
    if (held.mine && !repeated) return held;
    return (await firstTime(stream, [stepping.commandId, once(doer, takingOver(stream)).commandId])) ?? held;
  };

  /** The last claim that a command made, whose identity may have changed hands since. */
  const firstTime = async (stream: string, commandIds: readonly string[]): Promise<Claim | null> => {
    const made = (await store.load(stream)).findLast(({ meta }) => commandIds.includes(meta.commandId));
    if (!made) return null;
    const { contactId } = made.data as { contactId: string };
    return { contactId, since: made.meta.at.getTime(), position: made.meta.position, mine: true };
  };

  /** A claim for a contact that is there: a new one, or its own while that counts. Null: another's, now or for `takeOverAfterMs` yet. */
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

  /** Whether nothing came of a claim, for long enough. */
  const mayTake = async (place: Place, held: Claim, takeOverAfterMs = TAKE_OVER_AFTER_MS): Promise<boolean> => {
    const state = await stateOf(place, held);
    return state === 'void' || (state !== 'valid' && clock().getTime() - held.since >= takeOverAfterMs);
  };

  /** Step c. Says whether this command made the contact, now or before. */
  const create = async (doer: Doer, contactId: string, fields: NewContact) => {
    const { events, repeated, position, revision } = await handle({
      ...once(doer, 'create'),
      decider: contact,
      stream: `contact-${contactId}`,
      command: { do: 'create contact', contact: { contactId, ...fields } },
    });
    return { mine: events.length > 0 || repeated, position, revision };
  };

  /** Names an identity as the contact's by a claim; nothing where that counts no more. */
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
   * Takes a claim over, for a new contact unless told, once it is closed in the stream of its owner. Gives the claim that holds after
   * it; null: the owner made it good after all.
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

  /** Gives an identity back that its contact no longer names since `before`, unless it was claimed anew. */
  const release = (doer: Doer, stream: string, contactId: string, before: bigint) =>
    handle({
      ...once(doer, `release ${stream}`),
      decider: identity,
      stream,
      command: { do: 'release' as const, contactId, before },
    });

  return { placeOf, stateOf, counts, claim, claimFor, mayTake, create, identify, takeOver, release };
};
export type Claims = ReturnType<typeof createClaims>;

const refusal = { missing: 'ERR_NO_CONTACT_FOUND' as const };
