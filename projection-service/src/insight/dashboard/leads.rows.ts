import { conversationEvents as c, conversationOf, isSample } from '@prosa/contracts';
import { integer, text, time, uuid } from '../../kernel/columns.ts';
import { defineCounter } from '../../kernel/counter.ts';
import { defineRows } from '../../kernel/rows.ts';
import { type Span, startOf } from './spans.ts';

/** Since when a customer has had a ticket on a connection, as long as any of their tickets there is left; not the test customer. */
export const leadRows = defineRows({
  table: 'lead',
  version: 1,
  events: { TicketOpened: c.TicketOpened, TicketDeleted: c.TicketDeleted },
  columns: { id: text(), companyId: uuid(), tickets: integer(), firstAt: time() },
  mayEnd: true,
  key: ({ data }) => conversationOf(data.ticketId) ?? data.ticketId,
  begins: {
    TicketOpened: ({ data, meta: { companyId, at } }, id) => (isSample(data) ? null : { id, companyId, tickets: 1, firstAt: at }),
  },
  changes: {
    TicketOpened: (row) => ({ ...row, tickets: row.tickets + 1 }),
    TicketDeleted: (row) => (row.tickets > 1 ? { ...row, tickets: row.tickets - 1 } : null),
  },
});

const spans: readonly Span[] = ['quarter', 'day'];

/** Leads by the time of their first ticket: by quarters of an hour, and by the whole UTC days that stand for them (decision 29). */
export const leadTally = defineCounter({
  table: 'lead_tally',
  version: 2,
  of: leadRows,
  columns: { span: text<Span>(), start: time() },
  indexes: ['(company_id, span, start)'],
  group: ({ firstAt }) => spans.map((span) => ({ span, start: startOf(span, firstAt) })),
});
