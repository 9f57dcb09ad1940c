import { dayOfMonth, monthOn, newId } from '@prosa/contracts';
import { eventually } from '../../testing/world.fixture.ts';
import { invoiceIdOf } from './invoices.decider.ts';
import { startPaying } from './invoices.fixture.ts';

const at = await startPaying();
const { bank, c1, c2, payer, invoiceOf, subscribe, hint, told, renewals, paid, clockAhead } = at;
afterAll(() => at.close());
afterEach(() => clockAhead(0));

const zone = 'America/Sao_Paulo';
/** A company that is about to pay, and its charge. */
const charged = async (more: Parameters<typeof payer>[0] = {}) => {
  const one = await payer(more);
  const invoiceId = await invoiceOf(one.companyId);
  const { status, body } = await subscribe(c1, one, invoiceId);
  expect(status).toBe(201);
  return { ...one, invoiceId, txid: body.txid };
};
const monthAfter = (dueDate: string) => monthOn(new Date(dueDate), zone).toISOString();
/** Each charge of the company was looked at, at that time of its timer. */
const lookedAt = async (txid: string) => {
  const before = bank.seen.filter((call) => call === `GET /v2/cob/${txid}`).length;
  await hint(txid);
  await eventually(
    () => bank.seen.filter((call) => call === `GET /v2/cob/${txid}`).length,
    (count) => count > before,
  );
};

