import { type CompanyFact, type Fact, type InvoiceFact, settingDefaults, type UserFact } from '@prosa/contracts';
import { changed, follow, type Source, type Told, withheld } from './telling.ts';

const hours = ['schedules', 'holidays'] as const;
const fields = [
  'name',
  'email',
  'phone',
  'planId',
  'status',
  'dueDate',
  'trialExpiration',
  'tagForce',
  'timeZone',
  'billingName',
  'addressZipCode',
  'addressStreet',
  'addressDistrict',
  'addressCity',
  'addressState',
] as const;

/** All settings of a company: each entry names the one that changed. Of an integration's key it is only told that it changed. */
export const settingSources = (companyId: string): Source[] => {
  const known = follow({ from: settingDefaults });
  const tell = ({ type, data }: CompanyFact): Told | null => {
    if (type === 'SettingChanged') return { changes: known.changes({ [data.key]: data.value }, [data.key]) };
    if (type === 'IntegrationKeySet') return { changes: [withheld(data.key, 'secret')] };
    if (type === 'CompanyHoursChanged') return { changes: known.changes(data, hours) };
    // The time zone is set with the hours.
    if (type === 'CompanyRegistered') known.changes(data, ['timeZone']);
    if (type !== 'CompanyChanged') return null;
    const changes = known.changes(data, ['timeZone']);
    return changes.length > 0 ? { changes } : null;
  };
  return [{ stream: `company-${companyId}`, telling: (fact) => tell(fact as CompanyFact) }];
};

/**
 * A company, its invoices, who became and who is no user of it, and whatever a platform-level user of another company did in it. Its settings
 * have a history of their own.
 */
export const companySources = (companyId: string): Source[] => {
  const known = follow({ from: settingDefaults });

  const tell = (fact: CompanyFact): Told | null => {
    const { type, data } = fact;
    switch (type) {
      case 'CompanyRegistered':
        // The trial is the first month.
        return { changes: known.changes({ ...data, trialExpiration: data.dueDate }, fields) };
      case 'CompanyChanged':
        return { changes: known.changes(data, fields) };
      case 'CompanyRenewed':
        return { changes: known.changes({ ...data, ...(data.invoiceId !== null && { trialExpiration: null }) }, fields) };
      case 'CompanyDeleted':
        return { changes: known.changes(data, ['erasesAt']) };
      case 'CompanyRestored':
        return { changes: known.changes({ erasesAt: null }, ['erasesAt']) };
      case 'SettingChanged': {
        const changes = known.changes({ [data.key]: data.value }, [data.key]);
        return isFromPlatform(fact) ? { changes } : null;
      }
      case 'CompanyErased':
        return {};
      // Which other company it was is nothing for this one.
      case 'CompanyReferred':
        return {};
      default:
        return isFromPlatform(fact) ? {} : null;
    }
  };
  const tellOfInvoice = ({ type, data }: InvoiceFact): Told | null => {
    switch (type) {
      case 'InvoiceIssued':
        return { about: data.planId, changes: [changed('cents', null, data.cents), changed('dueDate', null, data.dueDate)] };
      case 'InvoicePaid':
        return { about: data.planId, changes: [changed('cents', null, data.cents)] };
      case 'PaymentRefunded':
        return { changes: [changed('cents', null, data.cents)] };
      case 'InvoiceWithdrawn':
        return {};
      default:
        return null;
    }
  };
  const tellOfUser = (fact: UserFact): Told | null =>
    fact.type === 'UserCreated' || fact.type === 'UserDeleted' || isFromPlatform(fact) ? { about: fact.data.userId } : null;
  return [
    { stream: `company-${companyId}`, telling: (fact) => tell(fact as CompanyFact) },
    { stream: `invoices-${companyId}`, telling: (fact) => tellOfInvoice(fact as InvoiceFact) },
    { stream: `users-${companyId}`, telling: (fact) => tellOfUser(fact as UserFact) },
    {
      stream: `queues-${companyId}`,
      telling: (fact) => (isFromPlatform(fact) ? { about: (fact.data as { queueId: string }).queueId } : null),
    },
  ];
};

const isFromPlatform = ({ meta: { actor, companyId } }: Fact): boolean =>
  actor.companyId !== undefined && actor.companyId !== companyId;
