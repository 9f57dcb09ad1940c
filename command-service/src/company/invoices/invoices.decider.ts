import { derivedId, type ErrorCode, PROSA, Refused } from '@prosa/contracts';
import type { Decider } from '../../kernel/decider.ts';
import {
  evolve,
  type Invoice,
  type InvoiceEvent,
  type InvoicesState,
  initial,
  type Month,
  runningCharge,
} from './invoices.state.ts';

/** What the bank says of a transfer. `refunds`: what it has given back of it. */
export type Transfer = {
  endToEndId: string;
  cents: number;
  paidAt: string;
  refunds: readonly { refundId: string; cents: number }[];
};

export type InvoicesCommand =
  /** `due`: what is to be open; others are withdrawn. Null: nothing. */
  | { do: 'issue invoice'; due: (Month & { invoiceId: string; dueDate: string }) | null }
  /** `month`: of the plan that was chosen; null: the invoice's own. `until`: a charge that ends before is asked for anew. */
  | { do: 'request charge'; invoiceId: string; month: Month | null; expiresAt: string; until: Date }
  | { do: 'create charge'; txid: string; code: string; expiresAt: string }
  | { do: 'expire charge'; txid: string }
  | { do: 'receive payments'; txid: string; transfers: readonly Transfer[] }
  | { do: 'note refund'; txid: string; endToEndId: string; refundId: string; cents: number }
  | { do: 'settle invoice'; invoiceId: string; renewedUntil: string };

/** The id of a company's invoice for a due date: there is one, whoever issues it, and however often. */
export const invoiceIdOf = (companyId: string, dueDate: string): string => derivedId(companyId, 'invoice', dueDate);
/** The id of a charge at the bank: the same for every repetition of an attempt. */
export const txidOf = (invoiceId: string, attempt: number): string =>
  derivedId(invoiceId, 'charge', String(attempt)).replaceAll('-', '');

/** The id under which a transfer is given back: the same each time that the bank is asked. */
export const refundIdOf = (endToEndId: string): string => derivedId(PROSA, 'refund', endToEndId).replaceAll('-', '');

/** Invoices, charges and payments of a company. An invoice is paid once, whatever comes twice. */
export const invoicesDecider: Decider<InvoicesCommand, InvoicesState, InvoiceEvent> = {
  initial,
  evolve,
  unremembered: [
    'InvoiceIssued',
    'InvoiceWithdrawn',
    'ChargeCreated',
    'ChargeExpired',
    'PaymentReceived',
    'PaymentRefunded',
    'InvoicePaid',
  ],
  decide(command, state) {
    const { invoices, charges } = state;
    switch (command.do) {
      case 'issue invoice': {
        const { due } = command;
        const known = due && invoices[due.invoiceId];
        const withdrawn = Object.values(invoices)
          .filter(({ id, status }) => status === 'open' && id !== due?.invoiceId)
          .map(({ id }): InvoiceEvent => ({ type: 'InvoiceWithdrawn', data: { invoiceId: id } }));
        const isThere =
          !due ||
          known?.status === 'paid' ||
          known?.status === 'paying' ||
          (known?.status === 'open' && known.planId === due.planId);
        if (isThere) return withdrawn;
        const serial = known?.serial ?? Object.keys(invoices).length + 1;
        return [...withdrawn, { type: 'InvoiceIssued', data: { ...due, serial } }];
      }
      case 'request charge': {
        const { invoiceId, month, expiresAt, until } = command;
        const invoice = payable(invoices[invoiceId]);
        const { planId, detail, cents } = month ?? invoice;
        if (runningCharge(state, invoiceId, { planId, cents }, until)) return [];
        const attempt = invoice.attempts + 1;
        const txid = txidOf(invoiceId, attempt);
        return [{ type: 'ChargeRequested', data: { invoiceId, txid, attempt, planId, detail, cents, expiresAt } }];
      }
      case 'create charge': {
        const { txid, code, expiresAt } = command;
        const charge = charges[txid];
        if (!charge || charge.code !== null) return [];
        return [{ type: 'ChargeCreated', data: { invoiceId: charge.invoiceId, txid, code, expiresAt } }];
      }
      case 'expire charge': {
        const charge = charges[command.txid];
        if (!charge || charge.isExpired) return [];
        // It was paid, whatever the bank remembers of it.
        if (invoices[charge.invoiceId]?.payments.some(({ txid }) => txid === charge.txid)) return [];
        return [{ type: 'ChargeExpired', data: { invoiceId: charge.invoiceId, txid: charge.txid } }];
      }
      case 'receive payments':
        return received(command, state);
      case 'note refund': {
        const { txid, endToEndId, refundId, cents } = command;
        const invoiceId = charges[txid]?.invoiceId ?? '';
        const payment = invoices[invoiceId]?.payments.find((one) => one.endToEndId === endToEndId);
        if (!payment || payment.refunds.includes(refundId)) return [];
        return [{ type: 'PaymentRefunded', data: { invoiceId, txid, endToEndId, refundId, cents } }];
      }
      case 'settle invoice': {
        const { invoiceId, renewedUntil } = command;
        const invoice = invoices[invoiceId];
        const payment = invoice?.payments.find(({ pays }) => pays);
        const charge = payment && charges[payment.txid];
        if (invoice?.status !== 'paying' || !payment || !charge) return [];
        const { planId, detail, cents, txid } = charge;
        return [{ type: 'InvoicePaid', data: { invoiceId, txid, planId, detail, cents, paidAt: payment.paidAt, renewedUntil } }];
      }
    }
  },
};

/** A company's invoices, as a command names what it is about. */
export const ofInvoices = (companyId: string, missing: ErrorCode = 'ERR_NO_INVOICE_FOUND') => ({
  decider: invoicesDecider,
  stream: `invoices-${companyId}`,
  missing,
});

/** The events of what the bank says of a charge: each transfer and each refund once. */
const received = (
  { txid, transfers }: Extract<InvoicesCommand, { do: 'receive payments' }>,
  { charges, invoices }: InvoicesState,
): InvoiceEvent[] => {
  const charge = charges[txid];
  const invoice = charge && invoices[charge.invoiceId];
  if (!invoice) return [];
  const { id: invoiceId, payments } = invoice;
  let isPaid = invoice.status === 'paying' || invoice.status === 'paid';
  return transfers.flatMap(({ endToEndId, cents, paidAt, refunds }): InvoiceEvent[] => {
    const known = payments.find((one) => one.endToEndId === endToEndId);
    const returned = refunds.reduce((sum, refund) => sum + refund.cents, 0);
    const pays = !isPaid && cents === charge.cents && returned < cents;
    isPaid ||= !known && pays;
    const of = { invoiceId, txid, endToEndId };
    return [
      ...(known ? [] : [{ type: 'PaymentReceived' as const, data: { ...of, cents, paidAt, pays } }]),
      ...refunds
        .filter(({ refundId }) => !known?.refunds.includes(refundId))
        .map((refund) => ({ type: 'PaymentRefunded' as const, data: { ...of, ...refund } })),
    ];
  });
};

const payable = (invoice: Invoice | undefined): Invoice => {
  if (!invoice || invoice.status === 'withdrawn') throw new Refused('ERR_NO_INVOICE_FOUND');
  if (invoice.status !== 'open') throw new Refused('ERR_INVOICE_PAID');
  return invoice;
};
