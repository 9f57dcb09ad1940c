import { type CompanyFact, type Fact, type InvoiceFact, newId } from '@prosa/contracts';
import { drawn } from '../../../../infra/testing/volume.ts';
import type { CommandService } from '../../app.ts';
import type { ReactorTools } from '../../kernel/reactor.ts';
import { type Dying, dyingConcurrently, type Moment } from '../../testing/dying.fixture.ts';
import { ask } from '../../testing/world.fixture.ts';
import { createLookAtCharge } from './charges.ts';
import { invoices } from './invoices.feature.ts';
import { form, startPaying } from './invoices.fixture.ts';
import { createIssueInvoice } from './issuing.ts';
import { pixBank } from './pix.bank.ts';
import { createGiveBack, renewCompanies } from './renewals.ts';

const at = await startPaying({ idle: true });
const { bank, c1, world, payer, invoiceFacts, renewals } = at;
afterAll(() => at.close());

/** When a timer is due now. */
const dueNow = (companyId: string, subject: string) => ({
  companyId,
  subject,
  commandId: newId(),
  causationId: newId(),
  dueAt: new Date(),
  lateMs: 0,
});
const issued = async () => {
  const one = await payer();
  await createIssueInvoice(c1.deps)({ ...dueNow(one.companyId, one.companyId), isLate: false });
  return { ...one, invoiceId: await at.invoiceOf(one.companyId), key: newId() };
};
type Payer = Awaited<ReturnType<typeof issued>>;
const subscribe = (through: Pick<CommandService, 'app'>, { token, invoiceId, key }: Payer) =>
  ask<{ txid: string }>(through as CommandService, 'POST /subscription', { token, key, body: { ...form, invoiceId } });
const factOf = async <Type extends InvoiceFact['type']>(companyId: string, type: Type) =>
  (await invoiceFacts(companyId)).find((fact) => fact.type === type) as Extract<InvoiceFact, { type: Type }>;
const renewedFact = async (companyId: string) =>
  ((await c1.deps.store.load(`company-${companyId}`)) as CompanyFact[]).find(({ type }) => type === 'CompanyRenewed');
const look = (deps: Dying['deps'], companyId: string, txid: string) =>
  createLookAtCharge(deps, pixBank(bank.env))(dueNow(companyId, txid));
const react = async (deps: Dying['deps'], fact: Fact | undefined) =>
  fact && renewCompanies.start(deps as ReactorTools).command?.(fact);

/** The steps of a payment in their order, each by the process that may die in it. */
const steps: Record<string, (process: Dying, one: Payer, txid: string) => Promise<unknown>> = {
  'the charge is asked for': (process, one) => subscribe(process, one),
  'the bank is asked whether it was paid': ({ deps }, { companyId }, txid) => look(deps, companyId, txid),
  'the company is renewed': async ({ deps }, { companyId }) => react(deps, await factOf(companyId, 'PaymentReceived')),
  'the invoice is settled': async ({ deps }, { companyId }) => react(deps, await renewedFact(companyId)),
};
const names = Object.keys(steps);

const moments = drawn('a payment is killed while', [
  { step: 'the charge is asked for', append: 1, landed: false },
  { step: 'the charge is asked for', append: 1, landed: true },
  { step: 'the charge is asked for', append: 2, landed: false },
  { step: 'the charge is asked for', append: 2, landed: true },
  ...names.slice(1).flatMap((step) => [false, true].map((landed) => ({ step, append: 1, landed }))),
]);

/** Whole again: a new process with its reactors and timers. Until `work` is done. */
const restarted = async (work: () => Promise<unknown>): Promise<void> => {
  const alive = await world.instance({ pix: bank.env });
  try {
    await work();
  } finally {
    await alive.close();
    await at.clockAhead(0);
  }
};
const never: Moment = { append: 99, landed: true };

test.each(moments)('killed while $step, at append $append, written: $landed: one month', async ({ step, ...moment }) => {
  const one = await issued();
  let txid = '';
  let died = '';
  for (const name of names) {
    const process = dyingConcurrently(c1, name === step ? moment : never, invoices);
    if (name === 'the bank is asked whether it was paid') {
      // Whoever paid had the code: from the call, or from its repetition.
      txid = (await subscribe(c1, one)).body.txid;
      if (bank.known(txid).status === 'ATIVA') bank.pay(txid);
    }
    steps[name]!(process, one, txid).then(process.over, process.over);
    if (await process.dead) {
      died = name;
      break;
    }
  }
  expect(died).toBe(step);
  if (txid === '') {
    txid = (await subscribe(c1, one)).body.txid;
    bank.pay(txid);
  }
  await restarted(async () => {
    await at.clockAhead(31);
    await at.paid(one.companyId);
  });
  const types = (await invoiceFacts(one.companyId)).map(({ type }) => type);
  expect(types).toEqual(['InvoiceIssued', 'ChargeRequested', 'ChargeCreated', 'PaymentReceived', 'InvoicePaid']);
  expect(await renewals(one.companyId)).toMatchObject([{ invoiceId: one.invoiceId }]);
  expect([...bank.charges.values()].filter((charge) => charge.txid === txid)).toHaveLength(1);
});

test.each([{ landed: false }, { landed: true }])(
  'killed while a wrong payment goes back, written: $landed: it goes back once',
  async ({ landed }) => {
    const one = await issued();
    const { txid } = (await subscribe(c1, one)).body;
    const { endToEndId } = bank.pay(txid, { amount: '10.00' });
    await look(c1.deps, one.companyId, txid);
    const process = dyingConcurrently(c1, { append: 1, landed }, invoices);
    const back = createGiveBack(process.deps, pixBank(bank.env))(dueNow(one.companyId, `${txid} ${endToEndId}`));
    back.then(process.over, process.over);
    expect(await process.dead).toBe(true);
    await restarted(() => at.until(one.companyId, 'PaymentRefunded'));
    expect(bank.transfers.get(endToEndId)?.devolucoes).toMatchObject([{ valor: '10.00' }]);
    expect((await at.told(one.companyId)).filter((type) => type === 'PaymentRefunded')).toHaveLength(1);
    expect(await renewals(one.companyId)).toEqual([]);
  },
);
