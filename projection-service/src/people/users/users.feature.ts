import { Refused, routes, seesAll } from '@prosa/contracts';
import { type Feature, readRoute } from '../../kernel/feature.ts';
import { definePush } from '../../kernel/push.ts';
import { sessionRows } from '../sessions/sessions.feature.ts';
import { availabilityRows, presenceRows } from './presence.rows.ts';
import { twoStepRows } from './two-step.rows.ts';
import { allUsers, listUsers, twoStepRecords, userRecords } from './users.queries.ts';
import { seatCounts, userCounts, userRows } from './users.rows.ts';

export const users: Feature = {
  name: 'users',
  tables: [userRows, userCounts, seatCounts, presenceRows, availabilityRows, twoStepRows],
  pushes: [
    definePush(userRows, {
      channel: 'user',
      rooms: (row) => (row.deleted ? [] : [`company:${row.companyId}`]),
      records: userRecords,
    }),
    // A user's record includes whether they are online, and take new tickets.
    ...[sessionRows, presenceRows, availabilityRows].map((rows) =>
      definePush(rows as typeof presenceRows, {
        channel: 'user',
        rooms: (row) => [`company:${row.companyId}`],
        records: userRecords,
        narrow: () => ({ presence: true }),
      }),
    ),
    definePush(twoStepRows, {
      channel: 'userTwoStep',
      rooms: (row) => (row.active ? [`admins:${row.companyId}`] : []),
      records: twoStepRecords,
    }),
  ],
  routes: (app, reader) => {
    readRoute(app, reader, routes.users.list, ({ db, query }) => listUsers(db, query));
    readRoute(app, reader, routes.users.listAll, async ({ db, query: { searchParam } }) => {
      const users = await allUsers(db, searchParam);
      return { users, count: users.length, hasMore: false };
    });
    readRoute(app, reader, routes.twoStep.list, async ({ db }) => ({ users: [...(await twoStepRecords(db)).values()] }));
    readRoute(app, reader, routes.users.show, async ({ db, asker, params: { id } }) => {
      if (!seesAll(asker) && asker.userId !== id) throw new Refused('ERR_NO_PERMISSION');
      const user = (await userRecords(db, [id])).get(id);
      if (!user) throw new Refused('ERR_NO_USER_FOUND');
      return user;
    });
  },
};