describe('a payment', () => {
  test('that is hinted at renews the company by a month, then the invoice is paid until then', async () => {
    const { companyId, dueDate, invoiceId, txid } = await charged();
    const { endToEndId } = bank.pay(txid);
    await hint(txid);
    await paid(companyId);
    expect(await renewals(companyId)).toMatchObject([{ dueDate: monthAfter(dueDate), invoiceId }]);
    expect((await at.invoiceFacts(companyId)).map(({ type, data }) => ({ type, data }))).toMatchObject([
      { type: 'InvoiceIssued', data: { invoiceId, dueDate, cents: 8_990 } },
      { type: 'ChargeRequested', data: { txid, cents: 8_990 } },
      { type: 'ChargeCreated', data: { txid, code: bank.known(txid).pixCopiaECola } },
      { type: 'PaymentReceived', data: { txid, endToEndId, cents: 8_990, pays: true } },
      { type: 'InvoicePaid', data: { invoiceId, txid, renewedUntil: monthAfter(dueDate) } },
    ]);
  });

  test('that nobody hints at is found half a minute later', async () => {
    const { companyId, txid } = await charged();
    bank.pay(txid);
    await clockAhead(31);
    await paid(companyId);
    expect(await renewals(companyId)).toHaveLength(1);
  });

  test('that is hinted at often, late, and out of order is one month each', async () => {
    const all = await Promise.all([charged(), charged(), charged()]);
    for (const { txid } of all) bank.pay(txid);
    for (let n = 0; n < 5; n += 1) for (const { txid } of all.toReversed()) await hint(txid, txid, all[0]!.txid);
    for (const { companyId } of all) await paid(companyId);
    for (const { txid } of all) await lookedAt(txid);
    for (const { companyId, dueDate } of all) expect(await renewals(companyId)).toMatchObject([{ dueDate: monthAfter(dueDate) }]);
  });

  test('that was never made pays nothing, whoever says so', async () => {
    const { companyId, txid } = await charged();
    await lookedAt(txid);
    expect(await told(companyId)).toEqual(['InvoiceIssued', 'ChargeRequested', 'ChargeCreated']);
    expect(await renewals(companyId)).toEqual([]);
  });

  test('of a charge that Prosa has not, or before its invoice, costs no question', async () => {
    const { txid } = await charged();
    const unknown = newId().replaceAll('-', '');
    await hint(unknown);
    await lookedAt(txid);
    expect(bank.seen).not.toContain(`GET /v2/cob/${unknown}`);
  });

  test.each(['1.00', '89.89', '899.00'])('of R$ %s instead of R$ 89.90 goes back and renews nothing', async (amount) => {
    const { companyId, invoiceId, txid, token } = await charged();
    const { endToEndId } = bank.pay(txid, { amount });
    await hint(txid);
    await eventually(
      () => told(companyId),
      (types) => types.includes('PaymentRefunded'),
    );
    expect(bank.transfers.get(endToEndId)?.devolucoes).toMatchObject([{ valor: amount, status: 'DEVOLVIDO' }]);
    expect(await renewals(companyId)).toEqual([]);
    // The invoice can still be paid, by another charge.
    const next = await subscribe(c2, { token }, invoiceId);
    expect(next.body.txid).not.toBe(txid);
    bank.pay(next.body.txid);
    await hint(next.body.txid);
    await paid(companyId);
    expect(await renewals(companyId)).toHaveLength(1);
  });

  test('of two charges of one invoice: the first renews, the second goes back', async () => {
    const { companyId, invoiceId, txid, token } = await charged();
    const { body } = await subscribe(c2, { token }, invoiceId, { plan: at.team });
    expect(body).toMatchObject({ valor: { original: '199.00' }, planId: at.team });
    bank.pay(body.txid);
    await hint(body.txid);
    await paid(companyId);
    const second = bank.pay(txid);
    await hint(txid);
    await eventually(
      () => told(companyId),
      (types) => types.includes('PaymentRefunded'),
    );
    expect(bank.transfers.get(second.endToEndId)?.devolucoes).toMatchObject([{ valor: '89.90' }]);
    // What was paid is the company's plan from now on.
    expect(await renewals(companyId)).toMatchObject([{ invoiceId, planId: at.team }]);
    expect((await c1.deps.referenceData.company(companyId))?.planId).toBe(at.team);
  });

  test('after the charge has ended is none; the bank is asked until an hour later', async () => {
    const { companyId, txid } = await charged();
    await clockAhead(24 * 3_600 + 1_800);
    await lookedAt(txid);
    expect(await told(companyId)).not.toContain('ChargeExpired');
    await clockAhead(25 * 3_600 + 60);
    await eventually(
      () => told(companyId),
      (types) => types.includes('ChargeExpired'),
    );
    expect(() => {
      bank.advance(25 * 3_600_000);
      try {
        bank.pay(txid);
      } finally {
        bank.advance(-25 * 3_600_000);
      }
    }).toThrow('A cobrança não pode ser paga.');
    expect(await renewals(companyId)).toEqual([]);
  });

  test('of the last minute, told after the end, counts', async () => {
    const { companyId, txid } = await charged();
    bank.pay(txid);
    await clockAhead(24 * 3_600 + 60);
    await paid(companyId);
    expect(await renewals(companyId)).toHaveLength(1);
  });

  test('waits while the bank does not answer', async () => {
    const { companyId, txid } = await charged();
    bank.pay(txid);
    bank.next('get', { status: 503 }, { cut: 'before' }, { status: 429 });
    await hint(txid);
    await clockAhead(120);
    await paid(companyId);
    expect(await renewals(companyId)).toHaveLength(1);
  });

  test('is told to the bank`s own records: a charge that it has removed has expired', async () => {
    const { companyId, txid } = await charged();
    bank.remove(txid);
    await hint(txid);
    await eventually(
      () => told(companyId),
      (types) => types.includes('ChargeExpired'),
    );
  });
});

