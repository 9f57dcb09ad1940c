import { routes } from '@prosa/contracts';
import { type Feature, readRoute } from '../../kernel/feature.ts';
import { attendanceRows } from './attendance.rows.ts';
import { dashboardOf, ticketsByHour } from './dashboard.queries.ts';
import { firstSteps } from './first-steps.query.ts';
import { leadRows, leadTally } from './leads.rows.ts';
import { limitsOf, periodOf } from './period.ts';
import { serviceTally } from './service.tally.ts';

/** The dashboard. It has no pushes of its own: what changes it is pushed as tickets, their counts, users and sectors. */
export const dashboard: Feature = {
  name: 'dashboard',
  tables: [attendanceRows, serviceTally, leadRows, leadTally],
  routes: (app, reader) => {
    readRoute(app, reader, routes.dashboard.show, async ({ db, query }) => dashboardOf(db, await periodOf(db, limitsOf(query))));
    readRoute(app, reader, routes.dashboard.steps, ({ db }) => firstSteps(db));
    readRoute(app, reader, routes.dashboard.byPeriod, async ({ db, query: { dateFrom: from, dateTo: to } }) => ({
      tickets: await ticketsByHour(db, await periodOf(db, { from, to })),
    }));
  },
};
