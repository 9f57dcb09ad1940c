import type { Feature } from '../../kernel/feature.ts';
import { followCharges } from './charges.ts';
import { issueInvoices } from './issuing.ts';
import { giveBack, renewCompanies } from './renewals.ts';
import { subscribingRoute } from './subscribing.ts';

/** Invoices of companies, their payment by Pix, and what follows of it. */
export const invoices: Feature = {
  name: 'invoices',
  reactors: [issueInvoices, followCharges, renewCompanies, giveBack],
  routes: subscribingRoute,
};
