import { Refused, routes } from '@prosa/contracts';
import { type Feature, readRoute } from '../../kernel/feature.ts';
import { attendantsOf } from './distribution.queries.ts';

/** Who may be given the tickets of a queue. */
export const distribution: Feature = {
  name: 'distribution',
  tables: [],
  routes: (app, reader) => {
    readRoute(app, reader, routes.distribution.attendants, async ({ db, params: { id } }) => {
      const attendants = await attendantsOf(db, id);
      if (!attendants) throw new Refused('ERR_NO_QUEUE_FOUND');
      return attendants;
    });
  },
};
