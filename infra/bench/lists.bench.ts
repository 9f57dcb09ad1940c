import { childId, conversationKey, conversationStream, newId } from '@prosa/contracts';
import { type Session, signIn } from '../simulate/client.ts';
import { nameOf, numberOf } from '../simulate/names.ts';
import { percentiles } from '../simulate/statistics.ts';
import type { Product } from '../testing/product.ts';
import { type Finding, rounded } from './report.ts';
import { benchMeta, companiesOf, environmentOf, fillStore, inLanes, type Writing } from './store.ts';

/** Contacts, each with a ticket, and users of the one company and of the other; `PROSA_BENCH_ROWS` is for a quick look. */
const MANY = Number(process.env.PROSA_BENCH_ROWS ?? 1_000_000);
const FEW = Math.min(10_000, MANY / 10);
/** Measured answers of each call, by turns of the two companies. */
const ROUNDS = 100;
/** How much longer than with few rows an answer may take with many. */
const AT_MOST = 2;
/** Prefix of the customers' numbers, different from the other benches. */
const RUN = 79;
/** Users are written to their company's stream so many at a time. */
const USERS_AT_ONCE = 500;
/** One ticket in so many waits, one is served, all others are closed: nobody has a million open tickets. */
const UNFINISHED = 50;

/** What somebody does with a list: a place in it is given by the number of a row that both companies have. */
const calls: { what: string; of: (n: number) => string }[] = [
  { what: 'tickets, waiting', of: () => '/tickets?status=pending' },
  { what: 'tickets, closed', of: () => '/tickets?status=closed' },
  { what: 'tickets, by a number', of: (n) => `/tickets?searchParam=${numberOf(RUN, n)}` },
  { what: 'tickets, by a frequent name', of: () => '/tickets?searchParam=cliente' },
  { what: 'tickets, by a rare name', of: (n) => `/tickets?searchParam=${rareNameOf(n)}` },
  { what: 'tickets, counts', of: () => '/tickets/counts' },
  { what: 'contacts', of: () => '/contacts' },
  { what: 'contacts, by a number', of: (n) => `/contacts?searchParam=${numberOf(RUN, n)}` },
  { what: 'contacts, by a frequent name', of: () => '/contacts?searchParam=cliente' },
  { what: 'contacts, by a rare name', of: (n) => `/contacts?searchParam=${rareNameOf(n)}` },
  { what: 'users', of: () => '/users/?' },
  { what: 'users, by a frequent name', of: () => '/users/?searchParam=cliente' },
  { what: 'users, by a rare name', of: (n) => `/users/?searchParam=${rareNameOf(n)}` },
];

/** How much longer lists, searches and counts take with very many rows than with ten thousand. */
export const benchLists = async (product: Product): Promise<Finding[]> => {
  const { company, other } = companiesOf(product);
  await fillStore(environmentOf(product), async (store) => {
    for (const [companyId, rows] of [
      [other, FEW],
      [company, MANY],
    ] as const) {
      await fillTickets(store, companyId, rows);
      await fillUsers(store, companyId, rows);
    }
  });
  const of = (demo: Product['demo'] | Product['demo']['other']): Promise<Session> => {
    const admin = demo.users[0]!;
    return signIn(product.url, admin.email, admin.password);
  };
  const [many, few] = await Promise.all([of(product.demo), of(product.demo.other)]);
  const findings: Finding[] = [];
  for (const { what, of } of calls) {
    const [large, small]: number[][] = [[], []];
    for (let n = 0; n < ROUNDS; n += 1) {
      const call = of((n * 97) % FEW);
      small!.push(await timeOf(few, call));
      large!.push(await timeOf(many, call));
    }
    const [slow, quick] = [percentiles(large!), percentiles(small!)];
    findings.push({
      what: `${what}, p99 to that of ${FEW} rows`,
      measured: rounded(slow.p99 / quick.p99),
      unit: '×',
      target: { under: AT_MOST },
      detail: { rows: MANY, p50: slow.p50, p99: slow.p99, fewP50: quick.p50, fewP99: quick.p99 },
    });
  }
  return findings;
};

const timeOf = async (session: Session, call: string): Promise<number> => {
  const begun = performance.now();
  await session.get(call);
  return performance.now() - begun;
};

/** A word of two letters' groups that only one row in many thousands has. */
const rareNameOf = (n: number): string => `z${(n * 7_919).toString(36)}q`;
const namedBy = (n: number): string => `${nameOf(n)} ${rareNameOf(n)} Cliente`;

/** Contacts with a ticket each, written as the command side writes them. */
const fillTickets = (store: Writing, companyId: string, rows: number): Promise<void> => {
  const connectionId = newId();
  const userIds = Array.from({ length: 50 }, newId);
  const begun = Date.now() - rows * 1_000;
  return inLanes(8, rows, async (n) => {
    const contactId = newId();
    const key = conversationKey(connectionId, contactId);
    const ticketId = childId(key, 'ticket:bench');
    const meta = benchMeta(companyId, new Date(begun + n * 1_000));
    const userId = userIds[n % userIds.length]!;
    const contact = { contactId, name: namedBy(n), number: numberOf(RUN, n), email: null, extraInfo: [], channel: 'simulator' };
    const ticket = { ticketId, protocol: `l${n}`, status: 'pending', queueId: null, userId: null, connectionId, contactId };
    const stage = n % UNFINISHED;
    const conversation = [
      { type: 'ConversationStarted', data: { connectionId, contactId } },
      { type: 'TicketOpened', data: { ...ticket, channel: 'simulator' } },
      { type: 'TicketAccepted', data: { ticketId, userId } },
      { type: 'TicketClosed', data: { ticketId, userId, reason: 'resolved', ratingAsked: false } },
    ].slice(0, stage < 2 ? 2 + stage : 4);
    await store.append(
      `contact-${contactId}`,
      await store.encodeAll([{ type: 'ContactCreated', data: contact }], meta, contactId),
      'no_stream',
    );
    await store.append(conversationStream(key), await store.encodeAll(conversation, meta, contactId), 'no_stream');
  });
};

const fillUsers = (store: Writing, companyId: string, rows: number): Promise<void> =>
  inLanes(4, Math.ceil(rows / USERS_AT_ONCE), async (batch) => {
    const meta = benchMeta(companyId);
    const count = Math.min(USERS_AT_ONCE, rows - batch * USERS_AT_ONCE);
    const users = Array.from({ length: count }, (_, i) => {
      const n = batch * USERS_AT_ONCE + i;
      const email = `pessoa${n}@banco-de-provas.com.br`;
      return { userId: newId(), name: namedBy(n), email, profile: 'user', super: false, queueIds: [], sectorId: null };
    });
    const events = users.map((data) => ({ type: 'UserCreated', data }));
    await store.append(`users-${companyId}-bench-${batch}`, await store.encodeAll(events, meta), 'no_stream');
  });
