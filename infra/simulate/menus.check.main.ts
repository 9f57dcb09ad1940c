import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { type Product, startProduct } from '../testing/product.ts';
import { until } from '../testing/until.ts';
import { type Session, signIn } from './client.ts';
import type { Customer, Customers } from './customers.ts';
import { inParallel } from './in-parallel.ts';
import { words } from './menus.model.ts';
import { type MenuPlayer, playMenu, readBy, setUpMenu, ticketOf } from './menus.ts';
import { nameOf, numberOf } from './names.ts';
import { simulatorCustomers } from './simulator.channel.ts';

/*
 * Customers answer a menu in all kinds of ways, scheduled messages become due, and silence closes tickets, while one of two command services
 * after the other is killed. Ends with 0 if each customer has read exactly what the menu promises, in order and once, each ticket is where it
 * belongs, and each scheduled message has left once.
 */
const { values } = parseArgs({
  options: {
    customers: { type: 'string', default: '60' },
    concurrency: { type: 'string', default: '10' },
    schedules: { type: 'string', default: '60' },
    every: { type: 'string', default: '7' },
  },
});
const everyMs = Number(values.every) * 1_000;
const concurrency = Number(values.concurrency);
const seed = 1 + Math.floor(Math.random() * 900_000);
/** Scheduled messages become due from then on, one after another within so much time. */
const DUE = { firstMs: 65_000, withinMs: 40_000 };
/** The timers' clock is set forward by so much, so that menus time out; and the silence after which tickets are closed then. */
const FORWARD_MINUTES = 31;
const SILENCE_MINUTES = FORWARD_MINUTES + 1;
const OVER_MS = 150_000;

const faults: string[] = [];
const fault = (what: string): void => {
  faults.push(what);
  console.error(what);
};

let kills = 0;
const killCommandServices = async (product: Product, over: AbortSignal): Promise<void> => {
  for (let nth = 0; ; nth += 1) {
    await wait(everyMs, undefined, { signal: over }).catch(() => undefined);
    if (over.aborted) return;
    try {
      product.kill(`command-${(nth % 2) + 1}`);
      kills += 1;
    } catch {
      // It is not back yet.
    }
  }
};

type Scheduled = { customer: Customer; body: string };
const schedule = async (admin: Session, customers: Customers): Promise<Scheduled[]> => {
  const count = Number(values.schedules);
  const begins = Date.now() + DUE.firstMs;
  const all: Scheduled[] = [];
  await inParallel(Array.from({ length: count }), concurrency, async (_, n) => {
    const customer = await customers.customer(numberOf(seed + 1, n), nameOf(n));
    const { number, name } = customer;
    const { record } = await admin.command<{ id: string }>('POST', '/contacts', { name, number });
    const sendAt = new Date(begins + (n / count) * DUE.withinMs).toISOString();
    const body = `Lembrete número ${n}`;
    await admin.command('POST', '/schedules', { contactId: record.id, body, sendAt });
    all.push({ customer, body });
  });
  return all;
};

/** Whether the customer has read exactly these texts, in this order. */
const compare = async (customers: Customers, customer: Customer, expected: readonly string[]): Promise<void> => {
  const read = await readBy(customers, customer);
  if (JSON.stringify(read) !== JSON.stringify(expected))
    fault(`${customer.number} has read ${JSON.stringify(read)} instead of ${JSON.stringify(expected)}`);
};

const forward = async (product: Product): Promise<void> => {
  const client = new pg.Client({ connectionString: product.databaseUrl });
  await client.connect();
  await client.query(`create or replace function command.timer_now() returns timestamptz language sql stable as
    $$ select statement_timestamp() + interval '${FORWARD_MINUTES} minutes' $$`);
  await client.end();
};

const check = async (product: Product): Promise<object> => {
  const { demo, url } = product;
  const { email, password } = demo.users.find((user) => user.email.startsWith('admin@'))!;
  const admin = await signIn(url, email, password);
  const customers = simulatorCustomers(url, demo.connection);
  const menu = await setUpMenu(admin, demo.connection.id, SILENCE_MINUTES);
  const scheduled = await schedule(admin, customers);

  const players: MenuPlayer[] = [];
  await inParallel(Array.from({ length: Number(values.customers) }), concurrency, async (_, n) => {
    await playMenu({ customers, admin, menu }, seed, n).then(
      (player) => players.push(player),
      (error: Error) => fault(`customer ${n}: ${error.message}`),
    );
  });
  for (const { customer, expected } of players) await compare(customers, customer, expected.texts);
  const sent = async ({ customer }: Scheduled) => (await readBy(customers, customer)).length > 0;
  const due = Date.now() + OVER_MS;
  for (const one of scheduled)
    await until(() => sent(one), Math.max(1_000, due - Date.now())).catch(() => fault(`${one.body} has not left`));

  // Those who were accepted get an answer, and leave it unanswered.
  await forward(product);
  const served = players.filter(({ said, expected }) => !expected.waits && said.length === 3);
  for (const { ticketId } of served) await admin.command('POST', `/messages/${ticketId}`, { body: 'Posso ajudar?' });
  const end = Date.now() + OVER_MS;
  const left = () => Math.max(1_000, end - Date.now());
  for (const { customer } of served)
    await until(async () => (await ticketOf(admin, customer)).status === 'closed', left()).catch(() =>
      fault(`${customer.number} was silent, and is not closed`),
    );
  const queueOf = async (customer: Customer) => (await ticketOf(admin, customer)).queue?.name ?? null;
  for (const { customer, expected } of players) {
    const queue = expected.queue ?? menu.fallback;
    await until(async () => (await queueOf(customer)) === queue, left()).catch(() =>
      fault(`${customer.number} is not in ${queue}`),
    );
    const closing = served.some((one) => one.customer === customer) ? ['Posso ajudar?', words.goodbye] : [];
    await until(async () => (await readBy(customers, customer)).length >= expected.texts.length + closing.length, left()).catch(
      () => undefined,
    );
    await compare(customers, customer, [...expected.texts, ...closing]);
  }
  for (const { customer, body } of scheduled) await compare(customers, customer, [body]);
  const texts = players.reduce((sum, { expected }) => sum + expected.texts.length, 0);
  return { customers: players.length, texts, closed: served.length, schedules: scheduled.length };
};

const product = await startProduct({ instances: 2 });
const over = new AbortController();
const killing = killCommandServices(product, over.signal);
try {
  const counts = await check(product);
  console.log(JSON.stringify({ ...counts, kills, faults: faults.length }));
} finally {
  over.abort();
  await killing;
  await product.stop();
}
process.exit(faults.length > 0 ? 1 : 0);
