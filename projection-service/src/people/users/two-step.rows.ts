import { twoStepEvents } from '@prosa/contracts';
import { flag, uuid } from '../../kernel/columns.ts';
import { defineRows } from '../../kernel/rows.ts';

type Event = { data: { userId: string }; meta: { companyId: string } };
const told =
  (active: boolean) =>
  ({ data: { userId }, meta }: Event) => ({ id: userId, companyId: meta.companyId, active });
const changed = (active: boolean) => (_: unknown, event: Event) => told(active)(event);

/** Whether a user's sign-in has two steps. */
export const twoStepRows = defineRows({
  table: 'two_step',
  version: 1,
  events: twoStepEvents,
  columns: { id: uuid(), companyId: uuid(), active: flag() },
  key: ({ data }) => data.userId,
  begins: { TwoStepTurnedOn: told(true), TwoStepTurnedOff: told(false) },
  changes: { TwoStepTurnedOn: changed(true), TwoStepTurnedOff: changed(false) },
});
