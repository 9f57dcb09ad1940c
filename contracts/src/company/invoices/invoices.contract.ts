import { z } from 'zod';
import { route } from '../../kernel/contract.ts';
import * as f from '../../kernel/fields.ts';
import { manifest } from '../../kernel/manifest.ts';
import { visible } from '../../kernel/texts/visible.ts';
import { invoiceEvents, Txid } from './invoices.events.ts';

/** A Pix charge: the words and paths are those of the banks' API. */
export const PixCharge = z.object({
  txid: Txid,
  status: z.enum(['ATIVA', 'CONCLUIDA', 'EXPIRADA']),
  /** `qrcode`: the text of the QR code, which is also the code to copy. */
  qrcode: z.object({ qrcode: z.string() }),
  /** In BRL, with a point and two decimals. */
  valor: z.object({ original: z.string().regex(/^\d{1,10}\.\d{2}$/) }),
  /** The plan that is paid with it. */
  planId: f.id,
  expiresAt: f.at,
});
export type PixCharge = z.output<typeof PixCharge>;

/** An invoice: a month of a plan. Whether it is overdue, the screen tells by the day in the company's time zone. */
export const InvoiceView = z.object({
  id: f.id,
  companyId: f.id,
  /** Its place among the company's invoices, to be read aloud. */
  number: z.number().int(),
  /** The plan's name. */
  detail: z.string(),
  planId: f.id,
  /** In BRL. */
  value: z.number(),
  dueDate: f.at,
  status: z.enum(['open', 'paid']),
  paid: z.boolean(),
  paidAt: f.at.nullable(),
  /** The end of the subscription after its payment. */
  renewedUntil: f.at.nullable(),
  /** What the bank has given back, in BRL. */
  refunded: z.number(),
  /** Its newest charge, or the one that was paid (`CONCLUIDA`); null if the bank was never asked. */
  charge: PixCharge.nullable(),
  createdAt: f.at,
  updatedAt: f.at,
});
export type InvoiceView = z.output<typeof InvoiceView>;

/** What the checkout and the subscription page need of the own company. */
export const SubscriptionView = z.object({
  companyId: f.id,
  name: z.string(),
  /** The billing e-mail. */
  email: z.string().nullable(),
  planId: f.id.nullable(),
  dueDate: f.at,
  /** On which day of the month it is due, in the months that have it. */
  renewalDay: z.number().int(),
  timeZone: z.string(),
  /** The end of the trial; null after the first payment. */
  trialExpiration: f.at.nullable(),
  /** To whom and where invoices go; '' where it was never said. */
  billingName: z.string(),
  addressZipCode: z.string(),
  addressStreet: z.string(),
  addressDistrict: z.string(),
  addressCity: z.string(),
  addressState: z.string(),
  /** The invoice to pay next; null if none is open. */
  invoice: InvoiceView.nullable(),
});
export type SubscriptionView = z.output<typeof SubscriptionView>;

const required = (max: number, message: string) =>
  z.string({ error: message }).overwrite(visible).min(1, message).max(max, 'Too Long!').refine(f.storable, 'Invalid text');
/** Parsed to nothing, before the body is hashed: whatever a client puts there is neither stored nor logged. */
const dropped = z
  .unknown()
  .transform(() => undefined)
  .optional();
/** What a client says beside the plan is not read: the plan says it. */
const unread = z
  .union([z.number(), z.string()])
  .nullish()
  .transform(() => undefined);

/** The body of `POST /subscription`. Its messages are literally the specification's. */
export const Subscribing = z.object({
  invoiceId: f.id,
  /** The full name. */
  firstName: required(200, 'O nome completo é obrigatório'),
  lastName: f.text(200).default(''),
  address2: required(200, 'O Endereço é obrigatório'),
  city: required(100, 'Cidade é obrigatória'),
  state: f.text(50).default(''),
  zipcode: required(20, 'CEP é obrigatório'),
  country: z.enum(['BR', 'usa'], { error: 'País é obrigatório' }),
  /** Whether name and address are kept as the company's for its invoices. */
  useAddressForPaymentDetails: z.boolean().default(false),
  nameOnCard: dropped,
  cardNumber: dropped,
  cvv: dropped,
  /** The id of a plan; default: the invoice's. Its price is asked for, and when that is paid it is the company's plan. */
  plan: z.union([z.literal(''), f.id]).nullish(),
  price: unread,
  users: unread,
  connections: unread,
});

const payable = [
  'ERR_NO_INVOICE_FOUND',
  'ERR_INVOICE_PAID',
  'ERR_NO_PLAN_FOUND',
  'ERR_PLAN_WITHOUT_PRICE',
  'ERR_PAYMENT_NOT_SET_UP',
  'ERR_PAYMENT_UNAVAILABLE',
] as const;

export const invoiceRoutes = {
  list: route({
    call: 'GET /invoices/all',
    may: 'invoices:read',
    checkout: true,
    summary: "The own company's invoices, the latest due date first; searched by detail and number.",
    query: f.page.extend(f.after.shape),
    reply: z.object({ invoices: z.array(InvoiceView), count: z.number(), hasMore: z.boolean() }),
  }),
  show: route({
    call: 'GET /invoices/:id',
    may: 'invoices:read',
    checkout: true,
    summary: 'One invoice, with its charge: whoever waits for its payment and has no socket asks again.',
    params: f.idParam,
    missing: 'ERR_NO_INVOICE_FOUND',
    query: f.after,
    reply: InvoiceView,
  }),
  subscription: route({
    call: 'GET /subscription',
    may: 'invoices:read',
    checkout: true,
    summary: 'The subscription of the own company, and the invoice to pay next.',
    query: f.after,
    refuses: ['ERR_NO_COMPANY_FOUND'],
    reply: SubscriptionView,
  }),
  subscribe: route({
    call: 'POST /subscription',
    may: 'invoices:pay',
    person: true,
    checkout: true,
    summary:
      'Asks the bank for a Pix charge of an open invoice; while that runs, the same one is given again. Card fields are dropped unread; the price is the plan’s.',
    body: Subscribing,
    refuses: payable,
    reply: PixCharge.extend({ invoiceId: f.id }),
    status: 201,
  }),
};

/** Invoices of companies, a month each, and their payment by Pix. */
export const invoices = manifest({
  name: 'invoices',
  events: invoiceEvents,
  routes: invoiceRoutes,
  /** An invoice of the own company, for its administrators: `charge.status` CONCLUIDA when it is paid, with `renewedUntil`. */
  pushes: { payment: ['create', 'update', 'delete'] },
  permissions: { 'invoices:read': ['admin'], 'invoices:pay': ['admin'] },
  errors: {
    ERR_NO_INVOICE_FOUND: { status: 404, message: 'Nenhuma fatura encontrada com este número.' },
    ERR_INVOICE_PAID: { status: 409, message: 'Esta fatura já foi paga.' },
    ERR_PLAN_WITHOUT_PRICE: { status: 409, message: 'Este plano não é pago por fatura. Entre em contato com o suporte.' },
    ERR_PAYMENT_NOT_SET_UP: {
      status: 409,
      message: 'O pagamento por Pix ainda não foi configurado. Entre em contato com o suporte.',
    },
    ERR_PAYMENT_UNAVAILABLE: { status: 503, message: 'O banco não respondeu. Tente de novo em alguns minutos.' },
  },
});
