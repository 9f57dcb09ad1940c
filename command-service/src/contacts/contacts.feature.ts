import { type ContactView, newId, Refused, routes, sees } from '@prosa/contracts';
import { unfinishedTickets } from '../conversations/unfinished-tickets.ts';
import { commandRoute } from '../kernel/command-route.ts';
import type { App, Caller, Deps } from '../kernel/deps.ts';
import type { Feature } from '../kernel/feature.ts';
import { type Claim, type Claims, createClaims, type Doer, type Place } from './claims.ts';
import { addressOf, typedNumber } from './contact.address.ts';
import { contact, Unclaimed } from './contact.decider.ts';
import { type ContactRecord, readContact, toContactView } from './contact.reading.ts';
import { contactMigrations } from './contacts.migrations.ts';
import { releaseNumbers, showNumbers } from './contacts.reactors.ts';

type ExtraInfo = { id?: string | undefined; name: string; value: string }[];
/** A claim is lost between its making and its use at most so often. */
const CLAIMS = 5;

const calls = (app: App, deps: Deps): void => {
  const { store, handle } = deps;
  const claims = createClaims(deps);
  const unfinishedTicketsOf = unfinishedTickets(deps);

  commandRoute(app, deps, routes.contacts.create, async ({ body, identity: doer }) => {
    const { name, email } = body;
    const number = typedNumber(body.number);
    const place = await claims.placeOf(doer.companyId, { kind: 'phone', value: number });
    const claim = await claimed(claims, doer, place);
    const fields = { name, number, email, extraInfo: withIds(body.extraInfo), channel: 'whatsapp' };
    const created = await claims.create(doer, claim.contactId, fields);
    if (!created.mine) throw duplicated();
    const reply = view(await readContact(store, doer.companyId, claim.contactId, created.revision));
    return { position: created.position, reply };
  });

  commandRoute(app, deps, routes.contacts.change, async ({ params, body, principal, identity: doer }) => {
    const contactId = params.id.toLowerCase();
    const held = await readContact(store, doer.companyId, contactId);
    if (!held) throw new Refused('ERR_NO_CONTACT_FOUND');

    /** Throws Unclaimed where the number changes and no claim of it counts. */
    const change = (place: Place | null, claim: Claim | null) =>
      handle({
        ...doer,
        decider: contact,
        stream: `contact-${contactId}`,
        missing: 'ERR_NO_CONTACT_FOUND',
        command: async () => {
          const record = await readContact(store, doer.companyId, contactId);
          const now = view(record);
          const { name, email } = body;
          const extraInfo = body.extraInfo && withIds(body.extraInfo, now.extraInfo);
          const changes = { contactId, ...differing({ name, number: newNumber(body.number, record), email, extraInfo }, now) };
          if (changes.number !== undefined) await assertSeesAll(principal);
          const counts = place !== null && claim !== null && (await claims.counts(place, claim));
          return { do: 'change contact' as const, changes, claimed: counts };
        },
      });
    /** Whoever answers in a ticket answers to this number: nobody may turn aside the answers of a ticket that they do not see. */
    const assertSeesAll = async (viewer: Caller): Promise<void> => {
      if (viewer.profile === 'admin') return;
      const unfinished = await unfinishedTicketsOf(viewer.companyId, contactId);
      if (!unfinished.every((ticket) => sees(viewer, ticket))) throw new Refused('ERR_NO_PERMISSION');
    };
    const changed = async () => {
      // A repeat is answered before anything is claimed for it.
      let place: Place | null = null;
      let claim: Claim | null = null;
      for (let tries = 0; ; tries += 1) {
        try {
          return await change(place, claim);
        } catch (error) {
          if (!(error instanceof Unclaimed) || tries === CLAIMS) throw error;
          place = await claims.placeOf(doer.companyId, { kind: 'phone', value: typedNumber(body.number ?? '') });
          claim = await claims.claimFor(doer, place, contactId);
          if (!claim) throw duplicated();
        }
      }
    };
    const { position, revision } = await changed();
    return { position, reply: view(await readContact(store, doer.companyId, contactId, revision)) };
  });
};

/** Contacts: their numbers claimed, so that one customer is one contact. */
export const contacts: Feature = {
  name: 'contacts',
  routes: calls,
  reactors: [releaseNumbers, showNumbers],
  migrations: contactMigrations,
};

/** The claim of a new contact's number: this command's, or one whose contact never came to be. */
const claimed = async (claims: Claims, doer: Doer, place: Place): Promise<Claim> => {
  const claim = await claims.claim(doer, place);
  // Who made it is told apart by the step that follows: a repeat finds that it was itself.
  if (claim.mine || (await claims.stateOf(place, claim)) === 'valid') return claim;
  const taken = (await claims.mayTake(place, claim)) ? await claims.takeOver(doer, place, claim) : null;
  if (!taken?.mine) throw duplicated();
  return taken;
};

/** A typed number where it is another one than the contact's; a contact that is reached by no phone keeps its own. */
const newNumber = (typed: string | undefined, held: ContactRecord | null): string | undefined => {
  if (typed === undefined || typed === held?.number) return undefined;
  const number = typedNumber(typed);
  if (held?.number && addressOf({ channel: held.channel, number: held.number }).kind !== 'phone')
    throw new Refused('ERR_CHECK_NUMBER');
  return number;
};

const duplicated = () => new Refused('ERR_DUPLICATED_CONTACT');

const withIds = (extraInfo: ExtraInfo, before: ContactView['extraInfo'] = []): ContactView['extraInfo'] =>
  extraInfo.map(({ id, name, value }, index) => {
    const same = before[index]?.name === name && before[index].value === value ? before[index].id : undefined;
    return { id: id ?? same ?? newId(), name, value };
  });

const differing = <Fields extends Partial<ContactRecord>>(fields: Fields, now: ContactView): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(now[name as keyof ContactView]),
    ),
  ) as Partial<Fields>;

const view = (record: ContactRecord | null): ContactView => {
  if (!record) throw new Refused('ERR_NO_CONTACT_FOUND');
  return toContactView(record);
};
