import { conversationEvents } from '@prosa/contracts';
import { time, uuid } from '../../kernel/columns.ts';
import { defineRows } from '../../kernel/rows.ts';

/** The remains of deleted tickets, so that their history stays readable, and who deleted them. */
export const deletedTicketRows = defineRows({
  table: 'deleted_ticket',
  version: 1,
  events: { TicketDeleted: conversationEvents.TicketDeleted },
  columns: { id: uuid(), companyId: uuid(), contactId: uuid(), userId: uuid(), deletedAt: time() },
  key: ({ data }) => data.ticketId,
  begins: {
    TicketDeleted: ({ data: { ticketId, contactId, userId }, meta }) => ({
      id: ticketId,
      companyId: meta.companyId,
      contactId,
      userId,
      deletedAt: meta.at,
    }),
  },
  changes: {},
});
