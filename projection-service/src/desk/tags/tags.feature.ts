import { tags as definition, type TagView } from '@prosa/contracts';
import { sql } from '../../kernel/db.ts';
import { type Feature, readRoute } from '../../kernel/feature.ts';
import { recordFeature } from '../../records/record.feature.ts';
import { recordQueries } from '../../records/record.queries.ts';
import { tagCounting } from './tags.counters.ts';

const lanesOnly = (kanban: boolean) => sql.fragment`and kanban = ${kanban ? 1 : 0}`;
const plain = recordFeature(definition, ({ kanban }) => lanesOnly(kanban === true), tagCounting);
const { read } = recordQueries(definition, tagCounting.counted);

/** Tags: a plain record whose pages hold labels or lanes, never both. */
export const tags: Feature = {
  ...plain,
  tables: [...plain.tables, ...tagCounting.tables],
  routes: (app, reader, aside) => {
    plain.routes?.(app, reader, aside);
    readRoute(app, reader, definition.routes.lanes, async ({ db }) => ({
      lista: (await read(db, null, lanesOnly(true))) as unknown as TagView[],
    }));
  },
};
