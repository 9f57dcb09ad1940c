import type { Desk } from '../kernel/desk.ts';

/** Ids of the company's queues, which users and connections may name; `named` are looked for anew where they are not known yet. */
export const queueIdsOf = async (desk: Desk, companyId: string, named: readonly string[] = []): Promise<string[]> => {
  await Promise.all(named.map((id) => desk.queue(companyId, id)));
  return [...(await desk.queues(companyId)).values()].filter(({ deleted }) => !deleted).map(({ id }) => id);
};
