import { companyEvents, InvoiceView, invoiceEvents as i, SubscriptionView } from '@prosa/contracts';
import { accessTokens } from '@prosa/infra/runtime';
import { chronicle, uuid } from '../../testing/news.ts';
import { openService, type Service } from '../../testing/service.fixture.ts';

const [here, there] = [uuid(1), uuid(2)];
const carla = { userId: uuid(21), companyId: here };
const ana = { userId: uuid(22), companyId: here };
const zoe = { userId: uuid(29), companyId: there };
const month = { planId: uuid(81), detail: 'Plano Essencial', cents: 8_990 };
const team = { planId: uuid(82), detail: 'Equipe', cents: 19_900 };
const txid = '1'.repeat(32);

const ours = chronicle(here);
ours.company();
ours.user(carla.userId, 'Carla', { profile: 'admin' });
ours.user(ana.userId, 'Ana');
const theirs = chronicle(there);
theirs.company();
theirs.user(zoe.userId, 'Zoe', { profile: 'admin' });
const idOf = (serial: number) => uuid(800 + serial);
const dueOf = (serial: number) => new Date(Date.UTC(2025, serial, 10, 12)).toISOString();
const issue = (serial: number, of = month) =>
  ours.tell(`invoices-${here}`, i.InvoiceIssued, { invoiceId: idOf(serial), serial, dueDate: dueOf(serial), ...of });
for (let serial = 1; serial <= 24; serial += 1) {
  issue(serial, serial > 20 ? team : month);
  const paid = { invoiceId: idOf(serial), txid, paidAt: dueOf(serial), renewedUntil: dueOf(serial + 1) };
  if (serial < 23) ours.tell(`invoices-${here}`, i.InvoicePaid, { ...paid, ...(serial > 20 ? team : month) });
}
ours.tell(`invoices-${here}`, i.InvoiceWithdrawn, { invoiceId: idOf(24) });
ours.tell(`invoices-${here}`, i.ChargeRequested, {
  invoiceId: idOf(23),
  txid,
  attempt: 1,
  expiresAt: dueOf(23),
  ...team,
});
ours.tell(`company-${here}`, companyEvents.CompanyChanged, {
  companyId: here,
  billingName: 'Casa Ipê Ltda',
  addressCity: 'São Paulo',
  email: 'financeiro@casaipe.com.br',
});

let service: Service;
beforeAll(async () => {
  service = await openService([...ours.take(), ...theirs.take()]);
});
afterAll(() => service.close());

const read = async <Body>(who: typeof carla, path: string): Promise<Body> => (await service.get(who, path)).body as Body;
type Page = { invoices: InvoiceView[]; count: number; hasMore: boolean };
const page = (query: string) => read<Page>(carla, `/invoices/all${query}`);
const numbers = ({ invoices }: Page) => invoices.map(({ number }) => number);

test('invoices are listed by their due date, the latest first, without those that were withdrawn', async () => {
  const [first, second] = [await page(''), await page('?pageNumber=2')];
  expect(numbers(first)).toEqual(Array.from({ length: 20 }, (_, n) => 23 - n));
  expect([first.count, first.hasMore]).toEqual([23, true]);
  expect([numbers(second), second.hasMore]).toEqual([[3, 2, 1], false]);
  expect(first.invoices.every((invoice) => InvoiceView.safeParse(invoice).success)).toBe(true);
  expect(first.invoices[0]).toMatchObject({ detail: 'Equipe', value: 199, status: 'open', paid: false, paidAt: null });
  expect(first.invoices[1]).toMatchObject({ status: 'paid', paid: true, renewedUntil: dueOf(23) });
});

test('they are found by number and by words, whatever their case', async () => {
  expect(numbers(await page('?searchParam=EQUIPE'))).toEqual([23, 22, 21]);
  expect(numbers(await page('?searchParam=17'))).toEqual([17]);
  expect(await page('?searchParam=ouro')).toEqual({ invoices: [], count: 0, hasMore: false });
});

test('a charge is shown once the bank has answered', async () => {
  const show = () => read<InvoiceView>(carla, `/invoices/${idOf(23)}`);
  expect((await show()).charge).toBeNull();
  ours.tell(`invoices-${here}`, i.ChargeCreated, { invoiceId: idOf(23), txid, code: '000201', expiresAt: dueOf(24) });
  const after = await service.append(ours.take());
  const { charge } = await read<InvoiceView>(carla, `/invoices/${idOf(23)}?after=${after}`);
  expect(charge).toEqual({
    txid,
    status: 'ATIVA',
    planId: team.planId,
    qrcode: { qrcode: '000201' },
    valor: { original: '199.00' },
    expiresAt: dueOf(24),
  });
});

test('the subscription says who pays, until when it is, and what is to be paid', async () => {
  expect(SubscriptionView.parse(await read(carla, '/subscription'))).toMatchObject({
    companyId: here,
    email: 'financeiro@casaipe.com.br',
    billingName: 'Casa Ipê Ltda',
    addressCity: 'São Paulo',
    addressStreet: '',
    trialExpiration: '2027-01-01T00:00:00.000Z',
    invoice: { id: idOf(23) },
  });
  expect((await read<SubscriptionView>(zoe, '/subscription')).invoice).toBeNull();
});

test('the subscription keeps its day of the month, also where a month ends before it', async () => {
  const dayAfter = async () => {
    const after = await service.append(theirs.take());
    return (await read<SubscriptionView>(zoe, `/subscription?after=${after}`)).renewalDay;
  };
  const tell = <E extends 'CompanyChanged' | 'CompanyRenewed'>(type: E, data: object) =>
    theirs.tell(`company-${there}`, companyEvents[type], { companyId: there, ...data } as never);
  // In São Paulo it is the 31st still.
  tell('CompanyChanged', { dueDate: '2027-02-01T02:30:00.000Z' });
  expect(await dayAfter()).toBe(31);
  tell('CompanyRenewed', { dueDate: '2027-03-01T02:30:00.000Z', day: 31, invoiceId: null });
  expect(await dayAfter()).toBe(31);
  tell('CompanyChanged', { dueDate: '2027-03-15T12:00:00.000Z' });
  expect(await dayAfter()).toBe(15);
});

test('nobody but an administrator reads them, and no other company', async () => {
  for (const path of ['/invoices/all', `/invoices/${idOf(1)}`, '/subscription'])
    expect([path, (await service.get(ana, path)).status]).toEqual([path, 403]);
  expect((await read<Page>(zoe, '/invoices/all')).invoices).toEqual([]);
  expect((await service.get(zoe, `/invoices/${idOf(1)}`)).error).toBe('ERR_NO_INVOICE_FOUND');
});

test('the token of the checkout reads them, and nothing else', async () => {
  const tokens = accessTokens(service.tokenSecret);
  const token = await tokens.signCheckout(carla);
  for (const path of ['/invoices/all', `/invoices/${idOf(1)}`, '/subscription'])
    expect([path, (await service.getWith(token, path)).status]).toEqual([path, 200]);
  for (const path of ['/users/list', '/settings', '/tickets', `/companies/${here}`])
    expect([path, (await service.getWith(token, path)).status]).toEqual([path, 401]);
  // It is an administrator's: whoever is none any more pays nothing.
  expect((await service.getWith(await tokens.signCheckout(ana), '/invoices/all')).status).toBe(403);
});
