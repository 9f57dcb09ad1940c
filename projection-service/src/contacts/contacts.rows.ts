import { type ContactView, contactEvents } from '@prosa/contracts';
import { json, nullable, text, time, uuid } from '../kernel/columns.ts';
import { searchable } from '../kernel/paging.ts';
import { defineRows } from '../kernel/rows.ts';

type Named = { name: string | null; number: string | null; email: string | null };

/** Contacts; `search` is what a typed text is looked for in. What was forgotten is null. */
export const contactRows = defineRows({
  table: 'contact',
  version: 2,
  events: contactEvents,
  columns: {
    id: uuid(),
    companyId: uuid(),
    name: nullable(text()),
    number: nullable(text()),
    email: nullable(text()),
    extraInfo: json<ContactView['extraInfo']>(),
    channel: text(),
    search: text(),
    createdAt: time(),
    updatedAt: time(),
  },
  indexes: ['(company_id, name, id)', 'using gin (search gin_trgm_ops)'],
  ignores: ['ContactIdentified', 'ClaimClosed', 'IdentityClaimed', 'IdentityReleased', 'Abandoned'],
  key: ({ data }) => data.contactId,
  begins: {
    ContactCreated: ({ data: { contactId, extraInfo, ...contact }, meta }) => ({
      ...contact,
      id: contactId,
      companyId: meta.companyId,
      extraInfo: extraInfo ?? [],
      search: searchOf(contact),
      createdAt: meta.at,
      updatedAt: meta.at,
    }),
  },
  changes: {
    ContactChanged: (row, { data: { contactId: _, ...changed }, meta }) => {
      const after = { ...row, ...changed, extraInfo: changed.extraInfo ?? row.extraInfo, updatedAt: meta.at };
      return { ...after, search: searchOf(after) };
    },
  },
});

const searchOf = ({ name, number, email }: Named): string => searchable([name, number, email].filter(Boolean).join(' '));
