import { conversationEvents as c, isSample } from '@prosa/contracts';
import { writtenAt } from '../../desk/conversations/messages.rows.ts';
import { integer, nullable, text, time, uuid } from '../../kernel/columns.ts';
import { defineCounter } from '../../kernel/counter.ts';
import { defineRows } from '../../kernel/rows.ts';
import { type Span, startOf } from '../dashboard/spans.ts';

/**
 * What a ticket's customer was asked and answered: a row for each ticket but the test customer's, with one rating, the last. It is of the user and the queue that the
 * ticket had when it was closed with the request, whoever has it later. The words of the comment are in the row of its message.
 */
export const ratingRows = defineRows({
  table: 'ticket_rating',
  version: 1,
  events: {
    TicketOpened: c.TicketOpened,
    TicketQueued: c.TicketQueued,
    TicketAccepted: c.TicketAccepted,
    TicketTransferred: c.TicketTransferred,
    TicketReopened: c.TicketReopened,
    TicketLeftQueue: c.TicketLeftQueue,
    TicketClosed: c.TicketClosed,
    RatingGiven: c.RatingGiven,
    RatingCommented: c.RatingCommented,
    TicketDeleted: c.TicketDeleted,
  },
  columns: {
    id: uuid(),
    companyId: uuid(),
    /** The queue that it is in, and who serves it or served it last. */
    inQueueId: nullable(uuid()),
    ofUserId: nullable(uuid()),
    /** When the rating was asked for, in which queue, after whose service; null: it was not. */
    askedAt: nullable(time()),
    queueId: nullable(uuid()),
    userId: nullable(uuid()),
    /** When it was asked for again after one was given, without an answer yet. */
    againAt: nullable(time()),
    rating: nullable(integer()),
    /** The message that comments on it, and when the customer wrote that: never before they were asked, whatever the channel's clock says. */
    commentId: nullable(uuid()),
    commentedAt: nullable(time()),
  },
  indexes: ['(company_id, commented_at desc, id desc) where comment_id is not null'],
  mayEnd: true,
  key: ({ data }) => data.ticketId,
  begins: {
    TicketOpened: ({ data: { ticketId, queueId, userId, channel }, meta: { companyId } }) =>
      isSample({ channel })
        ? null
        : {
            id: ticketId,
            companyId,
            inQueueId: queueId,
            ofUserId: userId,
            askedAt: null,
            queueId: null,
            userId: null,
            againAt: null,
            rating: null,
            commentId: null,
            commentedAt: null,
          },
  },
  changes: {
    TicketQueued: (row, { data }) => ({ ...row, inQueueId: data.queueId }),
    TicketAccepted: (row, { data }) => ({ ...row, ofUserId: data.userId }),
    TicketTransferred: (row, { data: { queueId, userId } }) => ({ ...row, inQueueId: queueId, ofUserId: userId ?? row.ofUserId }),
    TicketReopened: (row, { data: { queueId, userId } }) => ({ ...row, inQueueId: queueId, ofUserId: userId }),
    TicketLeftQueue: (row) => (row.inQueueId === null ? row : { ...row, inQueueId: null }),
    TicketClosed: (row, { data, meta }) => {
      if (!data.ratingAsked) return row;
      // What was given stays until it is given anew.
      return row.rating === null ? asked(row, meta.at) : { ...row, againAt: meta.at };
    },
    RatingGiven: (row, { data: { rating }, meta }) => {
      const at = row.askedAt === null ? meta.at : row.againAt;
      return { ...(at === null ? row : asked(row, at)), rating, commentId: null, commentedAt: null };
    },
    RatingCommented: (row, { data, meta }) => ({
      ...row,
      commentId: data.messageId,
      commentedAt: new Date(Math.max(writtenAt(data.sentAt, meta).getTime(), row.askedAt?.getTime() ?? 0)),
    }),
    TicketDeleted: () => null,
  },
});

type Own = { inQueueId: string | null; ofUserId: string | null; askedAt: Date | null; againAt: Date | null };
const asked = <Row extends Own>(row: Row, at: Date): Row => ({
  ...row,
  askedAt: at,
  againAt: null,
  queueId: row.inQueueId,
  userId: row.ofUserId,
});

const spans: readonly Span[] = ['quarter', 'day', 'month'];

/**
 * Requests for a rating, the marks, and the comments (of them, of those who gave the lowest mark), by queue, user and the time of the request:
 * as in the tally of tickets, whole UTC days and months stand for the quarters of an hour in them.
 */
export const ratingTally = defineCounter({
  table: 'rating_tally',
  version: 1,
  of: ratingRows,
  columns: { span: text<Span>(), start: time(), queueId: nullable(uuid()), userId: nullable(uuid()) },
  sums: ['ones', 'twos', 'threes', 'comments', 'unsatisfied'],
  indexes: ['(company_id, span, start)'],
  group: ({ askedAt, queueId, userId, rating, commentId }) => {
    if (askedAt === null) return null;
    const marks = { ones: rating === 1 ? 1 : 0, twos: rating === 2 ? 1 : 0, threes: rating === 3 ? 1 : 0 };
    const comments = commentId === null ? 0 : 1;
    const words = { comments, unsatisfied: marks.ones * comments };
    return spans.map((span) => ({ span, start: startOf(span, askedAt), queueId, userId, ...marks, ...words }));
  },
});
