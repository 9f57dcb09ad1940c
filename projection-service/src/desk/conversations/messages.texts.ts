import { type Content, conversationEvents, type Meta, wordsOf } from '@prosa/contracts';
import { nullable, position, text, time, uuid } from '../../kernel/columns.ts';
import { searchable } from '../../kernel/paging.ts';
import { defineRows } from '../../kernel/rows.ts';
import { conversationOf } from './forgotten.ts';
import { writtenAt } from './messages.rows.ts';

type Said = { messageId: string; ticketId: string | null } & Content;
const said = ({ messageId, ticketId, ...content }: Said, meta: Meta, createdAt = meta.at) => ({
  id: messageId,
  ...conversationOf(meta),
  ticketId,
  createdAt,
  position: meta.position,
  search: searchable(wordsOf(content)),
});

/**
 * The searchable text of messages. A separate table, because a message row changes with each ack, and each change would index its trigrams
 * again. Forgotten and deleted messages are not found.
 */
export const messageTexts = defineRows({
  table: 'message_text',
  version: 5,
  events: conversationEvents,
  columns: {
    id: uuid(),
    companyId: uuid(),
    conversation: text(),
    ticketId: nullable(uuid()),
    createdAt: time(),
    position: position(),
    search: text(),
  },
  indexes: [
    '(company_id, created_at desc, position desc)',
    '(company_id, conversation)',
    'using gin (company_id, search gin_trgm_ops)',
  ],
  // A mark, or a plain yes to a campaign, is not searched: what its customer changes there has no row.
  mayEnd: true,
  key: ({ data }) => data.messageId,
  begins: {
    MessageReceived: ({ data, meta }) => said(data, meta, writtenAt(data.sentAt, meta)),
    RatingCommented: ({ data, meta }) => said(data, meta, writtenAt(data.sentAt, meta)),
    MessageMirrored: ({ data, meta }) => said(data, meta, writtenAt(data.sentAt, meta)),
    MessageSent: ({ data, meta }) => said(data, meta),
    MessageObserved: ({ data, meta }) => said(data, meta),
    OutreachSent: ({ data, meta }) => said({ ...data, ticketId: data.lastTicketId }, meta),
  },
  changes: {
    MessageDeleted: (row) => ({ ...row, search: '' }),
    MessageEdited: (row, { data }) => ({ ...row, search: searchable(data.body ?? '') }),
    MessageFilled: (row, { data }) => ({ ...row, search: searchable(wordsOf(data)) }),
    MessageRevoked: (row) => ({ ...row, search: '' }),
    OutreachEdited: (row, { data }) => ({ ...row, search: searchable(data.body ?? '') }),
    OutreachRevoked: (row) => ({ ...row, search: '' }),
    OutreachDeleted: (row) => ({ ...row, search: '' }),
  },
  sweeps: { ConversationForgotten: ({ meta }) => ({ where: conversationOf(meta), set: { search: '' } }) },
});
