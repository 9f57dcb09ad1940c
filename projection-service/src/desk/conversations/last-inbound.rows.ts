import { conversationEvents } from '@prosa/contracts';
import { text, time, uuid } from '../../kernel/columns.ts';
import { sql } from '../../kernel/db.ts';
import { defineRows } from '../../kernel/rows.ts';
import { writtenAt } from './messages.rows.ts';

const STREAM = 'conversation-';
const { MessageReceived, RatingGiven, RatingCommented } = conversationEvents;

/**
 * When the customer of a conversation wrote last, by the channel's time, by the conversation's key: some channels let one answer only for
 * some hours. As in the rules, a clock that is ahead does not count, nor does a message that comes late.
 */
export const lastInboundRows = defineRows({
  table: 'heard_conversation',
  version: 1,
  events: { MessageReceived, RatingGiven, RatingCommented },
  columns: { id: text(), companyId: uuid(), customerAt: time() },
  key: ({ meta }) => meta.stream.slice(STREAM.length),
  begins: {
    MessageReceived: ({ data, meta }, id) => ({ id, companyId: meta.companyId, customerAt: writtenAt(data.sentAt, meta) }),
    RatingGiven: ({ data, meta }, id) => ({ id, companyId: meta.companyId, customerAt: writtenAt(data.sentAt, meta) }),
    RatingCommented: ({ data, meta }, id) => ({ id, companyId: meta.companyId, customerAt: writtenAt(data.sentAt, meta) }),
  },
  changes: {
    MessageReceived: (row, { data, meta }) => later(row, writtenAt(data.sentAt, meta)),
    RatingGiven: (row, { data, meta }) => later(row, writtenAt(data.sentAt, meta)),
    RatingCommented: (row, { data, meta }) => later(row, writtenAt(data.sentAt, meta)),
  },
});

const later = <Row extends { customerAt: Date }>(row: Row, customerAt: Date): Row =>
  customerAt > row.customerAt ? { ...row, customerAt } : row;

/** The key of a ticket's conversation, which is part of its id (decision 1). */
export const keyOfTicket = sql.fragment`substr(replace(t.id::text, '-', ''), 1, 12) || substr(replace(t.id::text, '-', ''), 14, 3)`;
