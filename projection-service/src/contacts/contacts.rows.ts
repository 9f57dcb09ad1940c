import { type ContactView, contactEvents } from '@prosa/contracts';
import { json, nullable, text, time, uuid } from '../kernel/columns.ts';
import { orderOf } from '../kernel/order.ts';
import { searchable } from '../kernel/paging.ts';
import { defineRows } from '../kernel/rows.ts';

type Named = { name: string | null; number: string | null; email: string | null };

/** Contacts; `search` is what a typed text is looked for in. What was forgotten is null. */
export const contactRows = defineRows({
  table: 'contact',
  version: 4,
  events: contactEvents,
  columns: {
    id: uuid(),
    companyId: uuid(),
    name: nullable(text()),
    nameOrder: nullable(text()),
    number: nullable(text()),
    email: nullable(text()),
    extraInfo: json<ContactView['extraInfo']>(),
    channel: text(),
    search: text(),
    createdAt: time(),
    updatedAt: time(),
  },
  indexes: ['(company_id, name_order collate "C", name collate "C", id)', 'using gin (company_id, search gin_trgm_ops)'],
  ignores: ['ContactIdentified', 'ClaimClosed', 'IdentityClaimed', 'IdentityReleased', 'Abandoned'],
  key: ({ data }) => data.contactId,
  begins: {
    ContactCreated: ({ data: { contactId, extraInfo, ...contact }, meta }) => ({
      ...contact,
      id: contactId,
      companyId: meta.companyId,
      extraInfo: extraInfo ?? [],
      nameOrder: orderOf(contact.name),
      search: searchOf(contact),
      createdAt: meta.at,
      updatedAt: meta.at,
    }),
  },
  changes: {
    ContactChanged: (row, { data: { contactId: _, ...changed }, meta }) => {
      const after = { ...row, ...changed, extraInfo: changed.extraInfo ?? row.extraInfo, updatedAt: meta.at };
      return { ...after, nameOrder: orderOf(after.name), search: searchOf(after) };
    },
  },
});

const searchOf = ({ name, number, email }: Named): string =>
  searchable([name, ...spellingsOf(number), email].filter(Boolean).join(' '));

/** A number with and without the ninth digit of Brazilian mobiles, as one is stored and the other may be typed. */
const spellingsOf = (number: string | null): (string | null)[] => {
  const mobile = /^(55\d\d)(9?)([6-9]\d{7})$/.exec(number ?? '');
  if (!mobile) return [number];
  const [, area, ninth, rest] = mobile;
  return [number, `${area}${ninth ? '' : '9'}${rest}`];
};
