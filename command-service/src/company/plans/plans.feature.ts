import { plans as definition } from '@prosa/contracts';
import type { Feature } from '../../kernel/feature.ts';
import { keeps, type ReferencePlan } from '../../kernel/reference-data.records.ts';
import { type RecordState, recordDecider } from '../../records/record.decider.ts';
import { plainRecord } from '../../records/record.routes.ts';

export const plansDecider = recordDecider(definition);

/** Plans: a plain record, whose limits decisions of other features need. */
export const plans: Feature = {
  ...plainRecord(definition),
  keeps: keeps('plans', plansDecider, ({ records }) => new Map(Object.entries(records as RecordState<ReferencePlan>['records']))),
};
