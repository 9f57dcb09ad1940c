import { setTimeout as wait } from 'node:timers/promises';
import { newId, type TicketView } from '@prosa/contracts';
import { percentiles } from '../simulate/statistics.ts';
import type { Product } from '../testing/product.ts';
import { type Attendant, attend, connect, paced, write } from './players.ts';
import { type Finding, rounded } from './report.ts';

/** What the quiet company does: customers' messages a second, and half as many answers. */
const QUIET = { perSecond: 10, customers: 5 };
const ALONE_SECONDS = 15;
/** One conversation of the noisy company: messages a second, half of them from the customer, for so long. */
const FLOOD = { perSecond: 100, seconds: 60 };
const JOINS_SECONDS = 15;
const DELETES = 300;
/** Quicker than this nobody sees: a company whose p99 stays below twice it was not disturbed, whatever the ratio. */
const UNSEEN_MS = 50;

type Lag = { screen: number[]; delivery: number[] };
type Place = { attendant: Attendant; ticket: TicketView };

/**
 * What one company's customers and attendants feel of another that does as much as it can: p99 beside it over p99 alone. `screen`: a
 * customer's message to the attendant's screen. `delivery`: an attendant's message to the channel, as the screen tells it.
 */
export const benchFairness = async (product: Product): Promise<Finding[]> => {
  const { demo } = product;
  const other = demo.other as typeof demo;
  const noisy = await settle(product, demo, 'ana@', 900);
  const quiet = await settle(product, other, '', 800);
  try {
    const beside = async (seconds: number, noise: () => Promise<unknown>): Promise<Lag> => {
      const [lag] = await Promise.all([measure(product, other.connection, quiet, seconds), noise()]);
      return lag;
    };
    await measure(product, other.connection, quiet, ALONE_SECONDS);
    const alone = await measure(product, other.connection, quiet, ALONE_SECONDS);
    const flooded = await beside(FLOOD.seconds, () => flood(product, noisy));
    const joined = await beside(JOINS_SECONDS, () => joinWithoutEnd(product, noisy));
    const deleted = await beside(10, () => deleteMany(noisy));
    return [
      finding('a conversation at 100/s, inbound to screen', alone.screen, flooded.screen),
      finding('a conversation at 100/s, delivery', alone.delivery, flooded.delivery),
      finding('three sockets that join without end, inbound to screen', alone.screen, joined.screen),
      finding(`${DELETES} deletes, delivery`, alone.delivery, deleted.delivery),
    ];
  } finally {
    noisy.attendant.close();
    quiet.attendant.close();
  }
};

const finding = (beside: string, alone: number[], noisy: number[]): Finding => {
  const [before, after] = [percentiles(alone), percentiles(noisy)];
  return {
    what: `another company beside ${beside}, p99`,
    measured: rounded(after.p99 / Math.max(before.p99, UNSEEN_MS)),
    unit: '× alone',
    target: { under: 2 },
    detail: { alone: before.p99, beside: after.p99, aloneMedian: before.p50, besideMedian: after.p50 },
  };
};

/** An attendant with an open ticket. */
const settle = async (product: Product, company: Product['demo'], name: string, customer: number): Promise<Place> => {
  const attendant = await attend(product, company.users, name);
  const { session, came } = attendant;
  const text = newId();
  await write(product, company.connection, customer, text);
  await until(() => came.has(text));
  const { tickets } = await session.get<{ tickets: TicketView[] }>('/tickets?status=pending&showAll=true');
  const ticket = tickets.find(({ lastMessage }) => lastMessage === text)!;
  await session.command('PUT', `/tickets/${ticket.id}`, { status: 'open' });
  return { attendant, ticket };
};

const measure = async (
  product: Product,
  connection: { id: string; token: string },
  { attendant: { session, came, taken }, ticket }: Place,
  seconds: number,
): Promise<Lag> => {
  const said = await paced(QUIET.perSecond, seconds, async (n) => {
    const [text, answer] = [newId(), newId()];
    const wrote = await write(product, connection, n % QUIET.customers, text);
    const sent = performance.now();
    if (n % 2 === 0) await session.command('POST', `/messages/${ticket.id}`, { body: answer });
    return { text, wrote, answer: n % 2 === 0 ? answer : null, sent };
  });
  await until(() => said.every(({ text, answer }) => came.has(text) && (answer === null || taken.has(answer))));
  return {
    screen: said.map(({ text, wrote }) => came.get(text)! - wrote),
    delivery: said.flatMap(({ answer, sent }) => (answer === null ? [] : [taken.get(answer)! - sent])),
  };
};

const flood = (product: Product, { attendant: { session }, ticket }: Place): Promise<unknown> =>
  paced(FLOOD.perSecond, FLOOD.seconds, async (n) => {
    if (n % 2 === 0) await write(product, product.demo.connection, 900, newId());
    else await session.command('POST', `/messages/${ticket.id}`, { body: newId() });
  });

/** A socket that is closed for it comes again at once, as who means ill would. */
const joinWithoutEnd = async (product: Product, { attendant: { session }, ticket }: Place): Promise<void> => {
  const end = performance.now() + JOINS_SECONDS * 1_000;
  const join = JSON.stringify({ type: 'joinChatBox', ticketId: ticket.id });
  await Promise.all(
    Array.from({ length: 3 }, async () => {
      while (performance.now() < end) {
        const socket = await connect(product, session, () => undefined).catch(() => null);
        while (socket?.readyState === socket?.OPEN && socket && performance.now() < end) {
          for (let n = 0; n < 50 && socket.bufferedAmount < 65_536; n++) socket.send(join);
          await wait(1);
        }
        socket?.terminate();
        await wait(20);
      }
    }),
  );
};

/** Of the newest messages of a conversation that is thousands long. */
const deleteMany = async ({ attendant: { session }, ticket }: Place): Promise<void> => {
  const ids: string[] = [];
  for (let n = 0; n < DELETES; n++)
    ids.push((await session.command<{ id: string }>('POST', `/messages/${ticket.id}`, { body: newId() })).record.id);
  await Promise.all(ids.map((id) => session.command('DELETE', `/messages/${id}`, undefined)));
};

const until = async (holds: () => boolean): Promise<void> => {
  for (const end = Date.now() + 300_000; !holds(); await wait(20))
    if (Date.now() > end) throw new Error('Not everything came within five minutes.');
};
