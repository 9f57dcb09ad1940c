import type { Deps } from '../../kernel/deps.ts';
import type { Holding, Owner } from '../sessions/credentials.ts';

/** How a user holds their e-mail. Reads the current stream, not what other instances' events have brought so far. */
export const emailHolding =
  ({ referenceData }: Pick<Deps, 'referenceData'>) =>
  async ({ userId, companyId }: Owner): Promise<Holding> => {
    referenceData.forget(`users-${companyId}`);
    const user = await referenceData.user(companyId, userId);
    if (user === null) return 'absent';
    return user.emailVerified ? 'confirmed' : 'unconfirmed';
  };
