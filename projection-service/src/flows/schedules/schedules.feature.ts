import { limits, Refused, routes, ScheduleView } from '@prosa/contracts';
import { z } from 'zod';
import { contactRows } from '../../contacts/contacts/contacts.rows.ts';
import { type Db, sql } from '../../kernel/db.ts';
import { type Feature, readRoute } from '../../kernel/feature.ts';
import { contains, containsWords, pageOf } from '../../kernel/paging.ts';
import { definePush } from '../../kernel/push.ts';
import { userRows } from '../../people/users/users.rows.ts';
import { scheduleRows } from './schedules.rows.ts';

type Fragment = ReturnType<typeof sql.fragment>;
const Row = ScheduleView.extend({ sendAt: z.date(), sentAt: z.date().nullable(), createdAt: z.date(), updatedAt: z.date() });

const from = (db: Db, where: Fragment): Fragment => sql.fragment`
  from ${db.table(scheduleRows)} s left join ${db.table(contactRows)} c on c.id = s.contact_id
    left join ${db.table(userRows)} u on u.id = s.user_id
  where s.company_id = ${db.companyId} and ${where}`;

/** Scheduled messages, in the order of the list. */
const read = async (db: Db, where: Fragment, rest: Fragment = sql.fragment``): Promise<ScheduleView[]> => {
  const rows = await db.many(sql.type(Row)`
    select s.id, s.company_id as "companyId", s.contact_id as "contactId",
      jsonb_build_object('id', s.contact_id, 'name', c.name) as contact, s.body, s.send_at as "sendAt", s.sent_at as "sentAt", s.status,
      s.reason, s.ticket_id as "ticketId", s.user_id as "userId",
      case when s.user_id is not null then jsonb_build_object('id', s.user_id, 'name', u.name) end as "user", s.place, s.created_at as "createdAt", s.updated_at as "updatedAt"
    ${from(db, where)} order by s.place collate "C", s.id ${rest}`);
  return rows.map((row) => ({
    ...row,
    sendAt: row.sendAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }));
};

const byIds = async (db: Db, ids: readonly string[]): Promise<Map<string, ScheduleView>> =>
  new Map((await read(db, sql.fragment`s.id = any(${sql.array(ids, 'uuid')})`)).map((one) => [one.id, one]));

const matching = (text: string, contactId: string | undefined): Fragment => {
  const found =
    text === ''
      ? sql.fragment`true`
      : sql.fragment`(${containsWords(sql.fragment`c.name_order`, text)} or ${contains(sql.fragment`s.search`, text)})`;
  return contactId === undefined ? found : sql.fragment`${found} and s.contact_id = ${contactId}`;
};

export const schedules: Feature = {
  name: 'schedules',
  tables: [scheduleRows],
  pushes: [definePush(scheduleRows, { channel: 'schedule', rooms: ({ companyId }) => [`company:${companyId}`], records: byIds })],
  routes: (app, reader) => {
    readRoute(app, reader, routes.schedules.list, async ({ db, query: { searchParam, pageNumber, contactId } }) => {
      const where = matching(searchParam, contactId);
      const offset = (pageNumber - 1) * limits.pageSize;
      const page = await read(db, where, sql.fragment`limit ${limits.pageSize + 1} offset ${offset}`);
      const { records, hasMore } = pageOf(page, limits.pageSize);
      const { count } = await db.one(sql.type(z.object({ count: z.number() }))`select count(*)::int as count ${from(db, where)}`);
      return { schedules: records, count, hasMore };
    });
    readRoute(app, reader, routes.schedules.show, async ({ db, params: { id } }) => {
      const found = (await byIds(db, [id])).get(id);
      if (!found) throw new Refused('ERR_NO_SCHEDULE_FOUND');
      return found;
    });
  },
};
