import type { InvoiceFact, Unstored } from '@prosa/contracts';

export type InvoiceEvent = Unstored<InvoiceFact>;
/** A plan for a month and its price in centavos. `detail`: the plan's name. */
export type Month = { planId: string; detail: string; cents: number };

/** A transfer to one of its charges. `pays`: it pays the invoice; others are given back. `refunded`: how many centavos were. */
type Payment = {
  txid: string;
  endToEndId: string;
  cents: number;
  paidAt: string;
  pays: boolean;
  refunds: string[];
  refunded: number;
};
export type Invoice = Month & {
  id: string;
  serial: number;
  dueDate: string;
  /** `paying`: its payment has come, and the company is being renewed. */
  status: 'open' | 'withdrawn' | 'paying' | 'paid';
  attempts: number;
  payments: Payment[];
};
/** `code` is null until the bank has answered. */
export type Charge = Month & { txid: string; invoiceId: string; expiresAt: string; code: string | null; isExpired: boolean };

/** The invoices of a company with their charges: stream `invoices-{companyId}`. There is one invoice a month. */
export type InvoicesState = { invoices: Record<string, Invoice>; charges: Record<string, Charge> };

export const initial = (): InvoicesState => ({ invoices: {}, charges: {} });

export const evolve = (state: InvoicesState, event: InvoiceEvent): InvoicesState => {
  const { data, type } = event;
  const invoice = state.invoices[data.invoiceId];
  switch (type) {
    case 'InvoiceIssued': {
      const { invoiceId: id, ...issued } = data;
      state.invoices[id] = { ...(invoice ?? { attempts: 0, payments: [] }), ...issued, id, status: 'open' };
      return state;
    }
    case 'InvoiceWithdrawn':
      if (invoice) invoice.status = 'withdrawn';
      return state;
    case 'ChargeRequested': {
      const { attempt, ...charge } = data;
      if (invoice) invoice.attempts = attempt;
      state.charges[data.txid] = { ...charge, code: null, isExpired: false };
      return state;
    }
    case 'ChargeCreated': {
      const { txid, code, expiresAt } = data;
      const charge = state.charges[txid];
      if (charge) Object.assign(charge, { code, expiresAt });
      return state;
    }
    case 'ChargeExpired': {
      const charge = state.charges[data.txid];
      if (charge) charge.isExpired = true;
      return state;
    }
    case 'PaymentReceived': {
      const { invoiceId: _, ...payment } = data;
      invoice?.payments.push({ ...payment, refunds: [], refunded: 0 });
      if (invoice && data.pays) invoice.status = 'paying';
      return state;
    }
    case 'PaymentRefunded': {
      const payment = invoice?.payments.find(({ endToEndId }) => endToEndId === data.endToEndId);
      payment?.refunds.push(data.refundId);
      if (payment) payment.refunded += data.cents;
      return state;
    }
    case 'InvoicePaid':
      if (invoice) invoice.status = 'paid';
      return state;
    default:
      event satisfies never;
      return state;
  }
};

/** The charge with which an invoice can be paid now for that month; undefined if there is none. */
export const runningCharge = (
  { charges, invoices }: InvoicesState,
  invoiceId: string,
  { planId, cents }: Pick<Month, 'planId' | 'cents'>,
  until: Date,
): Charge | undefined =>
  Object.values(charges).findLast(
    (one) =>
      one.invoiceId === invoiceId &&
      one.planId === planId &&
      one.cents === cents &&
      !one.isExpired &&
      // What it brought was given back: nobody can pay it again.
      !invoices[invoiceId]?.payments.some(({ txid, pays }) => txid === one.txid && !pays) &&
      new Date(one.expiresAt) > until,
  );
