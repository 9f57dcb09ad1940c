import { type Db, sql } from '../../kernel/db.ts';
import { sessionRows } from '../sessions/sessions.feature.ts';
import { presenceRows } from './presence.rows.ts';

/** Whether the user `u` is signed in and has a screen open; for a query with `joinedPresence`. */
export const isOnline = sql.fragment`(coalesce(s.active, false) and coalesce(p.online, false))`;

/** The session `s` and presence `p` of the user `u`. */
export const joinedPresence = (db: Db) => sql.fragment`
  left join ${db.table(sessionRows)} s on s.id = u.id left join ${db.table(presenceRows)} p on p.id = u.id`;
