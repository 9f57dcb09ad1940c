import type { ReferenceData } from '../kernel/reference-data.ts';

/** Ids of the company's queues, which users and connections may name; `named` are looked for anew where they are not known yet. */
export const queueIdsOf = async (
  referenceData: ReferenceData,
  companyId: string,
  named: readonly string[] = [],
): Promise<string[]> => {
  await Promise.all(named.map((id) => referenceData.queue(companyId, id)));
  return [...(await referenceData.queues(companyId)).values()].filter(({ deleted }) => !deleted).map(({ id }) => id);
};
