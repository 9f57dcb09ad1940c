import { newId, type TicketView } from '@prosa/contracts';
import { connectNumber } from '../simulate/graph.channel.ts';
import { handOf } from '../simulate/hand.ts';
import { type Percentiles, percentiles } from '../simulate/statistics.ts';
import { type Product, startProduct } from '../testing/product.ts';
import { startStandIn } from '../testing/stand-in.ts';
import { until } from '../testing/until.ts';
import { openShops, type Shops } from './channels.shops.ts';
import { type Attendant, paced, write } from './players.ts';
import { type Finding, rounded } from './report.ts';
import { inLanes } from './store.ts';

const SESSIONS = Number(process.env.PROSA_BENCH_SESSIONS ?? 100);
const CUSTOMERS = Math.min(50, SESSIONS);
const PER_SECOND = 20;
const SECONDS = 15;
/** Each of the customers writes so many at once. */
const AT_ONCE = 10;

type Customer = { number: string; shop: string; ticketId: string };
type Places = { product: Product; shops: Shops };

/**
 * The channels with a hundred sessions of WhatsApp by QR code in one gateway, whose phones are played by the WhatsApp peer, in a process
 * of its own: everything is encrypted end to end, by both sides on the same machine.
 */
export const benchChannels = async (): Promise<Finding[]> => {
  const [peer, graph] = await Promise.all([startStandIn('whatsapp-peer'), startStandIn('graph-stand-in')]);
  const envOf = async (url: string, path: string) => (await handOf(url).get<{ env: Record<string, string> }>(path)).env;
  const env = { ...(await envOf(peer.url, '/state')), ...(await envOf(graph.url, '/hand')) };
  Object.assign(process.env, env);
  const product = await startProduct();
  try {
    const shops = await openShops(product, peer.url);
    const places = { product, shops };
    const findings = [...(await benchSessions(places)), ...(await benchMessages(places)), await benchWebhooks(places, graph.url)];
    const mostLive = await shops.mostLive();
    if (mostLive > 1) throw new Error(`A session had ${mostLive} sockets at once.`);
    shops.close();
    return findings;
  } finally {
    await product.stop();
    peer.stop();
    graph.stop();
    for (const name of Object.keys(env)) delete process.env[name];
  }
};

const finding = (what: string, times: number[], under: number): Finding => {
  const { p50, p95, p99 } = percentiles(times);
  return {
    what: `${what}, p95`,
    measured: rounded(p95),
    unit: 'ms',
    target: { under },
    detail: { count: times.length, p50, p99 },
  };
};

/** A customer of the simulator writes: how late the frames of screens are. */
const framesOf = async ({ product, shops }: Places, seconds: number): Promise<Percentiles> => {
  const ana = shops.ana();
  const said = await paced(PER_SECOND, seconds, async (n) => {
    const text = newId();
    return { text, begun: await write(product, product.demo.connection, n % CUSTOMERS, text) };
  });
  await until(() => said.every(({ text }) => ana.came.has(text)));
  return percentiles(said.map(({ text, begun }) => ana.came.get(text)! - begun));
};

const benchSessions = async (places: Places): Promise<Finding[]> => {
  const { shops } = places;
  await framesOf(places, SECONDS);
  const before = await framesOf(places, SECONDS);
  // Memory that Baileys itself takes belongs to no session.
  await shops.link();
  await shops.restart();
  const one = await shops.memory();
  const links: number[] = [];
  while (shops.numbers.length < SESSIONS) links.push(await shops.link());
  const openMs = await shops.restart();
  const all = await shops.memory();
  const after = await framesOf(places, SECONDS);
  return [
    finding('from a scan to connected on the screen', links, 1_500),
    {
      what: `${SESSIONS} sessions open after kill -9 of their gateway`,
      measured: Math.round(openMs),
      unit: 'ms',
      target: { under: 15_000 },
      detail: { sessions: SESSIONS },
    },
    {
      what: 'memory of a session',
      measured: rounded((all - one) / (SESSIONS - 1)),
      unit: 'MB',
      target: { under: 2 },
      detail: { one: Math.round(one), all: Math.round(all) },
    },
    {
      what: `how much later frames are beside ${SESSIONS} sessions, p95`,
      measured: rounded(after.p95 - before.p95),
      unit: 'ms',
      target: { under: 50 },
      detail: { before: before.p95, after: after.p95 },
    },
  ];
};

