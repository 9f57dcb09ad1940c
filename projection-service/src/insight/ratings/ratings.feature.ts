import { limits, routes } from '@prosa/contracts';
import { type Feature, readRoute } from '../../kernel/feature.ts';
import { ratingFileRoutes } from './ratings.export.ts';
import { commentAmounts, commentsOf, ratingPeriod, ratingsOf } from './ratings.queries.ts';
import { ratingRows, ratingTally } from './ratings.rows.ts';

/** The report on ratings and the comments on them. It has no pushes: a report is of the moment at which it is asked for. */
export const ratings: Feature = {
  name: 'ratings',
  tables: [ratingRows, ratingTally],
  routes: (app, reader) => {
    readRoute(app, reader, routes.ratings.show, async ({ db, query }) => ({
      by: query.by,
      ...(await ratingsOf(db, await ratingPeriod(db, query), query, query.by)),
    }));
    readRoute(app, reader, routes.ratings.comments, async ({ db, query }) => {
      const { queueId, userId, mark, cursor } = query;
      const period = await ratingPeriod(db, query);
      const page = await commentsOf(db, period, { queueId, userId, mark, cursor }, limits.reportRows);
      const amounts = await commentAmounts(db, period, { queueId, userId });
      return { comments: page.rows, ...amounts, hasMore: page.cursor !== null, cursor: page.cursor };
    });
    ratingFileRoutes(app, reader);
  },
};
