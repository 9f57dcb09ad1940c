import { type ContactView, newId, Refused, routes } from '@prosa/contracts';
import { answerPosition, implement } from '@prosa/infra/runtime';
import type { Deps, Feature } from '../kernel/deps.ts';
import { assertSameAsFirst } from '../kernel/first-asked.ts';
import { type Claim, type Claims, createClaims, type Doer } from './claims.ts';
import { addressOf, typedNumber } from './contact.address.ts';
import { contact } from './contact.decider.ts';
import { type ContactRecord, readContact, toContactView } from './contact.reading.ts';

/** A claim whose contact has not come to be for so long is nobody's. */
const PATIENCE_MS = 60_000;
type ExtraInfo = { id?: string | undefined; name: string; value: string }[];

export const contactsRoutes: Feature = (app, deps) => {
  const { pool, store, handle, commandOf, clock } = deps;
  const claims = createClaims(deps);

  implement(app, routes.contacts.create, async ({ body, principal, request, reply }) => {
    const doer = commandOf(principal, request);
    const { name, email } = body;
    const number = typedNumber(body.number);
    await assertSameAsFirst(pool, request, doer);
    const stream = await claims.streamOf(doer.companyId, { kind: 'phone', value: number });
    const claim = await claimed(deps, claims, doer, stream, clock());
    const fields = { name, number, email, extraInfo: withIds(body.extraInfo), channel: 'whatsapp' };
    const created = await claims.create(doer, claim.contactId, fields);
    deps.desk.forget(stream);
    if (!created.mine) throw new Refused('ERR_DUPLICATED_CONTACT');
    answerPosition(reply, created.position);
    return view(await readContact(store, doer.companyId, claim.contactId, created.revision));
  });

  implement(app, routes.contacts.change, async ({ params, body, principal, request, reply }) => {
    const doer = commandOf(principal, request);
    await assertSameAsFirst(pool, request, doer);
    const contactId = params.id.toLowerCase();
    const before = await readContact(store, doer.companyId, contactId);
    if (!before) throw new Refused('ERR_NO_CONTACT_FOUND');
    const number = body.number === undefined || body.number === before.number ? undefined : typedNumber(body.number);
    if (number !== undefined) await claimNumber(claims, doer, before, number);
    const { position, revision } = await handle({
      ...doer,
      decider: contact,
      stream: `contact-${contactId}`,
      missing: 'ERR_NO_CONTACT_FOUND',
      command: async () => {
        const now = view(await readContact(store, doer.companyId, contactId));
        const { name, email } = body;
        const extraInfo = body.extraInfo && withIds(body.extraInfo, now.extraInfo);
        return { do: 'change contact' as const, changes: { contactId, ...differing({ name, number, email, extraInfo }, now) } };
      },
    });
    answerPosition(reply, position);
    return view(await readContact(store, doer.companyId, contactId, revision));
  });
};

/** The claim of a new contact's number: this command's, or one whose contact never came to be. */
const claimed = async (deps: Deps, claims: Claims, doer: Doer, stream: string, now: Date): Promise<Claim> => {
  const claim = await claims.claim(doer, stream);
  if (claim.mine) return claim;
  const [first] = await deps.store.load(`contact-${claim.contactId}`, { max: 1 });
  // Who made it is told apart by the step that follows: a repeat finds that it was itself.
  if (first?.type === 'ContactCreated') return claim;
  if (!first && now.getTime() - claim.since < PATIENCE_MS) throw new Refused('ERR_DUPLICATED_CONTACT');
  const taken = await claims.takeOver(doer, stream, claim.contactId);
  if (!taken?.mine) throw new Refused('ERR_DUPLICATED_CONTACT');
  return taken;
};

/** Claims another number for a contact. The old one is released by a reactor, once the change is written. */
const claimNumber = async (claims: Claims, doer: Doer, before: ContactRecord, number: string): Promise<void> => {
  const old = before.number === null ? null : addressOf({ channel: before.channel, number: before.number });
  if (old && old.kind !== 'phone') throw new Refused('ERR_CHECK_NUMBER');
  const stream = await claims.streamOf(doer.companyId, { kind: 'phone', value: number });
  if (!(await claims.claimFor(doer, stream, before.id))) throw new Refused('ERR_DUPLICATED_CONTACT');
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

const view = (record: ContactRecord | null): ContactView => {
  if (!record) throw new Refused('ERR_NO_CONTACT_FOUND');
  return toContactView(record);
};
