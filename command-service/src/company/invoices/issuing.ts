import { type CompanyFact, companyEvents, limits } from '@prosa/contracts';
import type { Deps } from '../../kernel/deps.ts';
import type { ReferencePlan } from '../../kernel/reference-data.records.ts';
import type { Remind } from '../../timers/timer.runner.ts';
import { defineTimer } from '../../timers/timer.ts';
import { type InvoicesCommand, invoiceIdOf, ofInvoices } from './invoices.decider.ts';
import type { Month } from './invoices.state.ts';

const DAY_MS = 86_400_000;
const issuing = { kind: 'system', id: 'invoices' } as const;

/** A plan for a month; null if it costs nothing. */
export const monthOf = ({ id: planId, name: detail, value }: ReferencePlan): Month | null => {
  const cents = Math.round(value * 100);
  return cents > 0 ? { planId, detail, cents } : null;
};

const { CompanyRegistered, CompanyChanged, CompanyRenewed } = companyEvents;
type Concerned = Extract<CompanyFact, { type: 'CompanyRegistered' | 'CompanyChanged' | 'CompanyRenewed' }>;

/**
 * Issues the invoice of a company's due date, ten days before it or as soon as it is known, and withdraws the one of a due date that was
 * moved. Only a payment or a platform-level user moves it, so none pile up.
 */
export const issueInvoices = defineTimer({
  name: 'invoices',
  streams: ['company-'],
  events: [CompanyRegistered, CompanyChanged, CompanyRenewed],
  due:
    () =>
    ({ type, data, meta }: Concerned) => {
      if (type === 'CompanyChanged' && data.dueDate === undefined && data.planId === undefined) return null;
      return { subject: data.companyId, at: meta.at };
    },
  start: (deps) => createIssueInvoice(deps),
});

export const createIssueInvoice = ({ handle, referenceData }: Deps): Remind => {
  return async ({ companyId, commandId, causationId, dueAt, lateMs }) => {
    // What is cached may be older than the event that has set the timer.
    referenceData.forget(`company-${companyId}`);
    const company = await referenceData.company(companyId);
    if (!company) return undefined;
    const { dueDate } = company;
    const now = dueAt.getTime() + lateMs;
    const from = Date.parse(dueDate) - limits.invoiceAheadDays * DAY_MS;
    const plan = await referenceData.planOf(companyId);
    const month = plan && monthOf(plan);
    const due = month && now >= from ? { invoiceId: invoiceIdOf(companyId, dueDate), dueDate, ...month } : null;
    const command: InvoicesCommand = { do: 'issue invoice', due };
    await handle({
      companyId,
      commandId,
      causationId,
      actor: issuing,
      ...ofInvoices(companyId, 'ERR_NO_COMPANY_FOUND'),
      command,
    });
    if (now < from) return new Date(from);
    // A plan without a price may get one.
    return plan && !month ? new Date(now + DAY_MS) : undefined;
  };
};
