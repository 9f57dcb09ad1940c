import { isStopped, mayBelong, Refused } from '@prosa/contracts';
import { isGoodKey, type KeyEnds, type noteKeyUse, readApiKey } from '@prosa/infra/runtime';
import type { Caller } from '../../kernel/deps.ts';
import type { ReferenceData } from '../../kernel/reference-data.ts';
import { isOver } from '../../kernel/subscription.ts';

type World = {
  referenceData: ReferenceData;
  clock: () => Date;
  ends: Pick<KeyEnds, 'isOver'>;
  noteUse: ReturnType<typeof noteKeyUse>;
};

/**
 * Identifies an API key. It acts for its company with an administrator's view and the rights of its scopes, whoever made it; people of the
 * platform make none that goes further. Throws Refused if it is unknown, revoked or replaced, or its company is stopped or past due.
 */
export const authenticateKey =
  ({ referenceData, clock, ends, noteUse }: World) =>
  async (bearer: string): Promise<Caller> => {
    const named = readApiKey(bearer);
    const key = named && (await referenceData.apiKey(named.companyId, named.keyId));
    const now = clock();
    if (!key || !isGoodKey(bearer, key, now) || (await ends.isOver(key.id))) throw new Refused('ERR_UNAUTHENTICATED');
    const { companyId, keyId: userId } = named;
    const company = await referenceData.company(companyId);
    if (!company || !mayBelong(companyId, { super: false })) throw new Refused('ERR_UNAUTHENTICATED');
    if (isStopped(company, { super: false })) throw new Refused('ERR_COMPANY_STOPPED');
    if (isOver(company, now)) throw new Refused('ERR_SUBSCRIPTION_EXPIRED');
    noteUse({ keyId: userId, companyId });
    const { name, scopes } = key;
    return { userId, companyId, profile: 'admin', super: false, queueIds: [], seesGrey: true, name, version: 0, scopes };
  };
