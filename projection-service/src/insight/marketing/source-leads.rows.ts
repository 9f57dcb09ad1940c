import { conversationEvents as c, conversationOf } from '@prosa/contracts';
import { text, time, uuid } from '../../kernel/columns.ts';
import { defineCounter } from '../../kernel/counter.ts';
import { defineRows } from '../../kernel/rows.ts';
import { type Span, startOf } from '../dashboard/spans.ts';

/** From which sources a contact came on a connection, each once, and when that was noticed. */
export const sourceLeadRows = defineRows({
  table: 'source_lead',
  version: 1,
  events: { LeadAttributed: c.LeadAttributed },
  columns: { id: text(), companyId: uuid(), socialMediaId: uuid(), contactId: uuid(), ticketId: uuid(), at: time() },
  indexes: ['(company_id, at desc, id desc)', '(company_id, social_media_id, at desc, id desc)', '(ticket_id)', '(contact_id)'],
  key: ({ data: { ticketId, socialMediaId } }) => `${conversationOf(ticketId) ?? ticketId} ${socialMediaId}`,
  begins: {
    LeadAttributed: ({ data: { socialMediaId, contactId, ticketId }, meta: { companyId, at } }, id) => ({
      id,
      companyId,
      socialMediaId,
      contactId,
      ticketId,
      at,
    }),
  },
  changes: {},
  sweeps: {
    TicketDeleted: ({ data }) => ({ where: { ticketId: (data as { ticketId: string }).ticketId }, delete: true }),
    ContactAbsorbed: ({ data }) => {
      const { contactId, absorbed } = data as { contactId: string; absorbed: string };
      return { where: { contactId: absorbed }, set: { contactId } };
    },
  },
});

const spans: readonly Span[] = ['quarter', 'day', 'month'];

/** The same by source and time: as in the tally of tickets, whole UTC days and months stand for the quarters of an hour in them. */
export const sourceLeadTally = defineCounter({
  table: 'source_lead_tally',
  version: 1,
  of: sourceLeadRows,
  columns: { span: text<Span>(), start: time(), socialMediaId: uuid() },
  indexes: ['(company_id, span, start)'],
  group: ({ at, socialMediaId }) => spans.map((span) => ({ span, start: startOf(span, at), socialMediaId })),
});
