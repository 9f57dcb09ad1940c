import { conversationEvents as c, isSample, type TicketStatus } from '@prosa/contracts';
import { integer, nullable, text, time, uuid } from '../../kernel/columns.ts';
import { defineRows } from '../../kernel/rows.ts';

/**
 * How a ticket was attended: how long it waited, how long it was served, by whom and with which rating. It is of the user who served it
 * last, whoever closed it. A deleted ticket was never there, and the test customer has none.
 */
export const attendanceRows = defineRows({
  table: 'attendance',
  version: 1,
  events: {
    TicketOpened: c.TicketOpened,
    TicketAccepted: c.TicketAccepted,
    TicketReturned: c.TicketReturned,
    TicketTransferred: c.TicketTransferred,
    TicketClosed: c.TicketClosed,
    TicketReopened: c.TicketReopened,
    ClosingUndone: c.ClosingUndone,
    RatingGiven: c.RatingGiven,
    TicketDeleted: c.TicketDeleted,
  },
  columns: {
    id: uuid(),
    companyId: uuid(),
    status: text<TicketStatus>(),
    userId: nullable(uuid()),
    openedAt: time(),
    /** Since when it has this status. */
    since: time(),
    /** Seconds in earlier statuses: pending, and open. */
    waited: integer(),
    served: integer(),
    /** When its wait ended; null while it waits, and if it never did. */
    acceptedAt: nullable(time()),
    /** Null again after a reopening. */
    closedAt: nullable(time()),
    rating: nullable(integer()),
  },
  mayEnd: true,
  key: ({ data }) => data.ticketId,
  begins: {
    TicketOpened: ({ data: { ticketId, status, userId, channel }, meta: { companyId, at } }) =>
      isSample({ channel })
        ? null
        : {
            id: ticketId,
            companyId,
            status,
            userId,
            openedAt: at,
            since: at,
            waited: 0,
            served: 0,
            acceptedAt: null,
            closedAt: null,
            rating: null,
          },
  },
  changes: {
    TicketAccepted: (row, { data, meta }) => moved(row, 'open', data.userId, meta.at),
    TicketReturned: (row, { meta }) => moved(row, 'pending', null, meta.at),
    TicketTransferred: (row, { data: { userId }, meta }) => moved(row, userId ? 'open' : 'pending', userId, meta.at),
    TicketClosed: (row, { meta }) => ({ ...moved(row, 'closed', row.userId, meta.at), closedAt: meta.at }),
    TicketReopened: (row, { data, meta }) => ({ ...moved(row, 'open', data.userId, meta.at), closedAt: null }),
    ClosingUndone: (row, { data, meta }) => ({ ...moved(row, 'open', data.userId, meta.at), closedAt: null }),
    RatingGiven: (row, { data }) => ({ ...row, rating: data.rating }),
    TicketDeleted: () => null,
  },
});
export type AttendanceRow = NonNullable<ReturnType<typeof attendanceRows.fold>>;

type Times = {
  status: TicketStatus;
  userId: string | null;
  since: Date;
  waited: number;
  served: number;
  acceptedAt: Date | null;
};

/** The row with another status from `at` on: the seconds since its last change go to what it did until now. */
const moved = <Row extends Times>(row: Row, status: TicketStatus, userId: string | null, at: Date): Row => {
  // The clocks of two processes may differ a little.
  const seconds = Math.max(0, Math.floor((at.getTime() - row.since.getTime()) / 1_000));
  const was = row.status;
  const hasWaited = was === 'pending' && status === 'open';
  return {
    ...row,
    status,
    userId,
    since: at,
    waited: row.waited + (was === 'pending' ? seconds : 0),
    served: row.served + (was === 'open' ? seconds : 0),
    acceptedAt: hasWaited ? at : status === 'pending' ? null : row.acceptedAt,
  };
};
