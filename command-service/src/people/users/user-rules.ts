import type { Deps } from '../../kernel/deps.ts';
import { queueIdsOf } from '../../records/queue-ids.ts';
import type { UserRules } from './users.decider.ts';

/** Returns the company's queues, the number of users that its plan allows, and the named sector if the company has it. */
export const userRules = async (
  { referenceData, store }: Pick<Deps, 'referenceData' | 'store'>,
  companyId: string,
  { queueIds, sectorId }: { queueIds?: readonly string[] | undefined; sectorId?: string | null | undefined },
): Promise<UserRules> => {
  const [queues, limit, [last]] = await Promise.all([
    queueIdsOf(referenceData, companyId, queueIds),
    referenceData.limitOf(companyId, 'users'),
    sectorId ? store.load(`sector-${sectorId}`, { direction: 'backwards', max: 1 }) : [],
  ]);
  const isThere = last && last.meta.companyId === companyId && last.type !== 'sector.deleted';
  return { queueIds: queues, limit, sectorIds: sectorId && isThere ? [sectorId] : [] };
};
