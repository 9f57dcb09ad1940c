import type { CompanyFields } from './companies.decider.ts';

const YEAR_MS = 365 * 86_400_000;

/** The fields that a company begins with, with a subscription paid for one year unless `more` says otherwise. */
export const companyFields = (name: string, now: Date, more: Partial<CompanyFields> = {}): CompanyFields => ({
  name,
  email: null,
  phone: '',
  planId: null,
  status: true,
  dueDate: new Date(now.getTime() + YEAR_MS).toISOString(),
  recurrence: 'MENSAL',
  tagForce: false,
  timeZone: 'America/Sao_Paulo',
  ...more,
});
