import { type Billing, billingFields, derivedId, limits, type PixCharge, Refused, routes } from '@prosa/contracts';
import type { CommandIdentity } from '../../kernel/command-identity.ts';
import { type Commanded, commandRoute } from '../../kernel/command-route.ts';
import type { App, Deps } from '../../kernel/deps.ts';
import { company } from '../companies/companies.decider.ts';
import { type InvoicesCommand, ofInvoices } from './invoices.decider.ts';
import { type Charge, type InvoicesState, type Month, runningCharge } from './invoices.state.ts';
import { monthOf } from './issuing.ts';
import { pixBank, written } from './pix.bank.ts';
import { type BankCharge, BankRefused, BankUnavailable, type PixBank } from './pix.port.ts';

/** Nobody is given a charge that ends before they have paid. */
const LEAST_MS = 10 * 60 * 1_000;
type Said = Commanded<typeof routes.invoices.subscribe>['body'];

/**
 * `POST /subscription`: a Pix charge for an open invoice. The charge's id is written before the bank is asked, and derived from invoice and
 * attempt: a repetition asks the bank for the same charge, and whatever a crash left undone the timer of charges finds.
 */
export const subscribingRoute = (app: App, deps: Deps): void => {
  const { handle, referenceData, clock, log } = deps;
  const pix = pixBank(deps.config);

  /** The month of the plan that the body names; null if it names none. */
  const chosenMonth = async ({ plan: planId }: Said): Promise<Month | null> => {
    if (!planId) return null;
    const plan = await referenceData.plan(planId);
    if (!plan) throw new Refused('ERR_NO_PLAN_FOUND');
    const month = monthOf(plan);
    if (!month) throw new Refused('ERR_PLAN_WITHOUT_PRICE');
    return month;
  };
  const askBank = async (bank: PixBank, { txid, cents, detail }: Charge): Promise<BankCharge> => {
    try {
      return await bank.charge({ txid, cents, seconds: limits.chargeSeconds, text: detail });
    } catch (error) {
      if (!(error instanceof BankUnavailable) && !(error instanceof BankRefused)) throw error;
      log.error({ err: error, txid }, 'the bank gives no charge');
      throw new Refused('ERR_PAYMENT_UNAVAILABLE');
    }
  };

  commandRoute(app, deps, routes.invoices.subscribe, async ({ body, identity }) => {
    if (!pix) throw new Refused('ERR_PAYMENT_NOT_SET_UP');
    const { invoiceId } = body;
    // Before anything is asked for: what cannot be kept is refused as a field of the form.
    if (body.useAddressForPaymentDetails && !billingFields.shape.billingName.safeParse(nameOf(body)).success)
      throw new Refused('ERR_VALIDATION', { fields: { lastName: 'Too Long!' } });
    const now = clock().getTime();
    const until = new Date(now + LEAST_MS);
    const chosen = await chosenMonth(body);
    const monthIn = ({ invoices }: InvoicesState): Month | null =>
      chosen?.planId === invoices[invoiceId]?.planId ? null : chosen;
    const requested = await handle({
      ...identity,
      ...ofInvoices(identity.companyId),
      command: (state: InvoicesState): InvoicesCommand => ({
        do: 'request charge',
        invoiceId,
        month: monthIn(state),
        expiresAt: new Date(now + limits.chargeSeconds * 1_000).toISOString(),
        until,
      }),
    });
    const invoice = requested.state.invoices[invoiceId]!;
    const found = runningCharge(requested.state, invoiceId, monthIn(requested.state) ?? invoice, until);
    // The first call with this key was long ago.
    if (!found) throw new Refused(invoice.status === 'open' ? 'ERR_PAYMENT_UNAVAILABLE' : 'ERR_INVOICE_PAID');
    const charge = { ...found };
    const isPaid = invoice.payments.some(({ txid }) => txid === charge.txid);
    let { position } = requested;
    if (body.useAddressForPaymentDetails) await keepBilling(identity, body);
    if (charge.code === null) {
      const { code, expiresAt } = await askBank(pix, charge);
      Object.assign(charge, { code, expiresAt: expiresAt.toISOString() });
      const created = await handle({
        ...identity,
        ...ofInvoices(identity.companyId),
        commandId: derivedId(identity.commandId, 'create charge'),
        command: { do: 'create charge', txid: charge.txid, code, expiresAt: charge.expiresAt },
      });
      position = created.position;
    }
    return { position, reply: { ...shown(charge, isPaid), invoiceId } };
  });

  const keepBilling = async (identity: CommandIdentity, said: Said) => {
    const { address2, city, state, zipcode } = said;
    const changes: Partial<Billing> = {
      billingName: nameOf(said),
      addressStreet: address2,
      addressCity: city,
      addressState: state,
      addressZipCode: zipcode,
    };
    const { companyId } = identity;
    await handle({
      ...identity,
      commandId: derivedId(identity.commandId, 'billing'),
      decider: company,
      stream: `company-${companyId}`,
      missing: 'ERR_NO_INVOICE_FOUND',
      command: { do: 'change company', companyId, changes },
    });
  };
};

const nameOf = ({ firstName, lastName }: Said): string => [firstName, lastName].filter(Boolean).join(' ');

const shown = ({ txid, planId, cents, code, expiresAt }: Charge, isPaid: boolean): PixCharge => ({
  txid,
  planId,
  status: isPaid ? 'CONCLUIDA' : 'ATIVA',
  qrcode: { qrcode: code ?? '' },
  valor: { original: written(cents) },
  expiresAt,
});
