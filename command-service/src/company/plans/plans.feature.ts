import { plans as definition, Refused } from '@prosa/contracts';
import type { Feature } from '../../kernel/feature.ts';
import { keeps, type ReferencePlan } from '../../kernel/reference-data.records.ts';
import { type RecordState, recordDecider } from '../../records/record.decider.ts';
import { recordRoutes } from '../../records/record.routes.ts';
import { planUseMigrations, planUses } from './plan-uses.ts';

export const plansDecider = recordDecider(definition);

/** Plans: a plain record, whose limits decisions of other features need. */
export const plans: Feature = {
  name: definition.name,
  migrations: planUseMigrations,
  routes: (app, deps) => {
    const uses = planUses(deps);
    recordRoutes(app, deps, definition, {
      assertUnused: async (id) => {
        if (await uses.isUsed(id)) throw new Refused('ERR_PLAN_IN_USE');
      },
    });
  },
  keeps: keeps('plans', plansDecider, ({ records }) => new Map(Object.entries(records as RecordState<ReferencePlan>['records']))),
};
