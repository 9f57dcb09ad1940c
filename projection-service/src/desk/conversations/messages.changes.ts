import { conversationEvents, type Meta } from '@prosa/contracts';
import { nullable, position, text, uuid } from '../../kernel/columns.ts';
import { defineRows } from '../../kernel/rows.ts';
import { conversationOf } from './forgotten.ts';

const said = ({ ticketId, messageId }: { ticketId: string; messageId: string }, words: string | null, meta: Meta) => ({
  position: meta.position,
  ...conversationOf(meta),
  ticketId,
  messageId,
  words,
});

const { MessageEdited, MessageReacted } = conversationEvents;

/**
 * The words of customers' changes to messages: the text of an edit, the emoji of a reaction. The message row has the latest, this history
 * all of them. Null if forgotten.
 */
export const messageChanges = defineRows({
  table: 'message_change',
  version: 3,
  events: { MessageEdited, MessageReacted },
  columns: {
    position: position(),
    companyId: uuid(),
    conversation: text(),
    ticketId: uuid(),
    messageId: uuid(),
    words: nullable(text()),
  },
  id: 'position',
  indexes: ['(ticket_id, position)', '(company_id, conversation)'],
  key: ({ meta }) => String(meta.position),
  begins: {
    MessageEdited: ({ data, meta }) => said(data, data.body, meta),
    MessageReacted: ({ data, meta }) => said(data, data.emoji, meta),
  },
  changes: {},
  sweeps: { ConversationForgotten: ({ meta }) => ({ where: conversationOf(meta), set: { words: null } }) },
});
