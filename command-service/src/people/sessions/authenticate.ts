import { isStopped, mayBelong, Refused, refusalOfEnded } from '@prosa/contracts';
import type { AccessClaims } from '@prosa/infra/runtime';
import type { Caller } from '../../kernel/deps.ts';
import type { ReferenceData } from '../../kernel/reference-data.ts';

/**
 * Identifies the caller. A token is refused if its user was deleted, their company was stopped, or a later sign-in or a sign-out is known.
 * A token that is newer than the known version has overtaken its own event and is valid (decision 16).
 */
export const authenticate =
  (referenceData: ReferenceData) =>
  async ({ userId, companyId, version }: AccessClaims): Promise<Caller> => {
    const [actor, known, company] = await Promise.all([
      referenceData.actorOf({ userId, companyId }),
      referenceData.session(userId),
      referenceData.company(companyId),
    ]);
    if (!actor || !mayBelong(companyId, actor)) throw new Refused('ERR_UNAUTHENTICATED');
    if (isStopped(company, actor)) throw new Refused('ERR_COMPANY_STOPPED');
    if (version < known.version) throw new Refused(refusalOfEnded(known.ended));
    return { ...actor, version };
  };
