import { z } from 'zod';
import { event, type FactOf, personal, route, unchanged } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';
import { limits } from '../../kernel/limits.ts';
import { manifest } from '../../kernel/manifest.ts';
import { visible } from '../../kernel/texts/visible.ts';
import { canonicalNumber } from './phone-numbers.ts';

/** How a channel identifies a customer; unique in a company. */
export const IdentityKind = z.enum(['phone', 'lid', 'group', 'psid', 'igsid', 'simulator', 'bsuid']);
export type IdentityKind = z.output<typeof IdentityKind>;
export const Identity = z.object({ kind: IdentityKind, value: z.string().min(1).max(100).refine(f.storable) });
export type Identity = z.output<typeof Identity>;

/**
 * The format of each kind, without the part that names a device. An identity that is known to only one page or account begins with the id
 * of that page or account.
 */
const spellings: Record<IdentityKind, RegExp> = {
  phone: /^\+?\d[\d\s().-]{3,30}$/,
  simulator: /^\+?\d[\d\s().-]{3,30}$/,
  lid: /^\d{1,30}@lid$/,
  group: /^[\d-]{1,60}@g\.us$/,
  psid: /^\d{1,40}\/\d{1,40}$/,
  igsid: /^\d{1,40}\/\d{1,40}$/,
  bsuid: /^[A-Za-z0-9._-]{1,80}$/,
};
/** Whether an identity has the format of its kind. Identities that channels bring in must have it. */
export const isIdentity = ({ kind, value }: Identity): boolean => spellings[kind].test(value);

/**
 * Returns the canonical form of an identity. A phone is reduced to its digits, in one of the spellings that are the same person
 * (decision 2): with or without the ninth digit of a Brazilian mobile, Mexico's 1 and Argentina's 9. The simulator's customers have phones.
 */
export const canonicalIdentity = ({ kind, value }: Identity): Identity => {
  if (kind !== 'phone' && kind !== 'simulator') return { kind, value: value.trim() };
  return { kind: 'phone', value: canonicalNumber(value.replace(/\D/g, '')) };
};

/** A contact's further phone numbers, without other spellings of its number. */
export const otherNumbersOf = (number: string | null, phones: readonly string[]): string[] => {
  const canonical = (value: string): string => canonicalIdentity({ kind: 'phone', value }).value;
  return phones.filter((phone) => number === null || canonical(phone) !== canonical(number));
};

const ExtraInfo = z.object({ id: f.id.optional(), name: f.text(limits.name.max), value: f.text(500) });
/** A value of one of the company's fields; as a change, '' removes it. */
const FieldValue = z.object({ fieldId: f.id, value: z.string() });
const FieldValues = z
  .array(FieldValue.extend({ value: z.string().refine(f.storable, 'Invalid text') }))
  .max(limits.contactFields);
const stored = z.object({
  contactId: f.id,
  name: personal(z.string(), 'contactId'),
  number: personal(z.string(), 'contactId'),
  email: personal(z.string().nullable(), 'contactId'),
  extraInfo: personal(z.array(z.object({ id: f.id, name: z.string(), value: z.string() })), 'contactId'),
  channel: z.string(),
});

/**
 * Streams `contact-{contactId}`, and `identity-{hmac}`, in which an identity is claimed for a contact. A claim is valid while the contact's
 * own events name the identity: as its number, or by `ContactIdentified`.
 */
