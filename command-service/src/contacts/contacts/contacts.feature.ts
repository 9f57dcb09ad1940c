import { type ContactView, type Country, countryOf, newId, Refused, routes } from '@prosa/contracts';
import { assertSeesTickets, unfinishedTickets } from '../../desk/conversations/unfinished-tickets.ts';
import { commandRoute } from '../../kernel/command-route.ts';
import type { App, Deps } from '../../kernel/deps.ts';
import type { Feature } from '../../kernel/feature.ts';
import { createCheckNumber } from './checked-numbers.ts';
import { type Claim, createClaims, type Place } from './claims.ts';
import { addressOf, typedNumber } from './contact.address.ts';
import { onContact, Unclaimed } from './contact.decider.ts';
import { type ContactRecord, readContact, shownNumberOf } from './contact.reading.ts';
import { viewWith } from './contact.view.ts';
import { discardPictures, fetchPictures } from './contact-pictures.ts';
import { createReadValues } from './contact-values.ts';
import { mergeCalls } from './contacts.merge.ts';
import { contactMigrations } from './contacts.migrations.ts';
import { finishMerges, releaseNumbers, showNumbers } from './contacts.reactors.ts';
import { CLAIM_TRIES, duplicated, makeContact } from './new-contact.ts';

type ExtraInfo = { id?: string | undefined; name: string; value: string }[];
const calls = (app: App, deps: Deps): void => {
  const { store, handle, referenceData } = deps;
  const view = viewWith(deps);
  const checkNumber = createCheckNumber(deps);
  /** As the default connection's channel spells it, through which conversations begin. */
  const spelledNumber = async (companyId: string, number: string): Promise<string> => {
    const all = (await referenceData.connections(companyId)).values();
    return checkNumber(companyId, all.find(({ isDefault, deleted }) => isDefault && !deleted) ?? null, number);
  };
  const countryIn = async (companyId: string): Promise<Country> =>
    countryOf((await referenceData.company(companyId))?.settings.country);
  const claims = createClaims(deps);
  const readValues = createReadValues(deps);
  const unfinishedTicketsOf = unfinishedTickets(deps);
  const assertSees = assertSeesTickets(deps);

  commandRoute(app, deps, routes.contacts.create, async ({ body, identity: doer }) => {
    const { name, email } = body;
    const values = await readValues(doer.companyId, body.fields);
    const typed = typedNumber(body.number, await countryIn(doer.companyId));
    const number = await spelledNumber(doer.companyId, typed);
    const fields = { name, number, email, extraInfo: withIds(body.extraInfo), channel: 'whatsapp', values };
    const { contactId, position, revision } = await makeContact(claims, doer, fields);
    return { position, reply: view(await readContact(store, doer.companyId, contactId, revision)) };
  });

  commandRoute(app, deps, routes.contacts.change, async ({ params, body, principal, identity: doer }) => {
    const contactId = params.id.toLowerCase();
    const held = await readContact(store, doer.companyId, contactId);
    if (!held) throw new Refused('ERR_NO_CONTACT_FOUND');
    const asked = newNumber(body.number, held, await countryIn(doer.companyId));
    /** Read once: in another company's country the same digits are another number. */
    const sent = asked && (await spelledNumber(doer.companyId, asked));

    /** Throws Unclaimed if the number changes and the claim is missing or void. */
    const change = (place: Place | null, claim: Claim | null) =>
      handle({
        ...doer,
        ...onContact(contactId),
        command: async () => {
          const record = await readContact(store, doer.companyId, contactId);
          const now = view(record);
          const { name, email } = body;
          const extraInfo = body.extraInfo && withIds(body.extraInfo, now.extraInfo);
          const changes = { contactId, ...differing({ name, number: sent, email, extraInfo }, now) };
          const values = await readValues(doer.companyId, body.fields, now.fields);
          // Messages written in the contact's tickets go to this number.
          if (changes.number !== undefined) await assertSees(principal, contactId);
          const counts = place !== null && claim !== null && (await claims.counts(place, claim));
          return { do: 'change contact' as const, changes, values, claimed: counts };
        },
      });
    const changed = async () => {
      // The first try has no claim: a repeat is answered before anything is claimed for it.
      let place: Place | null = null;
      let claim: Claim | null = null;
      for (let tries = 0; ; tries += 1) {
        try {
          return await change(place, claim);
        } catch (error) {
          if (!(error instanceof Unclaimed) || tries === CLAIM_TRIES) throw error;
          place = await claims.placeOf(doer.companyId, { kind: 'phone', value: sent ?? '' });
          claim = await claims.claimFor(doer, place, contactId);
          if (!claim) throw duplicated();
        }
      }
    };
    const { position, revision } = await changed();
    return { position, reply: view(await readContact(store, doer.companyId, contactId, revision)) };
  });

  commandRoute(app, deps, routes.contacts.endOptOut, async ({ params, identity: doer }) => {
    const contactId = params.id.toLowerCase();
    const { position, revision } = await handle({
      ...doer,
      ...onContact(contactId),
      command: { do: 'end opt-out', contactId, at: deps.clock().toISOString() },
    });
    return { position, reply: view(await readContact(store, doer.companyId, contactId, revision)) };
  });

  commandRoute(app, deps, routes.contacts.delete, async ({ params, identity: doer }) => {
    const contactId = params.id.toLowerCase();
    const { position } = await handle({
      ...doer,
      ...onContact(contactId),
      command: async ({ is }) => ({
        do: 'delete contact' as const,
        contactId,
        hasOpen: is === 'there' && (await unfinishedTicketsOf(doer.companyId, contactId)).length > 0,
      }),
    });
    return { position, reply: null };
  });
};

/** Contacts, whose numbers are claimed so that one customer is one contact. */
export const contacts: Feature = {
  name: 'contacts',
  routes: (app, deps) => {
    calls(app, deps);
    mergeCalls(app, deps);
  },
  reactors: [releaseNumbers, showNumbers, finishMerges, fetchPictures, discardPictures],
  migrations: contactMigrations,
};

/** Returns a typed number if it differs from the contact's. Throws ERR_CHECK_NUMBER for a contact that is not reached by phone. */
const newNumber = (typed: string | undefined, held: ContactRecord, country: Country): string | undefined => {
  if (typed === undefined || typed === held.number || typed === shownNumberOf(held)) return undefined;
  const number = typedNumber(typed, country);
  if (held.number && addressOf({ channel: held.channel, number: held.number }).kind !== 'phone')
    throw new Refused('ERR_CHECK_NUMBER');
  return number;
};

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
