import { fields, type TicketSort } from '@prosa/contracts';
import { z } from 'zod';
import { sql } from '../../kernel/db.ts';

type Fragment = ReturnType<typeof sql.fragment>;

/** An order of `GET /tickets`, and that of snoozed tickets: who comes back first. */
export type TicketOrder = TicketSort | 'returning';

/** What orders tickets, and continues a list after its last one. */
export const OrderedTicket = z.object({
  id: z.string(),
  updatedAt: z.date(),
  waitingSince: z.date().nullable(),
  snoozedUntil: z.date().nullable(),
});
export type OrderedTicket = z.output<typeof OrderedTicket>;

/** Where a list goes on: the key of the last ticket before, in the list's order. */
export const ticketCursors = {
  newest: z.tuple([fields.at, fields.id]),
  oldest: z.tuple([fields.at, fields.id]),
  waiting: z.tuple([fields.at, fields.id, fields.at.nullable()]),
  returning: z.tuple([fields.at, fields.id]),
};
/** Of snoozed ones, the time is that of their return. */
export type TicketCursor = readonly [updatedAt: string, id: string, ...waitingSince: (string | null)[]];

/** Returns the key of a ticket in an order. */
export const cursorAt = (sort: TicketOrder, { updatedAt, id, waitingSince, snoozedUntil }: OrderedTicket): TicketCursor => {
  if (sort === 'waiting') return [updatedAt.toISOString(), id, waitingSince?.toISOString() ?? null];
  return [(sort === 'returning' ? snoozedUntil! : updatedAt).toISOString(), id];
};

/** The columns of `OrderedTicket` in the table `t`. */
export const orderedColumns = sql.fragment`t.id, t.updated_at as "updatedAt", t.waiting_since as "waitingSince",
  t.snoozed_until as "snoozedUntil"`;

/** Since when a ticket waits, for its place in the order: never is after all times. */
export const waitingOf = (column: Fragment): Fragment =>
  sql.fragment`case when ${column} is null then 'infinity'::timestamptz else ${column} end`;

/** The order of the table `t`. */
export const orderOf = (sort: TicketOrder): Fragment => {
  if (sort === 'returning') return sql.fragment`order by t.snoozed_until, t.id`;
  if (sort === 'newest') return sql.fragment`order by t.updated_at desc, t.id desc`;
  if (sort === 'oldest') return sql.fragment`order by t.updated_at, t.id`;
  return sql.fragment`order by ${waitingOf(sql.fragment`t.waiting_since`)}, t.updated_at, t.id`;
};

/** The same of a query's `orderedColumns`. */
export const orderOfFound = (sort: TicketOrder): Fragment => {
  if (sort === 'returning') return sql.fragment`order by "snoozedUntil", id`;
  if (sort === 'newest') return sql.fragment`order by "updatedAt" desc, id desc`;
  if (sort === 'oldest') return sql.fragment`order by "updatedAt", id`;
  return sql.fragment`order by ${waitingOf(sql.fragment`"waitingSince"`)}, "updatedAt", id`;
};

/** Those of the table `t` that follow a ticket; null: all. */
export const afterTicket = (sort: TicketOrder, from: TicketCursor | null): Fragment | null => {
  if (from === null) return null;
  const [updatedAt, id, waitingSince] = from;
  if (sort === 'returning') return sql.fragment`(t.snoozed_until, t.id) > (${updatedAt}::timestamptz, ${id}::uuid)`;
  if (sort === 'newest') return sql.fragment`(t.updated_at, t.id) < (${updatedAt}::timestamptz, ${id}::uuid)`;
  if (sort === 'oldest') return sql.fragment`(t.updated_at, t.id) > (${updatedAt}::timestamptz, ${id}::uuid)`;
  return sql.fragment`(${waitingOf(sql.fragment`t.waiting_since`)}, t.updated_at, t.id)
    > (${waitingSince ?? 'infinity'}::timestamptz, ${updatedAt}::timestamptz, ${id}::uuid)`;
};
