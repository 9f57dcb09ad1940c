import { childId, conversationKey, conversationStream, newId } from '@prosa/contracts';
import { type Session, signIn } from '../simulate/client.ts';
import { percentiles } from '../simulate/statistics.ts';
import type { Product } from '../testing/product.ts';
import { type Finding, rounded } from './report.ts';
import { benchMeta, companiesOf, environmentOf, fillStore, inLanes, type Writing } from './store.ts';

/** Tickets of the one company and of the other; `PROSA_BENCH_TICKETS` is for a quick look. */
const MANY = Number(process.env.PROSA_BENCH_TICKETS ?? 1_000_000);
const FEW = 100;
/** Tickets of one customer, one after the other, and the attendants who serve them. */
const EACH = 50;
const ATTENDANTS = 50;
/** Over so many days up to now the tickets are spread. */
const DAYS = 730;
const DAY_MS = 86_400_000;
/** Measured answers for each period, by turns of the two companies. */
const ROUNDS = 100;
/** Periods with the maximum milliseconds: ninety days are the longest that the screen offers by number, two years are all there is. */
const periods = [
  { period: 'today', query: 'days=1', under: 100 },
  { period: '90 days', query: 'days=90', under: 100 },
  { period: 'two years', query: `date_from=${new Date(Date.now() - DAYS * DAY_MS).toISOString().slice(0, 10)}`, under: 500 },
];
/** Of today, compared with the company of few tickets: its rows grow with hours and people, not with tickets. */
const AT_MOST = 2;

/** What the dashboard of a company with very many tickets takes, and how much longer than that of one with a hundred. */
export const benchDashboard = async (product: Product): Promise<Finding[]> => {
  const { company, other } = companiesOf(product);
  await fillStore(environmentOf(product), async (store) => {
    await fill(store, other, FEW);
    await fill(store, company, MANY);
  });
  const of = (demo: Product['demo'] | Product['demo']['other']): Promise<Session> => {
    const admin = demo.users[0]!;
    return signIn(product.url, admin.email, admin.password);
  };
  const [many, few] = await Promise.all([of(product.demo), of(product.demo.other)]);
  const findings: Finding[] = [];
  for (const { period, query, under } of periods) {
    const [large, small]: number[][] = [[], []];
    for (let n = 0; n < ROUNDS; n += 1) {
      small!.push(await timeOf(few, query));
      large!.push(await timeOf(many, query));
    }
    const [slow, quick] = [percentiles(large!), percentiles(small!)];
    const detail = { tickets: MANY, p50: slow.p50, p95: slow.p95, fewP50: quick.p50, fewP95: quick.p95 };
    findings.push({ what: `dashboard of ${period}, p95`, measured: slow.p95, unit: 'ms', target: { under }, detail });
    if (period === 'today') {
      const ratio = rounded(slow.p50 / quick.p50);
      findings.push({
        what: `dashboard of ${period}, to one of ${FEW} tickets`,
        measured: ratio,
        unit: '×',
        target: { under: AT_MOST },
        detail,
      });
    }
  }
  return findings;
};

const timeOf = async (session: Session, query: string): Promise<number> => {
  const begun = performance.now();
  await session.get(`/dashboard?${query}`);
  return performance.now() - begun;
};

/** Tickets that waited, were served and closed, written as the command side writes them. */
const fill = async (store: Writing, companyId: string, tickets: number): Promise<void> => {
  const connectionId = newId();
  const userIds = Array.from({ length: ATTENDANTS }, newId);
  const begun = Date.now() - DAYS * DAY_MS;
  await inLanes(8, Math.ceil(tickets / EACH), async (customer) => {
    const contactId = newId();
    const key = conversationKey(connectionId, contactId);
    const events: Awaited<ReturnType<Writing['encodeAll']>> = [];
    const tell = async (type: string, data: object, at: number) => {
      events.push(...(await store.encodeAll([{ type, data }], benchMeta(companyId, new Date(at)), contactId)));
    };
    await tell('ConversationStarted', { connectionId, contactId }, begun);
    for (let n = 0; n < Math.min(EACH, tickets - customer * EACH); n += 1) {
      const ticketId = childId(key, `ticket:${n}`);
      const userId = userIds[(customer + n) % ATTENDANTS]!;
      // All over the time, in the same order for each customer.
      const at = begun + (((n + customer / (tickets / EACH)) / EACH) % 1) * (DAYS * DAY_MS - 3_600_000);
      const ticket = { ticketId, protocol: `${customer}-${n}`, status: 'pending', queueId: null, userId: null };
      await tell('TicketOpened', { ...ticket, connectionId, contactId, channel: 'simulator' }, at);
      await tell('TicketAccepted', { ticketId, userId }, at + 300_000);
      await tell('TicketClosed', { ticketId, userId, reason: 'resolved', ratingAsked: false }, at + 1_800_000);
    }
    await store.append(conversationStream(key), events, 'no_stream');
  });
};
