import { companyRows } from '../companies/companies.rows.ts';
import { contactRows } from '../contacts/contacts.rows.ts';
import { type Db, sql } from '../kernel/db.ts';
import type { Asker } from '../kernel/feature.ts';
import { containing, searchable } from '../kernel/paging.ts';
import { seenBy, type TicketQuery } from './tickets.queries.ts';

const all = (...parts: (ReturnType<typeof sql.fragment> | '' | false | undefined)[]) =>
  sql.join(
    parts.filter((part) => part !== '' && part !== false && part !== undefined),
    sql.fragment` and `,
  );

/** The conditions of `GET /tickets` on the table named `t`. Days are those of the company's time zone, the end day included. */
export const conditionsOf = (db: Db, asker: Asker, query: TicketQuery) => {
  const { status, tags, users, queueIds, withUnreadMessages, searchParam, date, updatedAt, dateFrom, dateTo } = query;
  return sql.fragment`${all(
    seenBy(asker, query.showAll !== false),
    status && sql.fragment`t.status = ${status}`,
    tags && tags.length > 0 && sql.fragment`t.tag_ids @> ${sql.array(known(tags), 'uuid')}`,
    users && users.length > 0 && sql.fragment`t.user_id = any(${sql.array(known(users), 'uuid')})`,
    queueIds &&
      sql.fragment`(t.queue_id = any(${sql.array(known(queueIds), 'uuid')}) or (${queueIds.includes('none')} and t.queue_id is null))`,
    withUnreadMessages && sql.fragment`t.unread > 0`,
    date && within(db, 'created_at', date, date),
    updatedAt && within(db, 'updated_at', updatedAt, updatedAt),
    (dateFrom || dateTo) && within(db, 'created_at', dateFrom, dateTo),
    searchParam.trim() !== '' && matching(db, searchParam.trim()),
  )}`;
};

/** Whether the page's count can be had from the counters, without counting rows. */
export const isPlain = ({
  status,
  tags,
  users,
  date,
  updatedAt,
  dateFrom,
  dateTo,
  withUnreadMessages,
  searchParam,
  showAll,
}: TicketQuery): boolean =>
  (status === 'open' || status === 'pending') &&
  !(
    tags?.length ||
    users?.length ||
    date ||
    updatedAt ||
    dateFrom ||
    dateTo ||
    withUnreadMessages ||
    searchParam.trim() ||
    showAll === false
  );

const known = (ids: string[]): string[] => ids.filter((id) => id !== 'none');

const within = (db: Db, column: 'created_at' | 'updated_at', from: string | undefined, to: string | undefined) => {
  const zone = sql.fragment`coalesce((select o.time_zone from ${db.table(companyRows)} o where o.id = ${db.companyId}), 'UTC')`;
  const at = sql.identifier(['t', column]);
  return sql.fragment`(${all(
    from && sql.fragment`${at} >= (${from}::date::timestamp at time zone ${zone})`,
    to && sql.fragment`${at} < ((${to}::date + 1)::timestamp at time zone ${zone})`,
  )})`;
};

/** By the contact's name, number or e-mail, the protocol, or the last message. */
const matching = (db: Db, text: string) => sql.fragment`(
  t.contact_id in (select c.id from ${db.table(contactRows)} c where c.company_id = ${db.companyId} and c.search like ${containing(searchable(text))})
  or t.protocol = ${text} or t.last_message ilike ${containing(text)})`;
