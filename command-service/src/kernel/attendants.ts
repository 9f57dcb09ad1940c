import { servesTickets } from '@prosa/contracts';
import type { Deps } from './deps.ts';
import type { ReferenceUser } from './reference-data.records.ts';

/** Returns the user with this id if they may get tickets; null if there is no such user (any more), and for an auditor. */
export const attendantOf = async (
  { referenceData }: Pick<Deps, 'referenceData'>,
  companyId: string,
  id: string,
): Promise<ReferenceUser | null> => {
  const user = await referenceData.user(companyId, id);
  return user && servesTickets(user) ? user : null;
};