const benchMessages = async (places: Places): Promise<Finding[]> => {
  const { shops } = places;
  const ana = shops.ana();
  const customers = await introduce(places);
  /** Writes a text on a customer's phone; `at`: when. */
  const say = async ({ number, shop }: Customer): Promise<{ text: string; at: number }> => {
    const [text, at] = [newId(), performance.now()];
    await shops.hand.post(`/phones/${number}/write`, { to: shop, text });
    return { text, at };
  };
  const came = async (said: { text: string; at: number }[]): Promise<number[]> => {
    await until(() => said.every(({ text }) => ana.came.has(text)), 120_000);
    return said.map(({ text, at }) => ana.came.get(text)! - at);
  };
  const inbound = await came(await paced(PER_SECOND, SECONDS, (n) => say(customers[n % CUSTOMERS]!)));
  const clicked = await paced(PER_SECOND, SECONDS, (n) => answer(ana, customers[n % CUSTOMERS]!));
  const outbound = await shownOn(shops, customers, clicked);
  const burst = await came(
    (await Promise.all(customers.map((one) => Promise.all(Array.from({ length: AT_ONCE }, () => say(one)))))).flat(),
  );
  return [
    finding(`from a phone to the screen at ${PER_SECOND}/s`, inbound, 250),
    finding(`from the click to the phone at ${PER_SECOND}/s`, outbound, 400),
    {
      what: `${CUSTOMERS} × ${AT_ONCE} messages at once, all on the screen`,
      measured: Math.round(Math.max(...burst)),
      unit: 'ms',
      target: { under: 5_000 },
      detail: percentiles(burst),
    },
  ];
};

/** Customers, each of another shop, with an open ticket; each side has written once. */
const introduce = async ({ shops }: Places): Promise<Customer[]> => {
  const ana = shops.ana();
  const customers: Customer[] = [];
  await inLanes(2, CUSTOMERS, async (n) => {
    const number = `55119${String(80_000_000 + n)}`;
    const shop = shops.numbers[n * Math.floor(SESSIONS / CUSTOMERS)]!;
    await shops.hand.post('/phones', { number, name: `Cliente ${n}` });
    const text = newId();
    await shops.hand.post(`/phones/${number}/write`, { to: shop, text });
    await until(() => ana.came.has(text));
    const ticket = await until(async () => {
      const { tickets } = await ana.session.get<{ tickets: TicketView[] }>('/tickets?status=pending&showAll=true');
      return tickets.find(({ lastMessage }) => lastMessage === text);
    });
    const ticketId = ticket!.id;
    await ana.session.command('PUT', `/tickets/${ticketId}`, { status: 'open' });
    customers.push({ number, shop, ticketId });
  });
  const first = await Promise.all(customers.map((one) => answer(ana, one)));
  await shownOn(shops, customers, first);
  return customers;
};

/** An attendant answers; `at`: when they clicked, in milliseconds since 1970, as another process tells when it is shown. */
const answer = async (ana: Attendant, { ticketId }: Customer): Promise<{ text: string; at: number }> => {
  const [text, at] = [newId(), performance.timeOrigin + performance.now()];
  await ana.session.command('POST', `/messages/${ticketId}`, { body: text });
  return { text, at };
};

/** How long it takes from each click until the customer's phone shows the message. */
const shownOn = async (shops: Shops, customers: Customer[], clicked: { text: string; at: number }[]): Promise<number[]> => {
  const shown = new Map<string, number>();
  const isShown = (text: string) => [...shown.keys()].some((one) => one.endsWith(text));
  await until(async () => {
    for (const { number, shop } of customers)
      for (const { text, at } of await shops.hand.get<{ text: string; at: number }[]>(`/phones/${number}/delivered?from=${shop}`))
        shown.set(text, at);
    return clicked.every(({ text }) => isShown(text));
  }, 120_000);
  return clicked.map(({ text, at }) => [...shown].find(([one]) => one.endsWith(text))![1] - at);
};

/** How long Meta waits for the answer to a webhook. */
const benchWebhooks = async ({ product, shops: { office } }: Places, origin: string): Promise<Finding> => {
  const hand = handOf(origin);
  await hand.post('/hand/webhooks', { url: product.url });
  const { number } = await connectNumber(office, hand);
  const play = (seconds: number) =>
    paced(PER_SECOND, seconds, (n) =>
      hand.post('/hand/write', {
        account: number.id,
        from: `5511970000${100 + (n % CUSTOMERS)}`,
        name: 'Cliente',
        text: newId(),
      }),
    );
  const answers = () => hand.get<{ status: number; ms: number }[]>('/hand/webhooks');
  const warm = (await play(SECONDS)).length;
  await until(async () => (await answers()).length >= warm);
  const before = (await answers()).length;
  const all = (await play(SECONDS)).length;
  await until(async () => (await answers()).length >= before + all);
  const told = (await answers()).slice(before);
  if (told.some(({ status }) => status !== 200)) throw new Error('A webhook was not taken.');
  return finding(
    `a webhook of Meta is answered at ${PER_SECOND}/s`,
    told.map(({ ms }) => ms),
    100,
  );
};
