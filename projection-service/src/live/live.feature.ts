import { roomsOfUser, routes } from '@prosa/contracts';
import { type Feature, readRoute } from '../kernel/feature.ts';

/** Whom a socket is for: the rooms of the caller's row, as of the answer's position. */
export const live: Feature = {
  name: 'live',
  tables: [],
  routes: (app, reader) => {
    readRoute(
      app,
      reader,
      routes.live.me,
      async ({ db, asker: { userId, companyId, profile, queueIds, seesGrey, version } }) => ({
        userId,
        companyId,
        profile,
        queueIds: [...queueIds],
        seesGrey,
        version,
        rooms: roomsOfUser(companyId, { userId, profile, queueIds, seesGrey }),
        position: db.position.toString(),
      }),
    );
  },
};
