import { fields, limits, type RatingComment, type RatingFigures, type RatingGroup, type RatingRow } from '@prosa/contracts';
import { z } from 'zod';
import { contactRows } from '../../contacts/contacts/contacts.rows.ts';
import { messageRows } from '../../desk/conversations/messages.rows.ts';
import { ticketRows } from '../../desk/conversations/tickets.rows.ts';
import { queueRows } from '../../flows/queues/queues.rows.ts';
import { type Db, sql } from '../../kernel/db.ts';
import { readCursor, writeCursor } from '../../kernel/keyset.ts';
import { byText } from '../../kernel/order.ts';
import { userRows } from '../../people/users/users.rows.ts';
import { inMonths, limitsOf, type Period, periodOf, within } from '../dashboard/period.ts';
import { ratingRows, ratingTally } from './ratings.rows.ts';

type Days = { dateStart?: string | undefined; dateEnd?: string | undefined };
type Of = { queueId?: string | undefined; userId?: string | undefined };
export type AskedComments = Of & { mark?: number | undefined; cursor?: string | undefined };

/** The period of a filter: without any day, all of the company's time. */
export const ratingPeriod = (db: Db, { dateStart, dateEnd }: Days): Promise<Period> =>
  periodOf(db, limitsOf({ date_from: dateStart, date_to: dateEnd }));

/** The rows of a table or tally `t` that are of the company, and of one queue or user if the filter names them. */
const rowsOf = (db: Db, { queueId, userId }: Of) => {
  const ofQueue = queueId === undefined ? sql.fragment`` : sql.fragment`and t.queue_id = ${queueId}`;
  const ofUser = userId === undefined ? sql.fragment`` : sql.fragment`and t.user_id = ${userId}`;
  return sql.fragment`t.company_id = ${db.companyId} ${ofQueue} ${ofUser}`;
};

const Counted = z.object({
  id: z.string().nullable(),
  name: z.string().nullable(),
  color: z.string().nullable(),
  pictureId: z.string().nullable(),
  now: z.number(),
  asked: z.number(),
  ones: z.number(),
  twos: z.number(),
  threes: z.number(),
});
type Marks = Pick<z.output<typeof Counted>, 'asked' | 'ones' | 'twos' | 'threes'>;

const sums = sql.fragment`sum(t.count)::int as asked, sum(t.ones)::int as ones, sum(t.twos)::int as twos, sum(t.threes)::int as threes`;
const now = sql.fragment`extract(epoch from now())::float8 * 1000 as now`;

/** The best average first, and of equal ones that of the most ratings. */
const bestFirst = sql.fragment`
  (c.ones + 2 * c.twos + 3 * c.threes)::float8 / nullif(c.ones + c.twos + c.threes, 0) desc nulls last, c.ones + c.twos + c.threes desc`;

const tallied = (db: Db, of: Of) => sql.fragment`select t.* from ${db.table(ratingTally)} t where ${rowsOf(db, of)}`;
const counted = (db: Db, period: Period, of: Of, by: RatingGroup) => {
  const tally = tallied(db, of);
  if (by === 'day')
    return db.many(sql.type(Counted)`
      select to_char(t.start at time zone ${period.zone}, 'YYYY-MM-DD') as id, null as name, null as color, null as "pictureId", ${now}, ${sums}
      from (${tally} and t.span = 'quarter' and ${within(period)}) t group by 1 order by 1`);
  const column = sql.identifier([by === 'queue' ? 'queue_id' : 'user_id']);
  const groups = sql.fragment`(select t.${column} as id, ${sums} from ${inMonths(tally, period)} t group by 1) c`;
  if (by === 'queue')
    return db.many(sql.type(Counted)`
      select c.*, q.name, q.color, null as "pictureId", ${now} from ${groups} left join ${db.table(queueRows)} q on q.id = c.id
      order by ${bestFirst}, ${byText('name', 'q')}, c.id`);
  return db.many(sql.type(Counted)`
    select c.*, u.name, null as color, u.picture_id as "pictureId", ${now} from ${groups} left join ${db.table(userRows)} u on u.id = c.id
    order by ${bestFirst}, ${byText('name', 'u')}, c.id`);
};

