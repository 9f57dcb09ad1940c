import { nullable, text, uuid } from '../../kernel/columns.ts';
import { defineCounter } from '../../kernel/counter.ts';
import { messageRows } from './messages.rows.ts';

/**
 * Number of messages by ticket; messages outside of tickets are counted with the ticket before them. Gives a conversation's total without
 * scanning it.
 */
export const messageCounts = defineCounter({
  table: 'message_count',
  version: 1,
  of: messageRows,
  columns: { conversation: text(), ticketId: nullable(uuid()), outreach: text<'yes' | 'no'>() },
  indexes: ['(company_id, conversation)'],
  group: ({ conversation, ticketId, outreach }) => ({ conversation, ticketId, outreach: outreach ? 'yes' : 'no' }),
});
