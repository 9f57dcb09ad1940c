import { isStopped, Refused, refusalOfEnded } from '@prosa/contracts';
import type { AccessClaims } from '@prosa/infra/runtime';
import type { Caller } from '../kernel/deps.ts';
import type { Desk } from '../kernel/desk.ts';

/**
 * Who calls. A token is refused where its user is gone or their company was stopped, or where a later sign-in or a sign-out is known; one that is newer than
 * what is known is quicker than its own event and good (ADR 26).
 */
export const authenticate =
  (desk: Desk) =>
  async ({ userId, companyId, version }: AccessClaims): Promise<Caller> => {
    const [actor, known, company] = await Promise.all([
      desk.actorOf({ userId, companyId }),
      desk.session(userId),
      desk.company(companyId),
    ]);
    if (!actor) throw new Refused('ERR_UNAUTHENTICATED');
    if (isStopped(company, actor)) throw new Refused('ERR_COMPANY_STOPPED');
    if (version < known.version) throw new Refused(refusalOfEnded(known.ended));
    return { ...actor, version };
  };