const figuresOf = ({ asked, ones, twos, threes }: Marks): RatingFigures => {
  const rated = ones + twos + threes;
  const average = rated === 0 ? null : Math.round(((ones + 2 * twos + 3 * threes) / rated) * 100) / 100;
  return { asked, rated, ones, twos, threes, average };
};

/** The figures of a period by group, and their sum. A group without a request is not there. */
export const ratingsOf = async (
  db: Db,
  period: Period,
  of: Of,
  by: RatingGroup,
): Promise<{ rows: RatingRow[]; total: RatingFigures }> => {
  const found = await counted(db, period, of, by);
  const sum = (name: keyof Marks): number => found.reduce((all, row) => all + row[name], 0);
  const total = figuresOf({ asked: sum('asked'), ones: sum('ones'), twos: sum('twos'), threes: sum('threes') });
  const rows = found.map(({ id, name, color, pictureId, now: at, ...marks }) => {
    const profilePicUrl = pictureId && db.mediaUrl(pictureId, at);
    return { id, name, color, profilePicUrl, ...figuresOf(marks) };
  });
  return { rows, total };
};

const Amounts = z.object({ total: z.number(), unsatisfied: z.number() });
/** How many comments there are, and how many of customers who gave the lowest mark. */
export const commentAmounts = (db: Db, period: Period, of: Of) =>
  db.one(sql.type(Amounts)`
    select coalesce(sum(t.comments), 0)::int as total, coalesce(sum(t.unsatisfied), 0)::int as unsatisfied
    from ${inMonths(tallied(db, of), period)} t`);

/** A comment comes at most so much later than it was asked for. */
const LATEST = `${limits.ratingMs + 2 * limits.ratingCommentMs} milliseconds`;
/** The comments `t` on ratings that were asked for in the period. The time at which they were written, which orders them, bounds the search. */
const commented = (db: Db, { from, to }: Period, of: Of) => sql.fragment`
  ${rowsOf(db, of)} and t.comment_id is not null and t.asked_at >= ${from}::timestamptz and t.asked_at < ${to}::timestamptz
  and t.commented_at >= ${from}::timestamptz and t.commented_at < ${to}::timestamptz + ${LATEST}::interval`;

const Cursor = z.tuple([fields.at, fields.id]);
const Comment = z.object({
  ticketId: z.string(),
  messageId: z.string(),
  at: z.date(),
  mark: z.number(),
  comment: z.string().nullable(),
  contactName: z.string().nullable(),
  queueName: z.string().nullable(),
  color: z.string().nullable(),
  attendant: z.string().nullable(),
});

/** A page of comments, the newest first. */
export const commentsOf = async (
  db: Db,
  period: Period,
  { mark, cursor, ...of }: AskedComments,
  size: number,
): Promise<{ rows: RatingComment[]; cursor: string | null }> => {
  const [at, id] = cursor === undefined ? [null, null] : readCursor(Cursor, cursor);
  const after = at === null ? sql.fragment`` : sql.fragment`and (t.commented_at, t.id) < (${at}::timestamptz, ${id}::uuid)`;
  const ofMark = mark === undefined ? sql.fragment`` : sql.fragment`and t.rating = ${mark}`;
  const found = await db.many(sql.type(Comment)`
    select r.id as "ticketId", r.comment_id as "messageId", r.commented_at as at, r.rating as mark, case when m.is_deleted then null else m.body end as comment,
      c.name as "contactName", q.name as "queueName", q.color, u.name as attendant
    from (
      select t.* from ${db.table(ratingRows)} t where ${commented(db, period, of)} ${ofMark} ${after}
      order by t.commented_at desc, t.id desc limit ${size + 1}
    ) r
      left join ${db.table(messageRows)} m on m.id = r.comment_id
      left join ${db.table(ticketRows)} k on k.id = r.id
      left join ${db.table(contactRows)} c on c.id = k.contact_id
      left join ${db.table(queueRows)} q on q.id = r.queue_id
      left join ${db.table(userRows)} u on u.id = r.user_id
    order by r.commented_at desc, r.id desc`);
  const page = found.slice(0, size);
  const last = page.at(-1);
  return {
    rows: page.map(({ at: came, ...row }) => ({ ...row, at: came.toISOString() })),
    cursor: found.length > size && last ? writeCursor([last.at.toISOString(), last.ticketId]) : null,
  };
};
