import { given } from '../../kernel/given.ts';
import { invoiceIdOf, invoicesDecider, type Transfer, txidOf } from './invoices.decider.ts';
import type { InvoiceEvent } from './invoices.state.ts';

const company = '0f9f8d1e-6f0e-4f5c-9b0f-0d1a4b7c2e11';
const month = { planId: 'basic', detail: 'Essencial', cents: 8_900 };
const larger = { planId: 'team', detail: 'Equipe', cents: 19_900 };
const dueDate = '2026-12-10T12:00:00.000Z';
const invoiceId = invoiceIdOf(company, dueDate);
const other = { invoiceId: invoiceIdOf(company, '2026-12-20T12:00:00.000Z'), dueDate: '2026-12-20T12:00:00.000Z' };
const [txid, second] = [txidOf(invoiceId, 1), txidOf(invoiceId, 2)];
const expiresAt = '2026-12-02T12:00:00.000Z';
const now = new Date('2026-12-01T12:00:00.000Z');

const due = { invoiceId, dueDate, ...month };
const issued: InvoiceEvent = { type: 'InvoiceIssued', data: { ...due, serial: 1 } };
const withdrawn: InvoiceEvent = { type: 'InvoiceWithdrawn', data: { invoiceId } };
const requested: InvoiceEvent = { type: 'ChargeRequested', data: { invoiceId, txid, attempt: 1, expiresAt, ...month } };
const created: InvoiceEvent = { type: 'ChargeCreated', data: { invoiceId, txid, code: '0002', expiresAt } };
const again: InvoiceEvent = {
  type: 'ChargeRequested',
  data: { invoiceId, txid: second, attempt: 2, expiresAt, ...larger },
};
const paidAt = '2026-12-01T13:00:00.000Z';
const transfer = (n: number, more: Partial<Transfer> = {}): Transfer => ({
  endToEndId: `E${n}`,
  cents: 8_900,
  paidAt,
  refunds: [],
  ...more,
});
const received = (n: number, pays: boolean, more: object = {}): InvoiceEvent =>
  ({
    type: 'PaymentReceived',
    data: { invoiceId, txid, endToEndId: `E${n}`, cents: 8_900, paidAt, pays, ...more },
  }) as InvoiceEvent;
const renewedUntil = '2027-01-10T12:00:00.000Z';
const paid: InvoiceEvent = { type: 'InvoicePaid', data: { invoiceId, txid, paidAt, renewedUntil, ...month } };

describe('an invoice', () => {
  test('is issued for a due date, once', () => {
    given(invoicesDecider, []).when({ do: 'issue invoice', due }).gives([issued]);
    given(invoicesDecider, [issued]).when({ do: 'issue invoice', due }).gives([]);
    given(invoicesDecider, [issued, requested, received(1, true)])
      .when({ do: 'issue invoice', due })
      .gives([]);
    given(invoicesDecider, [issued, requested, received(1, true), paid])
      .when({ do: 'issue invoice', due })
      .gives([]);
  });

  test('is withdrawn when the due date has moved, and comes back with it', () => {
    given(invoicesDecider, [issued])
      .when({ do: 'issue invoice', due: { ...other, ...month } })
      .gives([withdrawn, { type: 'InvoiceIssued', data: { ...other, ...month, serial: 2 } }]);
    given(invoicesDecider, [issued]).when({ do: 'issue invoice', due: null }).gives([withdrawn]);
    given(invoicesDecider, [issued, withdrawn]).when({ do: 'issue invoice', due }).gives([issued]);
  });

  test('that is being paid, or was, is not withdrawn', () => {
    for (const events of [
      [issued, requested, received(1, true)],
      [issued, requested, received(1, true), paid],
    ])
      given(invoicesDecider, events).when({ do: 'issue invoice', due: null }).gives([]);
  });

  test('says another price if the company has another plan, and none if the plan itself has', () => {
    given(invoicesDecider, [issued])
      .when({ do: 'issue invoice', due: { ...due, ...larger } })
      .gives([{ type: 'InvoiceIssued', data: { ...due, ...larger, serial: 1 } }]);
    given(invoicesDecider, [issued])
      .when({ do: 'issue invoice', due: { ...due, cents: 9_900 } })
      .gives([]);
  });

  test('has the same id for a due date of a company, whoever issues it', () => {
    expect(invoiceIdOf(company, dueDate)).toBe(invoiceId);
    expect(other.invoiceId).not.toBe(invoiceId);
  });
});

