import { Refused, roomsOfUser, routes } from '@prosa/contracts';
import { type Feature, readRoute } from '../kernel/feature.ts';
import { findAsker } from '../people/users/users.queries.ts';

/**
 * Returns what a socket may receive: the rooms from the caller's row, at the answer's position. The hub compares that position with the
 * pushes, so the row is read again here: the asker was looked up a moment earlier, and a change in between would be missed for ever.
 */
export const live: Feature = {
  name: 'live',
  tables: [],
  routes: (app, reader) => {
    readRoute(app, reader, routes.live.me, async ({ db, asker }) => {
      const now = await findAsker(db, asker);
      if (!now) throw new Refused('ERR_UNAUTHENTICATED');
      const { userId, companyId, profile, queueIds, seesGrey, version } = now;
      return {
        userId,
        companyId,
        profile,
        queueIds: [...queueIds],
        seesGrey,
        super: now.super,
        version,
        rooms: roomsOfUser(companyId, now),
        position: db.position.toString(),
      };
    });
  },
};
