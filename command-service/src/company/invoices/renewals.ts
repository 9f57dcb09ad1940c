import { type CompanyFact, companyEvents, derivedId, type InvoiceFact, invoiceEvents } from '@prosa/contracts';
import type { Deps } from '../../kernel/deps.ts';
import { defineReactor } from '../../kernel/reactor.ts';
import { defineTimer } from '../../kernel/timer.ts';
import { createRenewCompany } from '../companies/renewal.ts';
import { bank, invoicesOf, type Look } from './charges.ts';
import { invoicesDecider, refundIdOf } from './invoices.decider.ts';
import { pixBank } from './pix.bank.ts';
import type { PixBank } from './pix.port.ts';

type Paid = Extract<InvoiceFact, { type: 'PaymentReceived' }>;
type Renewed = Extract<CompanyFact, { type: 'CompanyRenewed' }>;

/**
 * Renews the company when its invoice's payment has come, and then says that the invoice is paid, until when. Each step is known by the
 * invoice's id, so that a crash between two of them, or a repetition, renews once.
 */
export const renewCompanies = defineReactor({
  name: 'renewals',
  streams: ['invoices-', 'company-'],
  events: [invoiceEvents.PaymentReceived, companyEvents.CompanyRenewed],
  start: ({ handle, clock, store }) => {
    const renew = createRenewCompany({ handle, clock });
    const renewFor = async ({ data: { invoiceId, txid }, meta: { companyId, eventId: causationId } }: Paid): Promise<void> => {
      const { invoices, charges } = await invoicesOf(store, companyId);
      const chosen = charges[txid]?.planId;
      const planId = chosen === undefined || chosen === invoices[invoiceId]?.planId ? {} : { planId: chosen };
      await renew({ companyId, causationId, invoiceId, ...planId, actor: bank, commandId: derivedId(invoiceId, 'renewal') });
    };
    const settle = async ({
      data: { invoiceId, dueDate },
      meta: { companyId, eventId: causationId },
    }: Renewed): Promise<void> => {
      if (invoiceId === null) return;
      await handle({
        companyId,
        causationId,
        commandId: derivedId(invoiceId, 'settled'),
        actor: bank,
        decider: invoicesDecider,
        stream: `invoices-${companyId}`,
        missing: 'ERR_NO_INVOICE_FOUND',
        command: { do: 'settle invoice', invoiceId, renewedUntil: dueDate },
      });
    };
    return {
      mayCommand: ({ type, data }) => (type === 'PaymentReceived' ? data.pays : data.invoiceId !== null),
      command: (fact) => (fact.type === 'PaymentReceived' ? renewFor(fact) : settle(fact)),
    };
  },
});

/** How often the bank is asked whether it has given back what it was to. */
const LOOK_MS = 10 * 60 * 1_000;

/** Gives back what pays nothing: a second payment of an invoice, or one of another amount. */
export const giveBack = defineTimer({
  name: 'refunds',
  streams: ['invoices-'],
  events: [invoiceEvents.PaymentReceived],
  due:
    () =>
    ({ data, meta }: Paid) =>
      data.pays ? null : { subject: `${data.txid} ${data.endToEndId}`, at: meta.at },
  start: (deps) => createGiveBack(deps, pixBank(deps.config)),
});

/** Returns what asks the bank to give a payment back; the bank knows a repetition by its id. */
export const createGiveBack =
  ({ store, handle }: Pick<Deps, 'store' | 'handle'>, pix: PixBank | null) =>
  async ({ companyId, subject, commandId, causationId, dueAt, lateMs }: Look): Promise<Date | undefined> => {
    const later = new Date(dueAt.getTime() + lateMs + LOOK_MS);
    const [txid, endToEndId] = subject.split(' ') as [string, string];
    const { invoices, charges } = await invoicesOf(store, companyId);
    const payment = invoices[charges[txid]?.invoiceId ?? '']?.payments.find((one) => one.endToEndId === endToEndId);
    if (!payment) return undefined;
    const refund = { endToEndId, refundId: refundIdOf(endToEndId), cents: payment.cents - payment.refunded };
    if (refund.cents <= 0) return undefined;
    if (!pix || !(await pix.giveBack(refund))) return later;
    await handle({
      companyId,
      commandId,
      causationId,
      actor: bank,
      decider: invoicesDecider,
      stream: `invoices-${companyId}`,
      missing: 'ERR_NO_INVOICE_FOUND',
      command: { do: 'note refund', txid, ...refund },
    });
    return undefined;
  };
