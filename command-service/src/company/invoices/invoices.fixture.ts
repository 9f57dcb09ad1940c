import { type CompanyFact, type InvoiceFact, newId, type PixCharge, PLATFORM, topics } from '@prosa/contracts';
import { createLogger } from '@prosa/infra/runtime';
import type { CommandService } from '../../app.ts';
import { users } from '../../people/users/users.decider.ts';
import { startPixStandIn } from '../../testing/pix-stand-in/pix-stand-in.ts';
import { ask, eventually, startWorld } from '../../testing/world.fixture.ts';
import { type CompanyFields, company } from '../companies/companies.decider.ts';
import { companyFields } from '../companies/company-fields.ts';
import { plansDecider } from '../plans/plans.feature.ts';

const system = { kind: 'system', id: 'test' } as const;
const DAY_MS = 86_400_000;

/** Two instances and a bank; close them in `afterAll`. `idle`: they answer calls, and nothing else happens. */
export const startPaying = async ({ idle = false } = {}) => {
  const bank = await startPixStandIn();
  const lines: string[] = [];
  const world = await startWorld({ log: createLogger('test', 'trace', { write: (line) => lines.push(line) }) });
  const [c1, c2] = (await Promise.all([1, 2].map(() => world.instance({ pix: bank.env, idle })))) as [
    CommandService,
    CommandService,
  ];
  const { deps, bus } = c1;

  const plan = async (value: number): Promise<string> => {
    const id = newId();
    await deps.handle({
      companyId: PLATFORM,
      commandId: newId(),
      actor: system,
      decider: plansDecider,
      stream: `plans-${PLATFORM}`,
      command: { do: 'create', id, fields: { name: `Plano ${id.slice(-6)}`, users: 9, connections: 9, queues: 9, value } },
      missing: 'ERR_NO_PLAN_FOUND',
    });
    return id;
  };
  const [basic, team] = [await plan(89.9), await plan(199)];

  /** A company that is due in so many days, with an administrator. */
  const payer = async ({ days = 5, planId = basic, ...more }: Partial<CompanyFields> & { days?: number } = {}) => {
    const companyId = newId();
    const dueDate = new Date(Date.now() + days * DAY_MS).toISOString();
    const common = { companyId, actor: system };
    await deps.handle({
      ...common,
      commandId: newId(),
      decider: company,
      stream: `company-${companyId}`,
      command: {
        do: 'register company',
        companyId,
        fields: companyFields(`Padaria ${companyId.slice(-6)}`, new Date(), { planId, dueDate, ...more }),
      },
      missing: 'ERR_NO_COMPANY_FOUND',
    });
    const userId = newId();
    await deps.handle({
      ...common,
      commandId: newId(),
      decider: users,
      stream: `users-${companyId}`,
      command: {
        do: 'create user',
        userId,
        fields: { name: 'Carla', email: `${userId}@prosa.test`, profile: 'admin', queueIds: [] },
        super: false,
        rules: { queueIds: [] },
      },
      missing: 'ERR_NO_USER_FOUND',
    });
    const token = await deps.tokens.signAccess({ userId, companyId, version: 1 });
    return { companyId, token, dueDate: more.dueDate ?? dueDate };
  };
  type Payer = Awaited<ReturnType<typeof payer>>;

  const invoiceFacts = async (companyId: string) => (await deps.store.load(`invoices-${companyId}`)) as InvoiceFact[];
  const companyFacts = async (companyId: string) => (await deps.store.load(`company-${companyId}`)) as CompanyFact[];
  const told = async (companyId: string) => (await invoiceFacts(companyId)).map(({ type }) => type);
  const renewals = async (companyId: string) =>
    (await companyFacts(companyId)).flatMap((fact) => (fact.type === 'CompanyRenewed' ? [fact.data] : []));

  return {
    bank,
    logged: () => lines.join(''),
    world,
    c1,
    c2,
    basic,
    team,
    plan,
    payer,
    invoiceFacts,
    told,
    renewals,
    /** The id of the company's newest invoice, as soon as it is issued. */
    invoiceOf: async (companyId: string): Promise<string> => {
      const facts = await eventually(
        () => invoiceFacts(companyId),
        (all) => all.some(({ type }) => type === 'InvoiceIssued'),
      );
      return facts.findLast(({ type }) => type === 'InvoiceIssued')!.data.invoiceId;
    },
    /** Asks for a charge; resolves once its timer knows of it, so that a hint finds it. */
    subscribe: async (
      through: CommandService,
      { token }: Pick<Payer, 'token'>,
      invoiceId: string,
      { key, ...more }: { key?: string } & Record<string, unknown> = {},
    ) => {
      const answer = await ask<PixCharge & { invoiceId: string; error: string; fields: Record<string, string> }>(
        through,
        'POST /subscription',
        { token, ...(key !== undefined && { key }), body: { ...form, invoiceId, ...more } },
      );
      if (answer.status === 201)
        await eventually(
          () => deps.pool.query(`select from command.timer where timer = 'charges' and subject = $1`, [answer.body.txid]),
          ({ rowCount }) => rowCount === 1,
        );
      return answer;
    },
    /** What the gateway makes of a webhook. */
    hint: (...txids: string[]) =>
      bus.publish(txids.map((txid) => ({ topic: topics.payments, key: txid, value: { kind: 'pix', txids: [txid] } }))),
    /** The clock of all timers is ahead by so many seconds. */
    clockAhead: (seconds: number) =>
      deps.pool.query(`create or replace function command.timer_now() returns timestamptz language sql stable as
        $$ select statement_timestamp() + interval '${seconds} seconds' $$`),
    /** Something of that type has happened to its invoices. */
    until: (companyId: string, type: InvoiceFact['type']) =>
      eventually(
        () => told(companyId),
        (types) => types.includes(type),
      ),
    /** The invoice is settled. */
    paid: (companyId: string, times = 1) =>
      eventually(
        () => told(companyId),
        (types) => types.filter((type) => type === 'InvoicePaid').length === times,
      ),
    close: async () => {
      await world.close();
      await bank.close();
    },
  };
};

/** The body of a checkout without its invoice, as the app sends it: nothing in the card's fields. */
export const form = {
  firstName: 'Marina Alves',
  lastName: '',
  address2: 'Rua das Palmeiras, 418',
  city: 'São Paulo',
  state: 'SP',
  zipcode: '01000-000',
  country: 'BR',
  useAddressForPaymentDetails: false,
  nameOnCard: '',
  cardNumber: '',
  cvv: '',
  plan: '',
  price: 89.9,
  users: 9,
  connections: 9,
};