export const contactEvents = {
  ContactCreated: event('ContactCreated', stored),
  ContactChanged: event('ContactChanged', stored.omit({ channel: true }).partial().extend({ contactId: f.id })),
  /** Values of the company's fields that changed; '' is none any more. */
  ContactFieldsChanged: event(
    'ContactFieldsChanged',
    z.object({ contactId: f.id, fields: personal(z.array(FieldValue), 'contactId') }),
  ),
  /** A further identity by which a channel knows the contact, beside its number. */
  ContactIdentified: event(
    'ContactIdentified',
    z.object({ contactId: f.id, kind: IdentityKind, value: personal(z.string(), 'contactId') }),
    2,
    [unchanged],
  ),
  /** `mediaId`: the file of the picture that the contact shows, null if there is none any more; `replaces`: that of the one before. */
  ContactPictureChanged: event(
    'ContactPictureChanged',
    z.object({ contactId: f.id, mediaId: f.id.nullable(), replaces: f.id.nullable() }),
  ),
  /**
   * The customer told the channel whether they want marketing messages, or wrote that they want no campaigns, or a user took that back;
   * `at`: when. The latest word counts.
   */
  ContactPreferenceTold: event('ContactPreferenceTold', z.object({ contactId: f.id, optedOut: z.boolean(), at: f.at })),
  /** Claims of this identity (the name of its stream) from before this event never become valid: another contact may have the identity. */
  ClaimClosed: event('ClaimClosed', z.object({ contactId: f.id, identity: z.string() })),
  IdentityClaimed: event('IdentityClaimed', z.object({ contactId: f.id })),
  IdentityReleased: event('IdentityReleased', z.object({ contactId: f.id })),
  /** The contact leaves lists and searches and names no identity any more; its closed tickets keep its name. */
  ContactDeleted: event('ContactDeleted', z.object({ contactId: f.id })),
  /**
   * The person is to be forgotten: nothing is written about this contact any more, and what was written about it is made unreadable. It comes
   * after `ContactDeleted`, or after `ContactMerged` if the contact that it was merged into is forgotten.
   */
  ContactForgotten: event('ContactForgotten', z.object({ contactId: f.id })),
  /**
   * In `merges-{companyId}`, one stream for a company, so that no two contacts are merged into each other: `contactId` is merged into `into`
   * (decision 13).
   */
  ContactMergeBegun: event('ContactMergeBegun', z.object({ contactId: f.id, into: f.id })),
  /** The contact leaves lists and searches; what concerns it concerns `into` from now on. */
  ContactMerged: event('ContactMerged', z.object({ contactId: f.id, into: f.id })),
  /** The contact has everything of `absorbed`: its identities, open tickets and history. */
  ContactAbsorbed: event('ContactAbsorbed', z.object({ contactId: f.id, absorbed: f.id })),
  /** Closes the contact stream of a claim whose contact was never created, so that another contact can take the claim. */
  Abandoned: event('Abandoned', z.object({})),
};
export type ContactFact = FactOf<typeof contactEvents>;

export const ContactView = z.object({
  id: f.id,
  uuid: f.id,
  companyId: f.id,
  name: z.string().nullable(),
  number: z.string().nullable(),
  /** Further phone numbers from which the contact writes; what is sent to the contact goes to `number`. */
  otherNumbers: z.array(z.string()),
  email: z.string().nullable(),
  profilePicUrl: z.string().nullable(),
  kind: z.string(),
  extraInfo: z.array(z.object({ id: f.id, name: z.string(), value: z.string() })),
  /** Values of the company's fields, in the form in which they are stored (`readContactValue`). */
  fields: z.array(FieldValue),
  /** Since when the customer wants no campaigns; null: nobody said so. */
  optedOutAt: f.at.nullable(),
  createdAt: f.at,
  updatedAt: f.at,
});
export type ContactView = z.output<typeof ContactView>;

/** The checks of a contact's form before it calls. */
export const contactForm = z.object({
  name: f.name,
  number: f.number,
  email: f.optionalEmail,
  extraInfo: z.array(ExtraInfo).max(limits.extraInfoMax).default([]),
  /** Values of the company's fields: those that are named. */
  fields: FieldValues.default([]),
});
/** A text that is no number is refused as such (ERR_WAPP_INVALID_CONTACT), also where it is too short or too long. */
const number = z.string({ error: 'Required' }).overwrite(visible).min(1, 'Required').refine(f.storable, 'Invalid text');
const body = contactForm.extend({ number });
const changes = z
  .object({
    name: f.name,
    number,
    email: f.optionalEmail,
    extraInfo: z.array(ExtraInfo).max(limits.extraInfoMax),
    fields: FieldValues,
  })
  .partial();
const list = z.object({ contacts: z.array(ContactView), ...f.counted.shape, hasMore: z.boolean() });
/** `lastTicketAt`: when the last ticket that the caller sees changed, in lists ordered by it; null if there is none. */
export const ContactListed = ContactView.extend({ lastTicketAt: f.at.nullish() });
export type ContactListed = z.output<typeof ContactListed>;
/** The fields by which pages of contacts can be ordered. */
export const contactOrders = ['name', 'lastTicket'] as const;

