import { childId, conversationKey, conversationStream, newId } from '@prosa/contracts';
import { type Session, signIn } from '../simulate/client.ts';
import type { Demo } from '../simulate/simulate.ts';
import { percentiles } from '../simulate/statistics.ts';
import { type Finding, rounded } from './report.ts';
import { measureReports } from './reports.bench.ts';
import { type Seeding, startSeeded } from './seeded.ts';
import { benchMeta, companiesOf, inLanes } from './store.ts';

/** Tickets of the one company and of the other; `PROSA_BENCH_TICKETS` is for a quick look. */
const MANY = Number(process.env.PROSA_BENCH_TICKETS ?? 1_000_000);
const FEW = 100;
/** Tickets of one customer, one after the other, and the attendants who serve them. */
const EACH = 50;
/** Customers whose events are written together. */
const AT_ONCE = 20;
const ATTENDANTS = 50;
/** Tags; one ticket in so many has one. */
const TAGS = 20;
const TAGGED = 2;
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
/** The limit of today's ratio to the company of few tickets: its rows grow with hours and people, not with tickets. */
const AT_MOST = 2;

/** Measures dashboard and reports of a company with very many tickets, and the dashboard against that of one with a hundred. */
export const benchDashboard = async (): Promise<Finding[]> => {
  const product = await startSeeded(async (seeding, stopped) => {
    const { company, other } = companiesOf(stopped);
    await fill(seeding, other, queuesOf(stopped.demo.other), FEW);
    await fill(seeding, company, queuesOf(stopped.demo), MANY);
  });
  try {
    const of = ({ users: [admin] }: Demo): Promise<Session> => signIn(product.url, admin!.email, admin!.password);
    const many = await of(product.demo);
    const findings = await measure(many, await of(product.demo.other));
    return [...findings, ...(await measureReports(many, { tickets: MANY, days: DAYS }))];
  } finally {
    await product.stop();
  }
};

const measure = async (many: Session, few: Session): Promise<Finding[]> => {
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

const queuesOf = ({ queues }: Demo): string[] => queues.map(({ id }) => id);

/** Tickets that waited, were served, some tagged, and closed, written as the command side writes them. */
const fill = async (seeding: Seeding, companyId: string, queueIds: readonly string[], tickets: number): Promise<void> => {
  const connectionId = newId();
  const tagIds = await fillTags(seeding, companyId);
  const userIds = Array.from({ length: ATTENDANTS }, newId);
  const begun = Date.now() - DAYS * DAY_MS;
  const customers = Math.ceil(tickets / EACH);
  const conversationOf = async (customer: number) => {
    const contactId = newId();
    const key = conversationKey(connectionId, contactId);
    const events: Awaited<ReturnType<Seeding['encodeAll']>> = [];
    const tell = async (type: string, data: object, at: number) => {
      events.push(...(await seeding.encodeAll([{ type, data }], benchMeta(companyId, new Date(at)), contactId)));
    };
    await tell('ConversationStarted', { connectionId, contactId }, begun);
    for (let n = 0; n < Math.min(EACH, tickets - customer * EACH); n += 1) {
      const ticketId = childId(key, `ticket:${n}`);
      const userId = userIds[(customer + n) % ATTENDANTS]!;
      // All over the time, in the same order for each customer.
      const at = begun + (((n + customer / customers) / EACH) % 1) * (DAYS * DAY_MS - 3_600_000);
      const ticket = {
        ticketId,
        protocol: `${customer}-${n}`,
        status: 'pending',
        queueId: queueIds[n % queueIds.length],
        userId: null,
      };
      await tell('TicketOpened', { ...ticket, connectionId, contactId, channel: 'simulator' }, at);
      await tell('TicketAccepted', { ticketId, userId }, at + 300_000);
      if (n % TAGGED === 0)
        await tell('TicketTagged', { ticketId, tagIds: [tagIds[(customer + n / TAGGED) % TAGS]] }, at + 1_000_000);
      await tell('TicketClosed', { ticketId, userId, reason: 'resolved', ratingAsked: false }, at + 1_800_000);
    }
    return { stream: conversationStream(key), events };
  };
  await inLanes(2, Math.ceil(customers / AT_ONCE), async (batch) => {
    const streams: Awaited<ReturnType<typeof conversationOf>>[] = [];
    for (let n = batch * AT_ONCE; n < Math.min(customers, (batch + 1) * AT_ONCE); n += 1) streams.push(await conversationOf(n));
    await seeding.appendAll(streams);
  });
};

const fillTags = async (seeding: Seeding, companyId: string): Promise<string[]> => {
  const ids = Array.from({ length: TAGS }, newId);
  const streams = ids.map(async (id, n) => {
    const data = { id, name: `Assunto ${n}`, color: '#7C7C7C', kanban: 0, userId: null };
    return { stream: `tag-${id}`, events: await seeding.encodeAll([{ type: 'tag.created', data }], benchMeta(companyId)) };
  });
  await seeding.appendAll(await Promise.all(streams));
  return ids;
};
