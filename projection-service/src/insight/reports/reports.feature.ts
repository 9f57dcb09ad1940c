import { limits, routes } from '@prosa/contracts';
import { type Feature, readRoute } from '../../kernel/feature.ts';
import { reportFileRoutes } from './reports.export.ts';
import { byQueue, byUser, reportPeriod, tagsByDay } from './reports.queries.ts';
import { attendanceRowsOf, attendantsOf } from './reports.rows.queries.ts';
import { tagDayTally, tagHoursTally, ticketTally } from './reports.tallies.ts';

/** The reports. They have no pushes: a report is of the moment at which it is asked for. */
export const reports: Feature = {
  name: 'reports',
  tables: [ticketTally, tagDayTally, tagHoursTally],
  routes: (app, reader) => {
    readRoute(app, reader, routes.reports.attendance, async ({ db, query }) => {
      const period = await reportPeriod(db, query);
      const byDay = await tagsByDay(db, period);
      if (query.kind === '0') return { ...byDay, attendants: [], hasMore: false, cursor: null };
      const { rows, cursor } = await attendanceRowsOf(db, period, query, limits.reportRows);
      const { searchParam } = query;
      return {
        ...byDay,
        report: rows,
        attendants: await attendantsOf(db, period, { searchParam }),
        hasMore: cursor !== null,
        cursor,
      };
    });
    reportFileRoutes(app, reader);
    readRoute(app, reader, routes.reports.byQueue, async ({ db, query }) => byQueue(db, await reportPeriod(db, query)));
    readRoute(app, reader, routes.reports.byUser, async ({ db, query }) => {
      const users = await byUser(db, await reportPeriod(db, query));
      return users.map(({ pictureId, now, ...user }) => ({
        ...user,
        profilePicUrl: pictureId && db.mediaUrl(pictureId, now),
        total: user.process + user.closed,
      }));
    });
  },
};
