import { newId } from '@prosa/contracts';
import { assertDeclared } from '../../../../infra/testing/declared.ts';
import { createUser } from '../../people/users/create-user.ts';
import { ask, eventually } from '../../testing/world.fixture.ts';
import { company } from '../companies/companies.decider.ts';
import { invoiceIdOf } from './invoices.decider.ts';
import { form, startPaying } from './invoices.fixture.ts';

const at = await startPaying();
const { bank, c1, c2, basic, team, payer, invoiceOf, subscribe, told } = at;
afterAll(() => at.close());
afterEach(() => at.clockAhead(0));

const puts = (txid: string) => bank.seen.filter((call) => call === `PUT /v2/cob/${txid}`).length;

describe('invoices', () => {
  test('are issued ten days before the due date, and not before', async () => {
    const { companyId, dueDate } = await payer({ days: 11 });
    const { companyId: near } = await payer({ days: 9 });
    expect(await invoiceOf(near)).toBeDefined();
    expect(await told(companyId)).toEqual([]);
    await at.clockAhead(86_400 + 60);
    expect(await invoiceOf(companyId)).toBe(invoiceIdOf(companyId, dueDate));
  });

  test('of a due date that was moved are withdrawn, and issued for the new one within ten days', async () => {
    const { companyId, dueDate } = await payer({ days: 3 });
    await invoiceOf(companyId);
    const move = async (days: number) => {
      const moved = new Date(Date.parse(dueDate) + days * 86_400_000).toISOString();
      await c2.deps.handle({
        companyId,
        commandId: newId(),
        actor: { kind: 'system', id: 'test' },
        decider: company,
        stream: `company-${companyId}`,
        missing: 'ERR_NO_COMPANY_FOUND',
        command: { do: 'change company', companyId, changes: { dueDate: moved } },
      });
      return invoiceIdOf(companyId, moved);
    };
    const next = await move(2);
    await eventually(
      () => told(companyId),
      (types) => types.join() === 'InvoiceIssued,InvoiceWithdrawn,InvoiceIssued',
    );
    expect(await invoiceOf(companyId)).toBe(next);
    await move(40);
    await eventually(
      () => told(companyId),
      (types) => types.join() === 'InvoiceIssued,InvoiceWithdrawn,InvoiceIssued,InvoiceWithdrawn',
    );
  });

  test('are issued to no company without a plan, or with one that costs nothing', async () => {
    const free = await at.plan(0);
    const without = await payer({ planId: null });
    const gratis = await payer({ planId: free });
    const last = await payer();
    await invoiceOf(last.companyId);
    await eventually(
      async () => (await c1.deps.pool.query(`select from command.timer where timer = 'invoices' and due_at <= now()`)).rowCount,
      (count) => count === 0,
    );
    expect([await told(without.companyId), await told(gratis.companyId)]).toEqual([[], []]);
  });
});

