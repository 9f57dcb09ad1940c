import { companyEvents, invoiceEvents as i, type invoiceEvents } from '@prosa/contracts';
import { who } from '../../testing/cast.ts';
import { chronicle, type News, uuid } from '../../testing/news.ts';

const txid = (n: number): string => String(n).padStart(32, '0');
const endToEndId = (n: number): string => `E${String(n).padStart(31, '0')}`;
const month = { planId: uuid(801), detail: 'Equipe', cents: 19_900 };
const larger = { planId: uuid(802), detail: 'Rede de lojas', cents: 54_900 };
const until = '2026-03-02T12:00:00.000Z';

export const story = (): News[] => {
  const here = chronicle(who.company);
  const there = chronicle(who.foreign);
  const tell = <E extends (typeof invoiceEvents)[keyof typeof invoiceEvents]>(
    event: E,
    data: Parameters<typeof here.tell<E>>[2],
    of = here,
  ) => of.tell(`invoices-${of.companyId}`, event, data);
  here.user(who.carla, 'Carla', { profile: 'admin' });
  here.user(who.ana, 'Ana', { queueIds: [who.sales] });
  here.company();
  there.company();
  const [first, second, moved] = [uuid(811), uuid(812), uuid(813)];
  tell(i.InvoiceIssued, { invoiceId: first, serial: 1, dueDate: '2026-03-10T12:00:00.000Z', ...month });
  tell(i.ChargeRequested, { invoiceId: first, txid: txid(1), attempt: 1, expiresAt: until, ...month });
  tell(i.ChargeCreated, { invoiceId: first, txid: txid(1), code: '00020126', expiresAt: until });
  tell(i.ChargeRequested, { invoiceId: first, txid: txid(2), attempt: 2, expiresAt: until, ...larger });
  tell(i.ChargeCreated, { invoiceId: first, txid: txid(1), code: 'late', expiresAt: until });
  tell(i.ChargeCreated, { invoiceId: first, txid: txid(2), code: '00020127', expiresAt: until });
  tell(i.ChargeExpired, { invoiceId: first, txid: txid(1) });
  const paid = { invoiceId: first, txid: txid(2), endToEndId: endToEndId(1), cents: 54_900, paidAt: until };
  tell(i.PaymentReceived, { ...paid, pays: true });
  here.tell(`company-${who.company}`, companyEvents.CompanyRenewed, {
    companyId: who.company,
    dueDate: '2026-04-10T12:00:00.000Z',
    day: 10,
    invoiceId: first,
    planId: larger.planId,
  });
  tell(i.InvoicePaid, { invoiceId: first, txid: txid(2), ...larger, paidAt: until, renewedUntil: '2026-04-10T12:00:00.000Z' });
  tell(i.PaymentReceived, { ...paid, txid: txid(1), endToEndId: endToEndId(2), cents: 19_900, pays: false });
  tell(i.PaymentRefunded, { invoiceId: first, txid: txid(1), endToEndId: endToEndId(2), refundId: 'r1', cents: 19_900 });

  tell(i.InvoiceIssued, { invoiceId: second, serial: 2, dueDate: '2026-04-10T12:00:00.000Z', ...larger });
  tell(i.InvoiceWithdrawn, { invoiceId: second });
  tell(i.InvoiceIssued, { invoiceId: moved, serial: 3, dueDate: '2026-04-05T12:00:00.000Z', ...larger });
  tell(i.InvoiceWithdrawn, { invoiceId: moved });
  tell(i.InvoiceIssued, { invoiceId: second, serial: 2, dueDate: '2026-04-10T12:00:00.000Z', ...month });
  tell(i.ChargeRequested, { invoiceId: second, txid: txid(3), attempt: 1, expiresAt: until, ...month });
  tell(i.ChargeCreated, { invoiceId: second, txid: txid(3), code: '00020128', expiresAt: until });
  tell(i.ChargeExpired, { invoiceId: second, txid: txid(3) });
  // Another charge than the last is paid.
  tell(i.InvoicePaid, { invoiceId: second, txid: txid(4), ...month, paidAt: until, renewedUntil: '2026-05-10T12:00:00.000Z' });
  here.tell(`company-${who.company}`, companyEvents.CompanyChanged, {
    companyId: who.company,
    billingName: 'Casa Ipê Ltda',
    addressZipCode: '01000-000',
    addressStreet: 'Rua das Palmeiras, 418',
    addressDistrict: 'Centro',
    addressCity: 'São Paulo',
    addressState: 'SP',
    email: 'financeiro@casaipe.com.br',
    dueDate: '2026-06-10T12:00:00.000Z',
    trialExpiration: null,
  });
  tell(i.InvoiceIssued, { invoiceId: uuid(819), serial: 1, dueDate: '2026-03-10T12:00:00.000Z', ...month }, there);
  there.tell(`company-${who.foreign}`, companyEvents.CompanyErased, { companyId: who.foreign });
  return [...here.take(), ...there.take()];
};
