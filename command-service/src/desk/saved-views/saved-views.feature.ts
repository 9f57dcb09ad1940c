import { savedViews as definition } from '@prosa/contracts';
import type { Feature } from '../../kernel/feature.ts';
import { assertNamed } from '../../records/assert-named.ts';
import { recordRoutes } from '../../records/record.routes.ts';
import { savedViewsDecider, type View } from './saved-views.decider.ts';

/** Saved views: a record that names what is there when it is written. What goes later, a view does without. */
export const savedViews: Feature = {
  name: definition.name,
  routes: (app, deps) =>
    recordRoutes<View>(app, deps, definition, {
      decider: savedViewsDecider,
      facts: async (companyId, asked) => {
        const { queueIds, tagIds = [], attendantId = null } = asked as Partial<View>;
        await assertNamed(deps, companyId, {
          queueIds: (queueIds ?? []).filter((id) => id !== 'none'),
          userIds: attendantId === null ? [] : [attendantId],
          tagIds,
        });
        return undefined;
      },
    }),
};
