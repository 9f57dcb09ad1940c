import { dayOfMonth, type InvoiceView, type PixCharge, type SubscriptionView } from '@prosa/contracts';
import { idOf } from '../../testing/records.ts';

const DAY = 86_400_000;
export const inDays = (days: number): string => new Date(Date.now() + days * DAY).toISOString();

export const small = { id: idOf(7, 1), name: 'Essencial', users: 1, connections: 1, queues: 3, value: 89 };
export const team = { id: idOf(7, 2), name: 'Equipe', users: 10, connections: 3, queues: 10, value: 199 };

/** An invoice for tests; `n` makes its id and number. */
export const anInvoice = (n: number, more: Partial<InvoiceView> = {}): InvoiceView => ({
  id: idOf(16, n),
  companyId: idOf(1, 2),
  number: n,
  detail: team.name,
  planId: team.id,
  value: 199,
  dueDate: inDays(5),
  status: 'open',
  paid: false,
  paidAt: null,
  renewedUntil: null,
  refunded: 0,
  charge: null,
  createdAt: inDays(-5),
  updatedAt: inDays(-5),
  ...more,
});

export const aSubscription = (more: Partial<SubscriptionView> = {}): SubscriptionView => ({
  companyId: idOf(1, 2),
  name: 'Casa Ipê Móveis',
  email: 'financeiro@casaipe.test',
  planId: team.id,
  dueDate: inDays(5),
  renewalDay: dayOfMonth(new Date(inDays(5)), 'America/Sao_Paulo'),
  timeZone: 'America/Sao_Paulo',
  trialExpiration: null,
  billingName: '',
  addressZipCode: '',
  addressStreet: '',
  addressDistrict: '',
  addressCity: '',
  addressState: '',
  invoice: null,
  ...more,
});

export const aCharge = (more: Partial<PixCharge> = {}): PixCharge => ({
  txid: 'a'.repeat(32),
  status: 'ATIVA',
  qrcode: { qrcode: '00020126330014br.gov.bcb.pix0111prosa-teste52040000530398654' },
  valor: { original: '199.00' },
  planId: team.id,
  expiresAt: inDays(1),
  ...more,
});
