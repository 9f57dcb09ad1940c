import { derivedId, PLATFORM, PROSA } from '@prosa/contracts';
import { company } from '../companies/companies.decider.ts';
import type { Deps } from '../kernel/deps.ts';
import { companyFields } from './demo.ts';

/** Nobody pays for it: the last day that a calendar with years of four digits knows. */
const dueDate = '9999-12-31T00:00:00.000Z';

/** Makes the company that is the platform where it is not there yet: at every start, so also in an installation of before (ADR 270). */
export const preparePlatform = async ({ handle, clock }: Pick<Deps, 'handle' | 'clock'>): Promise<void> => {
  await handle({
    decider: company,
    stream: `company-${PLATFORM}`,
    command: {
      do: 'register company',
      companyId: PLATFORM,
      fields: { ...companyFields('Plataforma', clock()), dueDate },
    },
    commandId: derivedId(PROSA, 'platform', 'register company'),
    actor: { kind: 'system', id: 'installation' },
    companyId: PLATFORM,
    missing: 'ERR_NO_COMPANY_FOUND',
  });
};
