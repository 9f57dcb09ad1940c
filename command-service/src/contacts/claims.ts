import { type Actor, canonicalIdentity, derivedId, type Identity, newId } from '@prosa/contracts';
import type { KeyRing, Store } from '@prosa/infra/runtime';
import type { Handle } from '../kernel/handler.ts';
import { contact } from './contact.decider.ts';
import { type IdentityState, identity } from './identity.decider.ts';

/** Who does it and by which command; each step's own id is derived from `commandId`. */
export type Doer = { companyId: string; actor: Actor; commandId: string; commandHash?: string };
export type NewContact = {
  name: string;
  number: string;
  email: string | null;
  extraInfo: { id: string; name: string; value: string }[];
  channel: string;
};

/** How an identity's owner stands: it is there, not there yet, or will never be. */
export type Claim = { contactId: string; since: number; mine: boolean };

/** The steps of claiming an identity and making its contact, in the order of decisions.md 2. Each may be done twice. */
export const createClaims = ({ handle, keys, store }: { handle: Handle; keys: KeyRing; store: Store }) => {
  const streamOf = (companyId: string, one: Identity) => {
    const { kind, value } = canonicalIdentity(one);
    return keys.identityStream(companyId, kind, value);
  };
  const step = ({ commandId, ...doer }: Doer, name: string) => ({
    ...doer,
    commandId: derivedId(commandId, name),
    missing: 'ERR_NO_CONTACT_FOUND' as const,
  });

  /** Steps a and b: a new contact's key, then the claim. `mine` where this command made it, now or the first time. */
  const claim = async (doer: Doer, stream: string): Promise<Claim> => {
    const contactId = newId();
    const stepping = step(doer, `claim ${stream}`);
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
    return repeated ? firstTime(stream, stepping.commandId) : { ...ownerOf(state), mine: events.length > 0 };
  };

  /** What a claim did when it was made: the identity may have changed hands since. */
  const firstTime = async (stream: string, commandId: string): Promise<Claim> => {
    for (const { data, meta } of await store.load(stream))
      if (meta.commandId === commandId) return { ...(data as { contactId: string }), since: meta.at.getTime(), mine: true };
    throw new Error('A claim that was made is not in its stream.');
  };

  /** Claims an identity for a contact that is there. Says whether it is that contact's now, or was when this was first done. */
  const claimFor = async (doer: Doer, stream: string, contactId: string): Promise<boolean> => {
    const { state, repeated } = await handle({
      ...step(doer, `claim ${stream} for ${contactId}`),
      decider: identity,
      stream,
      command: { do: 'claim', contactId },
    });
    return repeated || state.owner === contactId;
  };

  /** Step c. Says whether the contact is there now, and whether this command made it. */
  const create = async (doer: Doer, contactId: string, fields: NewContact) => {
    const { state, events, repeated, position, revision } = await handle({
      ...step(doer, 'create'),
      decider: contact,
      stream: `contact-${contactId}`,
      command: { do: 'create contact', contact: { contactId, ...fields } },
    });
    return { there: state.is === 'there', mine: events.length > 0 || repeated, position, revision };
  };

  /** Takes a claim over from an owner that never came to be, once that one's stream is closed for good. Null: it is there after all. */
  const takeOver = async (doer: Doer, stream: string, from: string): Promise<Claim | null> => {
    const closed = await handle({
      ...step(doer, `abandon ${from}`),
      decider: contact,
      stream: `contact-${from}`,
      command: { do: 'abandon' },
    });
    if (closed.state.is !== 'abandoned') return null;
    const contactId = newId();
    const stepping = step(doer, `take over ${stream} from ${from}`);
    const { state, events, repeated } = await handle({
      ...stepping,
      decider: identity,
      stream,
      command: async ({ owner }) => {
        if (owner === from) await keys.create(contactId, doer.companyId);
        return { do: 'take over' as const, from, contactId };
      },
    });
    return repeated ? firstTime(stream, stepping.commandId) : { ...ownerOf(state), mine: events.length > 0 };
  };

  /** Gives an identity back, unless `stillMine` says otherwise at the very revision at which it is released. */
  const release = (doer: Doer, stream: string, contactId: string, stillMine: () => Promise<boolean>) =>
    handle({
      ...step(doer, `release ${stream}`),
      decider: identity,
      stream,
      command: async () => ({ do: 'release' as const, contactId, unless: await stillMine() }),
    });

  return { streamOf, claim, claimFor, create, takeOver, release };
};
export type Claims = ReturnType<typeof createClaims>;

const ownerOf = ({ owner, since }: IdentityState): { contactId: string; since: number } => {
  if (owner === null) throw new Error('An identity has no owner after its claim.');
  return { contactId: owner, since };
};
