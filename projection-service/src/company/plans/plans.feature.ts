import { plans as definition, OfferedPlan } from '@prosa/contracts';
import { z } from 'zod';
import { type Feature, readPublic } from '../../kernel/feature.ts';
import { recordFeature } from '../../records/record.feature.ts';
import { recordQueries } from '../../records/record.queries.ts';

const plain = recordFeature(definition);
const { read } = recordQueries(definition);

/** Plans: a plain record, whose list anybody may see. */
export const plans: Feature = {
  ...plain,
  routes: (app, reader, aside) => {
    plain.routes?.(app, reader, aside);
    readPublic(app, reader, definition.routes.offered, async (db) => ({
      plans: z.array(OfferedPlan).parse(await read(db, null)),
    }));
  },
};
