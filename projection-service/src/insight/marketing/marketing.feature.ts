import { limits, routes } from '@prosa/contracts';
import { type Feature, readRoute } from '../../kernel/feature.ts';
import { marketingFileRoutes } from './marketing.export.ts';
import { leadsOf, marketingPeriod, quantitiesOf, totalOf } from './marketing.queries.ts';
import { sourceLeadRows, sourceLeadTally } from './source-leads.rows.ts';

/** The reports on the sources that customers come from. They have no pushes: a report is of the moment at which it is asked for. */
export const marketing: Feature = {
  name: 'marketing',
  tables: [sourceLeadRows, sourceLeadTally],
  routes: (app, reader) => {
    readRoute(app, reader, routes.marketing.synthetic, async ({ db, query }) => {
      const report = await quantitiesOf(db, await marketingPeriod(db, query), query);
      return { report, total: totalOf(report) };
    });
    readRoute(app, reader, routes.marketing.analytical, async ({ db, query }) => {
      const period = await marketingPeriod(db, query);
      const { rows, cursor } = await leadsOf(db, period, query, limits.reportRows);
      const total = totalOf(await quantitiesOf(db, period, query));
      return { report: rows, total, hasMore: cursor !== null, cursor };
    });
    marketingFileRoutes(app, reader);
  },
};
