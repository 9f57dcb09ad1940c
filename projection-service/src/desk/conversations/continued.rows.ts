import { conversationEvents } from '@prosa/contracts';
import { text, uuid } from '../../kernel/columns.ts';
import { defineRows } from '../../kernel/rows.ts';

const STREAM = 'conversation-';
const { ConversationContinued } = conversationEvents;

/** Conversations of merged contacts, by their keys: each one's messages are read before those of the conversation that continues it. */
export const continuedRows = defineRows({
  table: 'continued_conversation',
  version: 1,
  events: { ConversationContinued },
  columns: { id: text(), companyId: uuid(), continuedIn: text() },
  indexes: ['(company_id, continued_in)'],
  key: ({ meta }) => meta.stream.slice(STREAM.length),
  begins: {
    ConversationContinued: ({ data, meta }, id) => ({ id, companyId: meta.companyId, continuedIn: data.in }),
  },
  changes: {},
});
