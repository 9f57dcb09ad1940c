import { setTimeout as wait } from 'node:timers/promises';
import { signIn } from '../simulate/client.ts';
import { readBy, setUpMenu } from '../simulate/menus.ts';
import { nameOf, numberOf } from '../simulate/names.ts';
import { simulatorCustomers } from '../simulate/simulator.channel.ts';
import { percentiles } from '../simulate/statistics.ts';
import type { Product } from '../testing/product.ts';
import { type Finding, rounded } from './report.ts';
import { inLanes } from './store.ts';

/** Prefix of the customers' numbers, different from the other benches. */
const RUN = 83;
const CUSTOMERS = 60;
/** The first is not measured: it also opens the ticket. */
const SAID = ['Oi', '1', '1', '2', '0', '#'];
/** Customers who answer at the same time. */
const LANES = 2;
/** The phone is looked at this often, which is part of what is measured. */
const LOOK_MS = 10;
const UNDER_MS = 200;

/** How long it takes from a customer's answer to a menu until what follows is on their phone. */
export const benchMenus = async (product: Product): Promise<Finding[]> => {
  const { demo, url } = product;
  const [user] = demo.users;
  await setUpMenu(await signIn(url, user!.email, user!.password), demo.connection.id, 0);
  const customers = simulatorCustomers(url, demo.connection);
  const taken: number[] = [];
  await inLanes(LANES, CUSTOMERS, async (n) => {
    const customer = await customers.customer(numberOf(RUN, n), nameOf(n));
    for (const [nth, text] of SAID.entries()) {
      const begun = performance.now();
      await customers.say(customer, `${customer.number}-${nth}`, { type: 'text', text });
      while ((await readBy(customers, customer)).length <= nth) await wait(LOOK_MS);
      if (nth > 0) taken.push(performance.now() - begun);
    }
  });
  const { p50, p95, p99 } = percentiles(taken);
  return [
    {
      what: 'from an answer to a menu to what follows on the phone, p95',
      measured: rounded(p95),
      unit: 'ms',
      target: { under: UNDER_MS },
      detail: { answers: taken.length, customersAtOnce: LANES, p50, p99 },
    },
  ];
};
