import type { ReferenceData } from '../kernel/reference-data.ts';

/**
 * Returns the ids of the company's queues, which users and connections may reference; reads the list again if one of `named` is not known
 * yet.
 */
export const queueIdsOf = async (
  referenceData: ReferenceData,
  companyId: string,
  named: readonly string[] = [],
): Promise<string[]> => {
  await Promise.all(named.map((id) => referenceData.queue(companyId, id)));
  return [...(await referenceData.queues(companyId)).values()].filter(({ deleted }) => !deleted).map(({ id }) => id);
};