describe('a charge', () => {
  const request = { do: 'request charge', invoiceId, month: null, expiresAt, until: now } as const;

  test('is asked for at the price of the invoice, and while it runs no other', () => {
    given(invoicesDecider, [issued]).when(request).gives([requested]);
    given(invoicesDecider, [issued, requested]).when(request).gives([]);
    given(invoicesDecider, [issued, requested, created]).when(request).gives([]);
  });

  test('is asked for anew once it has expired, soon will, or has brought what pays nothing', () => {
    const next = { type: 'ChargeRequested', data: { invoiceId, txid: second, attempt: 2, expiresAt, ...month } } as const;
    given(invoicesDecider, [issued, requested, { type: 'ChargeExpired', data: { invoiceId, txid } }])
      .when(request)
      .gives([next]);
    given(invoicesDecider, [issued, requested])
      .when({ ...request, until: new Date(expiresAt) })
      .gives([next]);
    given(invoicesDecider, [issued, requested, received(1, false)])
      .when(request)
      .gives([next]);
  });

  test('of another plan is another charge', () => {
    given(invoicesDecider, [issued, requested])
      .when({ ...request, month: larger })
      .gives([again]);
  });

  test('has 32 hex digits, the same for each attempt', () => {
    expect(txid).toMatch(/^[0-9a-f]{32}$/);
    expect(txidOf(invoiceId, 1)).toBe(txid);
    expect(second).not.toBe(txid);
  });

  test('of an invoice that is not there, withdrawn, being paid or paid is refused', () => {
    given(invoicesDecider, []).when(request).refuses('ERR_NO_INVOICE_FOUND');
    given(invoicesDecider, [issued, withdrawn]).when(request).refuses('ERR_NO_INVOICE_FOUND');
    given(invoicesDecider, [issued, requested, received(1, true)])
      .when(request)
      .refuses('ERR_INVOICE_PAID');
    given(invoicesDecider, [issued, requested, received(1, true), paid])
      .when(request)
      .refuses('ERR_INVOICE_PAID');
  });

  test('is created and expires once', () => {
    const create = { do: 'create charge', txid, code: '0002', expiresAt } as const;
    given(invoicesDecider, [issued, requested]).when(create).gives([created]);
    given(invoicesDecider, [issued, requested, created]).when(create).gives([]);
    const expired: InvoiceEvent = { type: 'ChargeExpired', data: { invoiceId, txid } };
    given(invoicesDecider, [issued, requested]).when({ do: 'expire charge', txid }).gives([expired]);
    given(invoicesDecider, [issued, requested, expired]).when({ do: 'expire charge', txid }).gives([]);
  });
});

describe('a payment', () => {
  const receive = (...transfers: Transfer[]) => ({ do: 'receive payments', txid, transfers }) as const;

  test('pays the invoice once, however often it is told', () => {
    given(invoicesDecider, [issued, requested])
      .when(receive(transfer(1)))
      .gives([received(1, true)]);
    given(invoicesDecider, [issued, requested])
      .when(receive(transfer(1), transfer(2)))
      .gives([received(1, true), received(2, false)]);
    given(invoicesDecider, [issued, requested, received(1, true)])
      .when(receive(transfer(1)))
      .gives([]);
    given(invoicesDecider, [issued, requested, received(1, true), paid])
      .when(receive(transfer(2)))
      .gives([received(2, false)]);
  });

  test('of another charge of a paid invoice pays nothing', () => {
    given(invoicesDecider, [issued, requested, again, received(1, true)])
      .when({ do: 'receive payments', txid: second, transfers: [transfer(2, { cents: 19_900 })] })
      .gives([received(2, false, { txid: second, cents: 19_900 })]);
  });

  test.each([8_899, 8_901, 19_900])('of %p centavos pays nothing', (cents) =>
    given(invoicesDecider, [issued, requested])
      .when(receive(transfer(1, { cents })))
      .gives([received(1, false, { cents })]),
  );

  test('has its charge stay paid, also if the bank knows that no more', () =>
    given(invoicesDecider, [issued, requested, received(1, true), paid])
      .when({ do: 'expire charge', txid })
      .gives([]));

  test('that was given back pays nothing; a refund is noted once', () => {
    const back = [{ refundId: 'r1', cents: 8_900 }];
    const refunded = {
      type: 'PaymentRefunded',
      data: { invoiceId, txid, endToEndId: 'E1', refundId: 'r1', cents: 8_900 },
    } as const;
    given(invoicesDecider, [issued, requested])
      .when(receive(transfer(1, { refunds: back })))
      .gives([received(1, false), refunded]);
    given(invoicesDecider, [issued, requested, received(1, true), paid])
      .when(receive(transfer(1, { refunds: back })))
      .gives([refunded]);
    given(invoicesDecider, [issued, requested, received(1, true), paid, refunded])
      .when(receive(transfer(1, { refunds: back })))
      .gives([]);
    given(invoicesDecider, [issued, requested, received(1, false), refunded])
      .when({ do: 'note refund', txid, endToEndId: 'E1', refundId: 'r1', cents: 8_900 })
      .gives([]);
  });

  test('to a withdrawn invoice counts: whoever paid has paid a month', () =>
    given(invoicesDecider, [issued, requested, withdrawn])
      .when(receive(transfer(1)))
      .gives([received(1, true)]));

  test('after the charge has expired counts too', () =>
    given(invoicesDecider, [issued, requested, { type: 'ChargeExpired', data: { invoiceId, txid } }])
      .when(receive(transfer(1)))
      .gives([received(1, true)]));

  test('to a charge that Prosa never asked for changes nothing', () =>
    given(invoicesDecider, [issued])
      .when(receive(transfer(1)))
      .gives([]));

  test('settles the invoice at the price and plan of its charge, once', () => {
    const settle = { do: 'settle invoice', invoiceId, renewedUntil } as const;
    given(invoicesDecider, [issued, requested, received(1, true)])
      .when(settle)
      .gives([paid]);
    given(invoicesDecider, [issued, requested, received(1, true), paid])
      .when(settle)
      .gives([]);
    given(invoicesDecider, [issued, requested]).when(settle).gives([]);
    given(invoicesDecider, [issued, again, received(1, true, { txid: second, cents: 19_900 })])
      .when(settle)
      .gives([{ type: 'InvoicePaid', data: { invoiceId, txid: second, paidAt, renewedUntil, ...larger } }]);
  });
});
