import { MentionableView, ProfileName, routes, type Seen, sees } from '@prosa/contracts';
import { z } from 'zod';
import { type Db, sql } from '../../kernel/db.ts';
import { type Asker, type Feature, readRoute } from '../../kernel/feature.ts';
import { availability, isOnline, joinedPresence } from '../../people/users/users.online.ts';
import { userRows } from '../../people/users/users.rows.ts';
import { seenTicket } from '../tickets/tickets.feature.ts';

const Colleague = MentionableView.omit({ profilePicUrl: true }).extend({
  pictureId: z.string().nullable(),
  profile: ProfileName,
  queueIds: z.array(z.string()),
  now: z.number(),
});

/** The colleagues of the caller who see a ticket, in the order in which they are offered. */
const peopleWhoSee = async (db: Db, { userId, seesGrey }: Asker, ticket: Seen): Promise<MentionableView[]> => {
  const rows = await db.many(sql.type(Colleague)`
    select a.*, extract(epoch from now())::float8 * 1000 as now from (
      select u.id, u.name, u.picture_id as "pictureId", u.profile, u.queue_ids as "queueIds", u.name_order,
        ${isOnline} as online, ${availability} as availability
      from ${db.table(userRows)} u ${joinedPresence(db)}
      where u.company_id = ${db.companyId} and not u.deleted and u.id <> ${userId} and u.profile <> 'auditor') a
    order by not a.online, array_position(array['available', 'busy', 'away'], a.availability), a.name_order collate "C", a.id`);
  return rows
    .filter(({ id, profile, queueIds }) => sees({ userId: id, profile, queueIds, seesGrey }, ticket))
    .map(({ id, name, online, availability: here, pictureId, now }) => ({
      id,
      name,
      online,
      availability: here,
      profilePicUrl: pictureId && db.mediaUrl(pictureId, now),
    }));
};

/** A ticket once it was transferred there. */
const goneTo = ({ queueId, userId }: { queueId?: string | undefined; userId?: string | undefined }): Seen => ({
  status: userId === undefined ? 'pending' : 'open',
  queueId: queueId?.toLowerCase() ?? null,
  userId: userId?.toLowerCase() ?? null,
});

/** Whom an observation on a ticket may name. What is new to somebody is in the ticket itself. */
export const mentions: Feature = {
  name: 'mentions',
  tables: [],
  routes: (app, reader) => {
    readRoute(app, reader, routes.mentions.people, async ({ db, asker, params: { ticketId }, query }) => {
      const ticket = await seenTicket(db, asker, ticketId);
      return { people: await peopleWhoSee(db, asker, query.queueId === undefined ? ticket : goneTo(query)) };
    });
  },
};
