import type { InvoiceView, OfferedPlan } from '@prosa/contracts';
import type { Payer } from './payer.ts';

/** The body of a charge's request. The specification's payload has fields of a card: Prosa has none, and sends them empty. */
export const chargeBody = ({ id: invoiceId }: InvoiceView, payer: Payer, plan: OfferedPlan) => ({
  ...payer,
  country: payer.country === 'usa' ? ('usa' as const) : ('BR' as const),
  lastName: '',
  nameOnCard: '',
  cardNumber: '',
  cvv: '',
  plan: plan.id,
  price: plan.value,
  users: plan.users,
  connections: plan.connections,
  invoiceId,
});