test('what is not owed any more is not given back: somebody gave back a part of it in the bank`s own app', async () => {
  const { companyId, txid } = await charged();
  bank.next('refund', { status: 503 }, { status: 503 });
  const { endToEndId } = bank.pay(txid, { amount: '100.00' });
  await hint(txid);
  await at.until(companyId, 'PaymentReceived');
  await eventually(
    () => at.logged(),
    (lines) => lines.includes(`${txid} ${endToEndId}`),
  );
  bank.giveBack(endToEndId, 'd1', { valor: '10.00' });
  await at.until(companyId, 'PaymentRefunded');
  await clockAhead(3_600 + 60);
  await eventually(
    () => told(companyId),
    (types) => types.filter((type) => type === 'PaymentRefunded').length === 2,
  );
  expect(bank.transfers.get(endToEndId)?.devolucoes.map(({ valor }) => valor)).toEqual(['10.00', '90.00']);
});

test('what the bank refuses to give back is asked for until it cannot be given back, and no longer', async () => {
  const { companyId, txid } = await charged();
  const { endToEndId } = bank.pay(txid, { amount: '10.00' });
  bank.transfers.delete(endToEndId);
  await hint(txid);
  await at.until(companyId, 'PaymentReceived');
  const entries = () =>
    c1.deps.pool.query<{ hours: number }>(
      `select extract(epoch from next_try - command.timer_now())::float8 / 3600 as hours from command.timer
       where timer = 'refunds' and subject = $1`,
      [`${txid} ${endToEndId}`],
    );
  await eventually(entries, ({ rows }) => rows.some(({ hours }) => hours > 0.9));
  await clockAhead(91 * 86_400);
  await eventually(entries, ({ rowCount }) => rowCount === 0);
  expect(await told(companyId)).not.toContain('PaymentRefunded');
});

test('what the bank gives back of a payment is noted for 90 days, and the due date stays', async () => {
  const { companyId, txid } = await charged();
  const { endToEndId } = bank.pay(txid);
  await hint(txid);
  await paid(companyId);
  bank.giveBack(endToEndId, 'd1', { valor: '89.90' });
  await hint(txid);
  await at.until(companyId, 'PaymentRefunded');
  await lookedAt(txid);
  expect((await told(companyId)).slice(-2)).toEqual(['InvoicePaid', 'PaymentRefunded']);
  expect(await renewals(companyId)).toHaveLength(1);
  await clockAhead(91 * 86_400);
  await eventually(
    () => c1.deps.pool.query(`select from command.timer where timer = 'charges' and subject = $1`, [txid]),
    ({ rowCount }) => rowCount === 0,
  );
});

describe('the due date', () => {
  test('of 31 January is followed by the last of February and that by 31 March', async () => {
    const year = new Date().getUTCFullYear() + 1;
    const dueDate = `${year}-01-31T12:00:00.000Z`;
    const { companyId, token } = await payer({ dueDate });
    const pay = async (due: string) => {
      await clockAhead((Date.parse(due) - Date.now()) / 1_000 - 86_400);
      const invoiceId = invoiceIdOf(companyId, due);
      await eventually(
        () => at.invoiceFacts(companyId),
        (facts) => facts.some(({ data }) => data.invoiceId === invoiceId),
      );
      await clockAhead(0);
      const { body } = await subscribe(c1, { token }, invoiceId);
      bank.pay(body.txid);
      await hint(body.txid);
    };
    const last = new Date(Date.UTC(year, 2, 0, 12)).toISOString();
    await pay(dueDate);
    await paid(companyId);
    await pay(last);
    await paid(companyId, 2);
    expect((await renewals(companyId)).map((renewed) => renewed.dueDate)).toEqual([last, `${year}-03-31T12:00:00.000Z`]);
  });

  test('that is past moves to a month from today', async () => {
    const { companyId, txid } = await charged({ days: -70 });
    bank.pay(txid);
    await hint(txid);
    await paid(companyId);
    const [renewed] = await renewals(companyId);
    expect(dayOfMonth(new Date(renewed!.dueDate), zone)).toBe(dayOfMonth(monthOn(new Date(), zone), zone));
    expect(Date.parse(renewed!.dueDate)).toBeGreaterThan(Date.now() + 27 * 86_400_000);
  });
});
