import { type CardView, decimalOf, FIRST_LANE, GREY, type LaneView, limits, TicketStatus, tags } from '@prosa/contracts';
import { z } from 'zod';
import { ticketRows } from '../../desk/conversations/tickets.rows.ts';
import { attendanceRows } from '../../insight/dashboard/attendance.rows.ts';
import { type Db, sql } from '../../kernel/db.ts';
import { userRows } from '../../people/users/users.rows.ts';
import { recordRows } from '../../records/record.rows.ts';
import { cardRows, laneTallies } from '../cards/cards.rows.ts';
import { contactRows } from '../contacts/contacts.rows.ts';
import { matchesContact } from '../contacts/contacts.search.ts';

type Fragment = ReturnType<typeof sql.fragment>;
const nothing = sql.fragment``;

const Card = z.object({
  id: z.string(),
  companyId: z.string(),
  tagId: z.string().nullable(),
  place: z.string(),
  name: z.string().nullable(),
  number: z.string().nullable(),
  pictureId: z.string().nullable(),
  userId: z.string().nullable(),
  userName: z.string().nullable(),
  ticketId: z.string().nullable(),
  protocol: z.string().nullable(),
  status: TicketStatus.nullable(),
  waitingSince: z.date().nullable(),
  observation: z.string().nullable(),
  description: z.string().nullable(),
  budgetedCents: z.number().nullable(),
  negotiatedCents: z.number().nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
  now: z.number(),
});

/** The unfinished ticket `t` of the contact of card `k`, or else the last one. */
const joinTicket = (db: Db): Fragment => sql.fragment`left join lateral (
    select t.id, t.protocol, t.status, t.user_id from ${db.table(ticketRows)} t
    where t.company_id = k.company_id and t.contact_id = k.id
    order by t.status = 'closed', t.opened_at desc limit 1
  ) t on true`;

/** Cards with what is joined to them. A customer whom nobody has served yet waits since the ticket began. */
export const cardRecords = async (db: Db, ids: readonly string[]): Promise<Map<string, CardView>> => {
  const rows = await db.many(sql.type(Card)`
    select k.id, k.company_id as "companyId", k.tag_id as "tagId", k.place::text as place, c.name, c.number, c.picture_id as "pictureId",
      t.user_id as "userId", u.name as "userName", t.id as "ticketId", t.protocol, t.status,
      case when t.status = 'pending' then case when a.served = 0 then a.opened_at else a.since end end as "waitingSince",
      k.observation, k.description, k.budgeted_cents as "budgetedCents", k.negotiated_cents as "negotiatedCents",
      k.added_at as "createdAt", k.updated_at as "updatedAt", extract(epoch from now())::float8 * 1000 as now
    from ${db.table(cardRows)} k
    left join ${db.table(contactRows)} c on c.id = k.id
    ${joinTicket(db)}
    left join ${db.table(attendanceRows)} a on a.id = t.id
    left join ${db.table(userRows)} u on u.id = t.user_id
    where k.company_id = ${db.companyId} and k.id = any(${sql.array(ids, 'uuid')})`);
  return new Map(rows.map((row) => [row.id, view(db, row)]));
};

