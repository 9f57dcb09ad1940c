import { z } from 'zod';
import { event, type FactOf } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';

/** An amount in centavos: whole numbers add up exactly. */
const cents = z.number().int().positive();
/** A charge's id at the bank: 32 hex digits of an id that is derived from invoice and attempt. */
export const Txid = z.string().regex(/^[0-9a-f]{32}$/);
/** The id of a Pix transfer, the same at every bank. */
const endToEndId = z.string().regex(/^[a-zA-Z0-9]{1,50}$/);
/** A plan for a month and its price. */
const month = { planId: f.id, detail: f.text(100), cents };
const charged = { invoiceId: f.id, txid: Txid };

/** Stream `invoices-{companyId}`. Who pays is in no event: neither a card nor a bank account is ever stored. */
export const invoiceEvents = {
  /** `serial`: its place among the company's invoices. `detail`: the plan's name. Of an open invoice: its plan is another now. */
  InvoiceIssued: event('InvoiceIssued', z.object({ invoiceId: f.id, serial: z.number().int(), dueDate: f.at, ...month })),
  /** The due date has moved without it. What its charges still bring is a payment. */
  InvoiceWithdrawn: event('InvoiceWithdrawn', z.object({ invoiceId: f.id })),
  /** The bank is asked next. The plan of a charge becomes the company's when it is paid. */
  ChargeRequested: event(
    'ChargeRequested',
    z.object({ ...charged, attempt: z.number().int().positive(), ...month, expiresAt: f.at }),
  ),
  /** `code`: what a banking app reads from the QR code, Pix "copia e cola". */
  ChargeCreated: event('ChargeCreated', z.object({ ...charged, code: f.text(1_000), expiresAt: f.at })),
  ChargeExpired: event('ChargeExpired', z.object(charged)),
  /** `pays`: it pays the invoice. Otherwise that was paid already, or the amount is another: it is given back. */
  PaymentReceived: event('PaymentReceived', z.object({ ...charged, endToEndId, cents, paidAt: f.at, pays: z.boolean() })),
  /** The bank has given back a payment, or a part of it. `refundId`: the bank's, unique for the payment. */
  PaymentRefunded: event('PaymentRefunded', z.object({ ...charged, endToEndId, refundId: f.text(50), cents })),
  /** The company is renewed, until `renewedUntil`. */
  InvoicePaid: event('InvoicePaid', z.object({ ...charged, ...month, paidAt: f.at, renewedUntil: f.at })),
};
export type InvoiceFact = FactOf<typeof invoiceEvents>;
