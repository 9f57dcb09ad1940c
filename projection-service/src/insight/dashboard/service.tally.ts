import { nullable, text, time, uuid } from '../../kernel/columns.ts';
import { defineCounter } from '../../kernel/counter.ts';
import { type AttendanceRow, attendanceRows } from './attendance.rows.ts';
import { type Span, startOf } from './spans.ts';

/** Moments that are counted when they happen: the opening of tickets, the end of their wait, the end of their service. */
export type Kind = 'opened' | 'accepted' | 'finished';

/**
 * Tickets by kind, user and span of time (decision 29). A quarter of an hour is exact in every time zone; a whole UTC day stands for its 96
 * quarters, and a whole hour for its four, so that a long period reads few rows. `seconds`: how long they had waited or were served. `rated` and `stars`: the number and
 * the sum of their ratings.
 */
export const serviceTally = defineCounter({
  table: 'service_tally',
  version: 2,
  of: attendanceRows,
  columns: { kind: text<Kind>(), span: text<Span>(), start: time(), userId: nullable(uuid()) },
  sums: ['seconds', 'rated', 'stars'],
  indexes: ['(company_id, kind, span, start)'],
  group: (row) => [
    // Openings are shown by the hour of the day, which whole days would not tell.
    ...counted(row, 'opened', row.openedAt, ['quarter', 'hour']),
    ...(row.acceptedAt ? counted(row, 'accepted', row.acceptedAt, ['quarter', 'day']) : []),
    ...(row.closedAt ? counted(row, 'finished', row.closedAt, ['quarter', 'day']) : []),
  ],
});

const counted = ({ userId, waited, served, rating }: AttendanceRow, kind: Kind, at: Date, spans: readonly Span[]) =>
  spans.map((span) => ({
    kind,
    span,
    start: startOf(span, at),
    userId: kind === 'finished' ? userId : null,
    seconds: { opened: 0, accepted: waited, finished: served }[kind],
    rated: kind === 'finished' && rating !== null ? 1 : 0,
    stars: kind === 'finished' ? (rating ?? 0) : 0,
  }));