const view = (db: Db, row: z.output<typeof Card>): CardView => {
  const { id, companyId, tagId, place, name, number, observation, description } = row;
  return {
    id,
    companyId,
    tagId,
    place,
    // Nothing of a forgotten person can be opened any more.
    contact: { id, name, number, profilePicUrl: name === null ? null : row.pictureId && db.mediaUrl(row.pictureId, row.now) },
    user: row.userId === null ? null : { id: row.userId, name: row.userName },
    ticket:
      row.ticketId === null || row.protocol === null || row.status === null
        ? null
        : {
            id: row.ticketId,
            protocol: row.protocol,
            status: row.status,
            waitingSince: row.waitingSince?.toISOString() ?? null,
          },
    observation,
    description,
    budgetedValue: row.budgetedCents === null ? null : decimalOf(row.budgetedCents),
    negotiatedValue: row.negotiatedCents === null ? null : decimalOf(row.negotiatedCents),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
};

const Lane = z.object({ tagId: z.string().nullable(), name: z.string().nullable(), color: z.string() });
/** The lanes of the board, the first one and then the others in the order of their creation. */
export const lanesOf = async (db: Db): Promise<z.output<typeof Lane>[]> => [
  { tagId: null, name: null, color: GREY },
  ...(await db.many(sql.type(Lane)`
    select r.id as "tagId", r.name, r.color from ${db.table(recordRows(tags))} r
    where r.company_id = ${db.companyId} and r.kanban = 1 and not r.deleted order by r.created_at, r.id`)),
];

type Filter = { searchParam: string; userIds?: readonly string[] | undefined; tagIds?: readonly string[] | undefined };
const Tally = z.object({
  tagId: z.string().nullable(),
  count: z.number(),
  budgeted: z.string().transform(Number),
  negotiated: z.string().transform(Number),
});

const isFiltered = ({ searchParam, userIds, tagIds }: Filter): boolean => searchParam !== '' || !!userIds || !!tagIds;

/** The cards `k` that a filter finds; without one, all. */
const cards = (db: Db, filter: Filter): Fragment => {
  const { searchParam, userIds, tagIds } = filter;
  const from = sql.fragment`from ${db.table(cardRows)} k`;
  const own = sql.fragment`where k.company_id = ${db.companyId}`;
  if (!isFiltered(filter)) return sql.fragment`${from} ${own}`;
  const users = userIds?.filter((id) => id !== 'none') ?? [];
  const isTheirs = sql.fragment`(t.user_id = any(${sql.array(users, 'uuid')})${
    userIds?.includes('none') ? sql.fragment` or t.user_id is null` : nothing
  })`;
  const labels = tagIds?.filter((id) => id !== 'none') ?? [];
  return sql.fragment`${from}
    ${searchParam ? sql.fragment`join ${db.table(contactRows)} c on c.id = k.id and c.company_id = k.company_id` : nothing}
    ${userIds ? joinTicket(db) : nothing}
    ${own}
    ${searchParam ? sql.fragment`and ${matchesContact(searchParam)}` : nothing}
    ${userIds ? sql.fragment`and ${isTheirs}` : nothing}
    ${
      tagIds
        ? sql.fragment`and exists (select from ${db.table(ticketRows)} g
            where g.company_id = k.company_id and g.contact_id = k.id and g.tag_ids && ${sql.array(labels, 'uuid')})`
        : nothing
    }`;
};

/** The number and the sums of each lane's cards: without a filter they are counted already. */
const tallies = async (db: Db, filter: Filter): Promise<Map<string | null, z.output<typeof Tally>>> => {
  const rows = await db.many(
    isFiltered(filter)
      ? sql.type(Tally)`select k.tag_id as "tagId", count(*)::int as count, coalesce(sum(k.budgeted_cents), 0)::text as budgeted,
          coalesce(sum(k.negotiated_cents), 0)::text as negotiated ${cards(db, filter)} group by k.tag_id`
      : sql.type(Tally)`select n.tag_id as "tagId", n.count, n.budgeted::text as budgeted, n.negotiated::text as negotiated
          from ${db.table(laneTallies)} n where n.company_id = ${db.companyId}`,
  );
  return new Map(rows.map((row) => [row.tagId, row]));
};

const Place = z.object({ id: z.string(), place: z.string() });
/** The cards of a lane that follow a place, one more than a page has. */
const idsIn = (db: Db, filter: Filter, tagId: string | null, cursor: string | undefined) =>
  db.many(sql.type(Place)`
    select k.id, k.place::text as place ${cards(db, filter)}
      and ${tagId === null ? sql.fragment`k.tag_id is null` : sql.fragment`k.tag_id = ${tagId}`}
      ${cursor === undefined ? nothing : sql.fragment`and k.place < ${cursor}::bigint`}
    order by k.place desc limit ${limits.laneCards + 1}`);

/** The lanes with their first cards, or one of them with its next ones. */
export const board = async (
  db: Db,
  { tagId: asked, cursor, ...filter }: Filter & { tagId?: string | undefined; cursor?: string | undefined },
): Promise<{ cards: CardView[]; lanes: LaneView[] }> => {
  const all = await lanesOf(db);
  const wanted = asked === undefined ? all : all.filter(({ tagId }) => (tagId ?? FIRST_LANE) === asked);
  const sums = await tallies(db, filter);
  const ids: string[] = [];
  const lanes: LaneView[] = [];
  for (const lane of wanted) {
    const { count = 0, budgeted = 0, negotiated = 0 } = sums.get(lane.tagId) ?? {};
    const found = count === 0 ? [] : await idsIn(db, filter, lane.tagId, asked === undefined ? undefined : cursor);
    const page = found.slice(0, limits.laneCards);
    ids.push(...page.map(({ id }) => id));
    const more = found.length > page.length ? page.at(-1)!.place : null;
    lanes.push({ ...lane, count, budgetedValue: decimalOf(budgeted), negotiatedValue: decimalOf(negotiated), cursor: more });
  }
  const records = await cardRecords(db, ids);
  return { cards: ids.flatMap((id) => records.get(id) ?? []), lanes };
};
