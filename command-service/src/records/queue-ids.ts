import type { Desk } from '../kernel/desk.ts';

/** Ids of the company's queues, which users and connections may name. */
export const queueIdsOf = async (desk: Desk, companyId: string): Promise<string[]> =>
  [...(await desk.queues(companyId)).values()].filter(({ deleted }) => !deleted).map(({ id }) => id);
