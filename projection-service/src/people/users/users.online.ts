import { type Db, sql } from '../../kernel/db.ts';
import { sessionRows } from '../sessions/sessions.feature.ts';
import { availabilityRows, presenceRows } from './presence.rows.ts';

/** Whether the user `u` is signed in and has a screen open; for a query with `joinedPresence`. */
export const isOnline = sql.fragment`(coalesce(s.active, false) and coalesce(p.online, false))`;

/** What the user `u` chose, or `away` if they touch none of their screens; for a query with `joinedPresence`. */
export const availability = sql.fragment`(case when p.idle then 'away' else coalesce(v.availability, 'available') end)`;

/** The session `s`, presence `p` and availability `v` of the user `u`. */
export const joinedPresence = (db: Db) => sql.fragment`
  left join ${db.table(sessionRows)} s on s.id = u.id left join ${db.table(presenceRows)} p on p.id = u.id
  left join ${db.table(availabilityRows)} v on v.id = u.id`;
