import { type AttendantView, Availability } from '@prosa/contracts';
import { z } from 'zod';
import { ticketRows } from '../../desk/conversations/tickets.rows.ts';
import { type Db, sql } from '../../kernel/db.ts';
import { availability, isOnline, joinedPresence } from '../../people/users/users.online.ts';
import { userRows } from '../../people/users/users.rows.ts';
import { queueRows } from '../queues/queues.rows.ts';

const Attendant = z.object({
  id: z.string(),
  name: z.string().nullable(),
  pictureId: z.string().nullable(),
  online: z.boolean(),
  availability: Availability,
  openTickets: z.number(),
  now: z.number(),
});
const Id = z.object({ id: z.string() });

/** The people of a queue in the order in which they are offered; null if there is no such queue. */
export const attendantsOf = async (db: Db, queueId: string): Promise<AttendantView[] | null> => {
  const queue = await db.maybe(sql.type(Id)`
    select q.id from ${db.table(queueRows)} q where q.id = ${queueId} and q.company_id = ${db.companyId} and not q.deleted`);
  if (!queue) return null;
  const rows = await db.many(sql.type(Attendant)`
    select a.*, extract(epoch from now())::float8 * 1000 as now from (
      select u.id, u.name, u.picture_id as "pictureId", ${isOnline} as online, ${availability} as availability, u.name_order,
        (select count(*)::int from ${db.table(ticketRows)} t
          where t.company_id = u.company_id and t.user_id = u.id and t.status = 'open' and t.snoozed_until is null) as "openTickets"
      from ${db.table(userRows)} u ${joinedPresence(db)}
      where u.company_id = ${db.companyId} and not u.deleted and ${queueId} = any(u.queue_ids)) a
    order by not a.online, array_position(array['available', 'busy', 'away'], a.availability), a."openTickets",
      a.name_order collate "C", a.id`);
  return rows.map(({ pictureId, now, ...attendant }) => ({
    ...attendant,
    profilePicUrl: pictureId && db.mediaUrl(pictureId, now),
  }));
};
