import { type Actor, Refused } from '@prosa/contracts';
import type { Deps } from '../../kernel/deps.ts';
import { company } from './companies.decider.ts';

export type Renewal = {
  companyId: string;
  /** Derived from the invoice, so that what is paid once renews once, however often it is reported. */
  commandId: string;
  causationId?: string;
  actor: Actor;
  invoiceId: string;
  /** The plan that was paid, if it is another one. */
  planId?: string;
};

/**
 * Renews a company by a month from its due date, or from today if it would still be past due; returns the due date. One whose data were
 * destroyed is refused with ERR_NO_COMPANY_FOUND.
 */
export const createRenewCompany =
  ({ handle, clock }: Pick<Deps, 'handle' | 'clock'>) =>
  async ({ invoiceId, planId, ...identity }: Renewal): Promise<string> => {
    const { companyId } = identity;
    const { state } = await handle({
      ...identity,
      decider: company,
      stream: `company-${companyId}`,
      missing: 'ERR_NO_COMPANY_FOUND',
      command: () => ({ do: 'renew company' as const, companyId, now: clock(), invoiceId, planId }),
    });
    // Its data were destroyed since.
    if (!state.company) throw new Refused('ERR_NO_COMPANY_FOUND');
    return state.company.dueDate;
  };
