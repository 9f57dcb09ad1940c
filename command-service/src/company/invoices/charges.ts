import { type InvoiceFact, invoiceEvents, limits } from '@prosa/contracts';
import type { Store } from '@prosa/infra/runtime';
import type { Deps } from '../../kernel/deps.ts';
import type { Reminder } from '../../timers/timer.rows.ts';
import { defineTimer } from '../../timers/timer.ts';
import { type InvoicesCommand, ofInvoices } from './invoices.decider.ts';
import { evolve, type InvoicesState, initial } from './invoices.state.ts';
import { pixBank } from './pix.bank.ts';
import type { PixBank } from './pix.port.ts';

/** The actor of everything that the bank tells. */
export const bank = { kind: 'system', id: 'pix' } as const;
/** Names the timer, whose entries a hint brings forward. */
export const CHARGES = 'charges';
/** A payment of the last second is told a little later: for so long after its end a charge is asked for. */
const GRACE_MS = 60 * 60 * 1_000;
/** Until then a Pix can be given back; a charge that was paid is asked for then, and at each hint. */
export const REFUNDABLE_MS = 90 * 86_400_000;

export const invoicesOf = async (store: Store, companyId: string): Promise<InvoicesState> =>
  ((await store.load(`invoices-${companyId}`)) as InvoiceFact[]).reduce(evolve, initial());

/**
 * Asks the bank for each charge: every half a minute in its first hour, then every ten minutes until it ends, and as soon as somebody says
 * that it was paid. Only what the bank says counts, so that it does not matter which hints are lost, repeated or forged.
 */
export const followCharges = defineTimer({
  name: CHARGES,
  streams: ['invoices-'],
  events: [invoiceEvents.ChargeRequested, invoiceEvents.ChargeExpired],
  due:
    () =>
    ({ type, data, meta }: Extract<InvoiceFact, { type: 'ChargeRequested' | 'ChargeExpired' }>) => ({
      subject: data.txid,
      at: type === 'ChargeRequested' ? new Date(meta.at.getTime() + limits.chargeLookMs.first) : null,
    }),
  start: (deps) => createLookAtCharge(deps, pixBank(deps.config)),
});

/** When, and for what, a timer asks the bank. */
export type Look = Pick<Reminder, 'companyId' | 'subject' | 'commandId' | 'causationId' | 'dueAt' | 'lateMs'>;

/** Returns what asks the bank for a charge and records its answer; it resolves to when to ask again. */
export const createLookAtCharge =
  ({ handle, store, log }: Pick<Deps, 'handle' | 'store' | 'log'>, pix: PixBank | null) =>
  async ({ companyId, subject: txid, commandId, causationId, dueAt, lateMs }: Look): Promise<Date | undefined> => {
    const now = dueAt.getTime() + lateMs;
    const charge = (await invoicesOf(store, companyId)).charges[txid];
    if (!charge || charge.isExpired) return undefined;
    const begun = Date.parse(charge.expiresAt) - limits.chargeSeconds * 1_000;
    const { first, firstMs, later } = limits.chargeLookMs;
    const again = new Date(now + (now - begun < firstMs ? first : later));
    if (!pix) return again;
    const tell = (command: InvoicesCommand) =>
      handle({
        companyId,
        commandId,
        causationId,
        actor: bank,
        ...ofInvoices(companyId),
        command,
      });
    const found = await pix.look(txid);
    if (found && charge.code === null)
      await tell({ do: 'create charge', txid, code: found.code, expiresAt: found.expiresAt.toISOString() });
    if (found?.status === 'CONCLUIDA' && found.transfers.length > 0) {
      const { events } = await tell({ do: 'receive payments', txid, transfers: found.transfers });
      for (const { type, data } of events)
        if (type === 'PaymentReceived' && !data.pays) log.warn({ companyId, ...data }, 'a payment pays nothing and goes back');
      const end = Math.max(...found.transfers.map(({ paidAt }) => Date.parse(paidAt))) + REFUNDABLE_MS;
      return now < end ? new Date(end) : undefined;
    }
    const over = Date.parse(found ? found.expiresAt.toISOString() : charge.expiresAt) + GRACE_MS;
    if (found?.status !== 'REMOVIDA' && now < over) return again;
    await tell({ do: 'expire charge', txid });
    return undefined;
  };
