import { type CompanyFact, companyEvents, derivedId, type InvoiceFact, invoiceEvents } from '@prosa/contracts';
import type { Deps } from '../../kernel/deps.ts';
import { defineReactor } from '../../kernel/reactor.ts';
import { lookNow } from '../../timers/timer.rows.ts';
import { defineTimer } from '../../timers/timer.ts';
import { createRenewCompany } from '../companies/renewal.ts';
import { bank, CHARGES, invoicesOf, type Look, REFUNDABLE_MS } from './charges.ts';
import { ofInvoices, refundIdOf } from './invoices.decider.ts';
import { pixBank } from './pix.bank.ts';
import { BankRefused, type PixBank } from './pix.port.ts';

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
        ...ofInvoices(companyId),
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
/** And how long after it has refused to. */
const REFUSED_MS = 60 * 60 * 1_000;

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

/**
 * Returns what asks the bank to give a payment back; the bank knows a repetition by its id. If it refuses, the charge is asked for, because
 * somebody may have given it back elsewhere; and the payment again, as long as one can be given back.
 */
export const createGiveBack =
  ({ store, handle, pool, log }: Pick<Deps, 'store' | 'handle' | 'pool' | 'log'>, pix: PixBank | null) =>
  async ({ companyId, subject, commandId, causationId, dueAt, lateMs }: Look): Promise<Date | undefined> => {
    const now = dueAt.getTime() + lateMs;
    const later = new Date(now + LOOK_MS);
    const [txid, endToEndId] = subject.split(' ') as [string, string];
    const { invoices, charges } = await invoicesOf(store, companyId);
    const payment = invoices[charges[txid]?.invoiceId ?? '']?.payments.find((one) => one.endToEndId === endToEndId);
    if (!payment) return undefined;
    const refund = { endToEndId, refundId: refundIdOf(endToEndId), cents: payment.cents - payment.refunded };
    if (refund.cents <= 0) return undefined;
    try {
      if (!pix || !(await pix.giveBack(refund))) return later;
    } catch (err) {
      if (!(err instanceof BankRefused)) throw err;
      log.error({ err, companyId, txid, ...refund }, 'the bank refuses to give a payment back');
      await lookNow({ pool, timer: CHARGES }, [txid]);
      return now < Date.parse(payment.paidAt) + REFUNDABLE_MS ? new Date(now + REFUSED_MS) : undefined;
    }
    await handle({
      companyId,
      commandId,
      causationId,
      actor: bank,
      ...ofInvoices(companyId),
      command: { do: 'note refund', txid, ...refund },
    });
    return undefined;
  };