describe('POST /subscription', () => {
  test('gives the QR code and the amount of a charge at the bank', async () => {
    const one = await payer();
    const invoiceId = await invoiceOf(one.companyId);
    const { status, body } = await subscribe(c1, one, invoiceId, { price: 0.01, users: 500 });
    const cob = bank.known(body.txid);
    expect([status, body]).toEqual([
      201,
      {
        invoiceId,
        txid: cob.txid,
        status: 'ATIVA',
        planId: basic,
        qrcode: { qrcode: cob.pixCopiaECola },
        valor: { original: '89.90' },
        expiresAt: new Date(Date.parse(cob.calendario.criacao) + 86_400_000).toISOString(),
      },
    ]);
    expect(cob).toMatchObject({ valor: { original: '89.90' }, chave: bank.key, calendario: { expiracao: 86_400 } });
  });

  test('gives the same charge while it runs, on any instance, also to two at once', async () => {
    const one = await payer();
    const invoiceId = await invoiceOf(one.companyId);
    const both = await Promise.all([subscribe(c1, one, invoiceId), subscribe(c2, one, invoiceId)]);
    const third = await subscribe(c2, one, invoiceId);
    expect(new Set([...both, third].map(({ body }) => body.qrcode.qrcode)).size).toBe(1);
    expect((await told(one.companyId)).filter((type) => type === 'ChargeRequested')).toHaveLength(1);
  });

  test('repeated with its key is the same call; with another body it is refused', async () => {
    const one = await payer();
    const invoiceId = await invoiceOf(one.companyId);
    const key = newId();
    const first = await subscribe(c1, one, invoiceId, { key });
    expect((await subscribe(c2, one, invoiceId, { key })).body).toEqual(first.body);
    expect((await subscribe(c2, one, invoiceId, { key, city: 'Santos' })).body.error).toBe('ERR_IDEMPOTENCY_MISMATCH');
    // What is dropped makes no difference.
    expect((await subscribe(c2, one, invoiceId, { key, cvv: '123' })).body).toEqual(first.body);
  });

  test('takes a charge that the bank has already as it is', async () => {
    const one = await payer();
    const invoiceId = await invoiceOf(one.companyId);
    bank.next('put', { cut: 'after' });
    expect(await subscribe(c1, one, invoiceId)).toMatchObject({ status: 503, body: { error: 'ERR_PAYMENT_UNAVAILABLE' } });
    const { status, body } = await subscribe(c2, one, invoiceId);
    expect([status, puts(body.txid)]).toEqual([201, 2]);
    expect(body.qrcode.qrcode).toBe(bank.known(body.txid).pixCopiaECola);
    expect((await told(one.companyId)).filter((type) => type === 'ChargeRequested')).toHaveLength(1);
  });

  test('refuses a name that is too long to be kept before the bank is asked', async () => {
    const one = await payer();
    const invoiceId = await invoiceOf(one.companyId);
    const names = { firstName: 'M'.repeat(200), lastName: 'A' };
    const answer = await subscribe(c1, one, invoiceId, { ...names, useAddressForPaymentDetails: true });
    expect(answer).toMatchObject({ status: 400, body: { error: 'ERR_VALIDATION', fields: { lastName: 'Too Long!' } } });
    expect(await told(one.companyId)).toEqual(['InvoiceIssued']);
    expect((await subscribe(c1, one, invoiceId, names)).status).toBe(201);
  });

  test('of another plan is a charge at its price, and the plan stays until it is paid', async () => {
    const one = await payer();
    const invoiceId = await invoiceOf(one.companyId);
    expect((await subscribe(c1, one, invoiceId, { plan: team })).body).toMatchObject({
      planId: team,
      valor: { original: '199.00' },
    });
    expect((await subscribe(c1, one, invoiceId, { plan: basic })).body.valor.original).toBe('89.90');
    expect((await c2.deps.referenceData.company(one.companyId))?.planId).toBe(basic);
    expect((await subscribe(c1, one, invoiceId, { plan: newId() })).body.error).toBe('ERR_NO_PLAN_FOUND');
    const free = await at.plan(0);
    expect((await subscribe(c1, one, invoiceId, { plan: free })).body.error).toBe('ERR_PLAN_WITHOUT_PRICE');
  });

  test('of another company`s invoice, or of none, is refused', async () => {
    const [one, other] = [await payer(), await payer()];
    const theirs = await invoiceOf(other.companyId);
    for (const invoiceId of [theirs, newId()])
      expect(await subscribe(c1, one, invoiceId)).toMatchObject({ status: 404, body: { error: 'ERR_NO_INVOICE_FOUND' } });
    expect(await told(other.companyId)).toEqual(['InvoiceIssued']);
  });

  test('of a paid invoice is refused', async () => {
    const one = await payer();
    const invoiceId = await invoiceOf(one.companyId);
    const { body } = await subscribe(c1, one, invoiceId);
    bank.pay(body.txid);
    await at.hint(body.txid);
    await at.paid(one.companyId);
    expect(await subscribe(c2, one, invoiceId)).toMatchObject({ status: 409, body: { error: 'ERR_INVOICE_PAID' } });
  });

  test.each([
    ['firstName', 'O nome completo é obrigatório'],
    ['address2', 'O Endereço é obrigatório'],
    ['city', 'Cidade é obrigatória'],
    ['zipcode', 'CEP é obrigatório'],
    ['country', 'País é obrigatório'],
  ])('without %s says: %s', async (field, message) => {
    const one = await payer();
    const invoiceId = newId();
    for (const value of ['', undefined])
      expect(await subscribe(c1, one, invoiceId, { [field]: value })).toMatchObject({
        status: 400,
        body: { error: 'ERR_VALIDATION', fields: { [field]: message } },
      });
  });

  test('needs nothing but the invoice, name and address', async () => {
    const one = await payer();
    const invoiceId = await invoiceOf(one.companyId);
    const { firstName, address2, city, zipcode, country } = form;
    const body = { invoiceId, firstName, address2, city, zipcode, country };
    expect((await ask(c1, 'POST /subscription', { token: one.token, body })).status).toBe(201);
  });

  test('keeps name and address for invoices if that is wanted', async () => {
    const one = await payer();
    const invoiceId = await invoiceOf(one.companyId);
    await subscribe(c1, one, invoiceId, { useAddressForPaymentDetails: true });
    const [, changed] = await c1.deps.store.load(`company-${one.companyId}`);
    expect(changed?.data).toMatchObject({
      billingName: 'Marina Alves',
      addressStreet: 'Rua das Palmeiras, 418',
      addressCity: 'São Paulo',
      addressState: 'SP',
      addressZipCode: '01000-000',
    });
  });

  test('without a bank says that payment is not set up', async () => {
    const one = await payer();
    const invoiceId = await invoiceOf(one.companyId);
    const unset = await at.world.instance({ idle: true });
    expect(await subscribe(unset, one, invoiceId)).toMatchObject({ status: 409, body: { error: 'ERR_PAYMENT_NOT_SET_UP' } });
  });

  test('keeps nothing of a card: not in an event, a table, a log line or a call to the bank', async () => {
    const one = await payer();
    const invoiceId = await invoiceOf(one.companyId);
    const card = { nameOnCard: 'MARINA A DA SILVA', cardNumber: '4111111111111111', cvv: '9173-X' };
    expect((await subscribe(c1, one, invoiceId, { ...card, key: newId() })).status).toBe(201);
    expect((await subscribe(c1, one, invoiceId, { ...card, country: 'XX' })).status).toBe(400);
    expect((await subscribe(c1, { token: 'x' }, invoiceId, card)).status).toBe(401);
    const { rows: tables } = await c1.deps.pool.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('command', 'bus', 'keys')`,
    );
    const rows = await Promise.all(
      tables.map(({ name }) => c1.deps.pool.query<{ row: string }>(`select row_to_json(t)::text as row from ${name} t`)),
    );
    const events = await Promise.all(
      ['invoices', 'company', 'users'].map((kind) => c1.deps.store.load(`${kind}-${one.companyId}`, { faults: 'keep' })),
    );
    const everything = [
      ...rows.flatMap((table) => table.rows.map(({ row }) => row)),
      JSON.stringify(events, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
      JSON.stringify([...bank.charges.values()]),
      at.logged(),
    ].join('\n');
    expect(at.logged()).toContain('/api/subscription');
    expect(everything).toContain(invoiceId);
    for (const secret of Object.values(card)) expect(everything).not.toContain(secret);
  });
});

describe('whoever cannot sign in because the subscription is over', () => {
  const PASSWORD = 'segredo-muito-raro';
  const expired = async () => {
    const one = await payer({ days: -3 });
    const person = async (profile: 'admin' | 'user') => {
      const email = `${newId()}@prosa.test`;
      const fields = { name: 'Rubens', email, profile, queueIds: [] };
      await createUser(c1.deps)({
        companyId: one.companyId,
        commandId: newId(),
        actor: { kind: 'system', id: 'test' },
        userId: newId(),
        fields,
        password: PASSWORD,
        super: false,
      });
      return email;
    };
    const signIn = (email: string, password = PASSWORD) =>
      ask<{ error: string; details?: { date: string; checkoutToken?: string } }>(c2, 'POST /auth/login', {
        body: { email, password },
      });
    return { ...one, admin: await person('admin'), user: await person('user'), signIn };
  };

  test('gets a token for the checkout as an administrator with the right password, and nobody else does', async () => {
    const { admin, user, signIn } = await expired();
    const refused = await signIn(admin);
    expect(refused).toMatchObject({ status: 401, body: { error: 'ERR_SUBSCRIPTION_EXPIRED' } });
    expect(refused.body.details?.checkoutToken).toEqual(expect.any(String));
    expect((await signIn(user)).body.details).toEqual({ date: expect.any(String) });
    const wrong = await signIn(admin, 'outra-senha');
    expect([wrong.body.error, wrong.body.details]).toEqual(['ERR_INVALID_CREDENTIALS', undefined]);
  });

  test('pays with it, and then signs in', async () => {
    const { companyId, admin, signIn } = await expired();
    const token = (await signIn(admin)).body.details!.checkoutToken!;
    const { status, body } = await subscribe(c1, { token }, await invoiceOf(companyId));
    expect(status).toBe(201);
    bank.pay(body.txid);
    await at.hint(body.txid);
    await at.paid(companyId);
    expect((await signIn(admin)).status).toBe(200);
  });

  test('can call nothing else with it, and pay nobody else`s invoice', async () => {
    const { companyId, admin, signIn } = await expired();
    const token = (await signIn(admin)).body.details!.checkoutToken!;
    await invoiceOf(companyId);
    const other = await payer();
    expect((await subscribe(c1, { token }, await invoiceOf(other.companyId))).body.error).toBe('ERR_NO_INVOICE_FOUND');
    for (const call of ['GET /auth/me', 'DELETE /auth/logout', 'POST /tags', 'PUT /settings/call'] as const) {
      const [method, path] = call.split(' ') as ['GET', string];
      const reply = await c1.app.inject({
        method,
        url: `/api${path}`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(method === 'GET' ? {} : { payload: '{}' }),
      });
      assertDeclared(method, path, reply.statusCode, JSON.parse(reply.payload));
      expect([call, reply.statusCode]).toEqual([call, 401]);
    }
  });
});
