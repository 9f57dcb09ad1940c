import { limits, routes } from '@prosa/contracts';
import { type Feature, readRoute } from '../../kernel/feature.ts';
import { accessFileRoute } from './accesses.export.ts';
import { accessesOf, accessPeriod } from './accesses.queries.ts';
import { accessRows } from './accesses.rows.ts';

/** Who looked at what. It has no pushes: like a report it is of the moment at which it is asked for. */
export const accesses: Feature = {
  name: 'accesses',
  tables: [accessRows],
  routes: (app, reader) => {
    readRoute(app, reader, routes.accesses.list, async ({ db, query }) => {
      const { rows, cursor } = await accessesOf(db, await accessPeriod(db, query), query, limits.reportRows);
      return { accesses: rows, hasMore: cursor !== null, cursor };
    });
    accessFileRoute(app, reader);
  },
};