export const contactRoutes = {
  list: route({
    call: 'GET /contacts',
    may: 'signed-in',
    summary:
      'Contacts of the own company, found by name or number, ordered by name or by the last ticket that the caller sees; those without one are last. Pages by number, or by the `cursor` of the reply before. Of a search at most 1,000 are counted: `atLeast` where there may be more.',
    query: f.ordered(contactOrders).extend(f.after.shape),
    reply: list.extend({ contacts: z.array(ContactListed), cursor: z.string().nullable() }),
  }),
  listAll: route({
    call: 'GET /contacts/list',
    may: 'signed-in',
    summary: 'The first contacts of the own company by name, at most 1,000 at once; `count` is the number of all.',
    query: f.after.extend({ searchParam: f.search }),
    reply: list,
  }),
  exportAll: route({
    call: 'GET /contacts/exportAllContacts',
    may: 'signed-in',
    summary: 'All contacts of the own company with their numbers and e-mails, as a file for spreadsheets.',
    query: f.after,
    reply: z.string(),
    type: 'text/csv',
  }),
  show: route({
    call: 'GET /contacts/:id',
    may: 'signed-in',
    summary: 'One contact.',
    params: f.idParam,
    missing: 'ERR_NO_CONTACT_FOUND',
    query: f.after,
    reply: ContactView,
  }),
  create: route({
    call: 'POST /contacts',
    may: 'contacts:write',
    summary:
      'Creates a contact; its number is claimed once in the company. Where the default connection can tell, it is kept as the channel spells it, and one that is not there is refused.',
    body,
    refuses: [
      'ERR_WAPP_INVALID_CONTACT',
      'ERR_CHECK_NUMBER',
      'ERR_WAPP_CHECK_CONTACT',
      'ERR_DUPLICATED_CONTACT',
      'ERR_NO_CONTACT_FOUND',
    ],
    reply: ContactView,
    status: 201,
  }),
  change: route({
    call: 'PUT /contacts/:id',
    may: 'contacts:write',
    summary: 'Changes a contact; its number only who sees all its unfinished tickets, which show the change.',
    params: f.idParam,
    missing: 'ERR_NO_CONTACT_FOUND',
    body: changes,
    refuses: ['ERR_WAPP_INVALID_CONTACT', 'ERR_CHECK_NUMBER', 'ERR_WAPP_CHECK_CONTACT', 'ERR_DUPLICATED_CONTACT'],
    reply: ContactView,
  }),
  delete: route({
    call: 'DELETE /contacts/:id',
    may: 'contacts-page:deleteContact',
    summary: 'Deletes a contact without unfinished tickets; who writes from its number afterwards is a new contact.',
    params: f.idParam,
    missing: 'ERR_NO_CONTACT_FOUND',
    refuses: ['ERR_OTHER_OPEN_TICKET'],
    reply: z.null(),
  }),
  merge: route({
    call: 'POST /contacts/merge',
    may: 'contacts-page:deleteContact',
    summary: 'Merges a contact into another, who keeps its numbers, open tickets and history; both are reached by phone.',
    body: z.object({ keepId: f.id, mergeId: f.id }),
    refuses: ['ERR_NO_CONTACT_FOUND', 'ERR_CONTACTS_DIFFER'],
    reply: ContactView,
  }),
  endOptOut: route({
    call: 'DELETE /contacts/:id/opt-out',
    // Whoever sends campaigns answers for whom they go to.
    may: 'campaigns:write',
    summary: 'Takes back that a contact wants no campaigns, because they asked for it.',
    params: f.idParam,
    missing: 'ERR_NO_CONTACT_FOUND',
    reply: ContactView,
  }),
  listForwarded: route({
    call: 'GET /contacts/listForwardedContacts',
    may: 'signed-in',
    summary: 'Contacts of the own company to whom a message can be forwarded, by name or number.',
    query: f.page.extend(f.after.shape),
    reply: list,
  }),
};

export const contacts = manifest({
  name: 'contacts',
  events: contactEvents,
  routes: contactRoutes,
  pushes: {
    contact: ['create', 'update', 'delete'],
  },
  permissions: {
    'contacts:write': ['admin', 'supervisor', 'user'],
    'contacts-page:deleteContact': ['admin'],
  },
  errors: {
    ERR_NO_CONTACT_FOUND: { status: 404, message: 'Nenhum contato encontrado com este número.' },
    ERR_DUPLICATED_CONTACT: { status: 409, message: 'Já existe um contato com este número.' },
    ERR_CONTACTS_DIFFER: {
      status: 409,
      message: 'Só é possível unir dois contatos diferentes que recebem mensagens pelo número de telefone.',
    },
    ERR_CONTACT_MERGED: { status: 409, message: 'Este contato foi unido a outro. Abra um atendimento com o contato que ficou.' },
    ERR_CHECK_NUMBER: { status: 400, message: 'O número não existe ou não é um número de WhatsApp.' },
    ERR_WAPP_CHECK_CONTACT: { status: 502, message: 'Não foi possível verificar o contato. Verifique a página de conexões.' },
    ERR_WAPP_INVALID_CONTACT: { status: 400, message: 'Este não é um número de WhatsApp válido.' },
    ERR_IDENTITY_COLLISION: { status: 409, message: 'Não foi possível criar o atendimento para este contato.' },
  },
});
