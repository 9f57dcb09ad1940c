import { derivedId, PLATFORM, PROSA } from '@prosa/contracts';
import { company } from '../company/companies/companies.decider.ts';
import { companyFields } from '../company/companies/company-fields.ts';
import type { Deps } from '../kernel/deps.ts';

/** The platform never expires: the last day of a calendar with four-digit years. */
const dueDate = '9999-12-31T00:00:00.000Z';

/** Creates the platform's company if it does not exist. It runs at every start, so existing installations get it too (decision 18). */
export const preparePlatform = async ({ handle, clock }: Pick<Deps, 'handle' | 'clock'>): Promise<void> => {
  await handle({
    decider: company,
    stream: `company-${PLATFORM}`,
    command: {
      do: 'register company',
      companyId: PLATFORM,
      fields: companyFields('Plataforma', clock(), { dueDate }),
    },
    commandId: derivedId(PROSA, 'platform', 'register company'),
    actor: { kind: 'system', id: 'installation' },
    companyId: PLATFORM,
    missing: 'ERR_NO_COMPANY_FOUND',
  });
};
