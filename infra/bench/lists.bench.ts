import { newId } from '@prosa/contracts';
import { type Session, signIn } from '../simulate/client.ts';
import type { Demo } from '../simulate/simulate.ts';
import { percentiles } from '../simulate/statistics.ts';
import { fillTickets, fillUsers, numberOfRow, type Places, rareNameOf } from './lists.fill.ts';
import { type Finding, rounded } from './report.ts';
import { startSeeded } from './seeded.ts';
import { companiesOf } from './store.ts';

/** Contacts, each with a ticket, and users of the one company and of the other; `PROSA_BENCH_ROWS=2000` is for a quick look. */
const MANY = Number(process.env.PROSA_BENCH_ROWS ?? 100_000);
const FEW = Math.min(10_000, MANY / 10);
/** Attendants who served the tickets, beside those who ask. */
const ATTENDANTS = 50;
/** Measured answers of each call, by turns of the two companies, after some that are not measured. */
const ROUNDS = 200;
const WARM_UP = 20;
/** How much longer than with few rows an answer may take with many, and how many milliseconds half of the answers may take. */
const AT_MOST = 2;
const HALF_UNDER_MS = 10;

type Call = { what: string; of: (n: number, places: Places) => string; by?: 'attendant' };
/** A ticket of ten messages, and the one of very many. */
const short = ({ tickets }: Places, n: number) => tickets[Math.max(n, 1)]!;
const long = ({ tickets }: Places) => tickets[0]!;
/** The calls of a user at work: a place in a list is given by the number of a row that both companies have. */
const calls: Call[] = [
  { what: 'a ticket', of: (n, places) => `/tickets/${short(places, n).ticketId}` },
  { what: 'messages', of: (n, places) => `/messages/${short(places, n).ticketId}` },
  { what: 'messages, of a long ticket', of: (_, places) => `/messages/${long(places).ticketId}` },
  {
    what: 'messages, around one of a long ticket',
    of: (_, places) => `/messages/${long(places).ticketId}?goMessage=${long(places).messageId}`,
  },
  {
    what: 'messages, before one of a long ticket',
    of: (_, places) => `/messages/${long(places).ticketId}?before=${long(places).messageId}`,
  },
  { what: 'messages, files', of: (_, places) => `/messages/${long(places).ticketId}/searchMedias` },
  { what: 'messages, by a rare word', of: (n) => `/messages/searchByBody?description=${rareNameOf(n)}` },
  { what: 'messages, by a frequent word', of: () => '/messages/searchByBody?description=mensagem' },
  { what: 'the history of a ticket', of: (n, places) => `/tickets/${short(places, n).ticketId}/history` },
  { what: 'the notes of a ticket', of: (n, places) => `/ticket-notes/list?ticketId=${short(places, n).ticketId}` },
  { what: 'a contact', of: (n, places) => `/contacts/${short(places, n).contactId}` },
  { what: 'tickets, waiting', of: () => '/tickets?status=pending' },
  { what: 'tickets, the longest waiting', of: () => '/tickets?status=pending&sort=waiting' },
  { what: 'tickets, the longest waiting, of an attendant', of: () => '/tickets?status=pending&sort=waiting', by: 'attendant' },
  { what: 'tickets, all, the longest waiting first', of: () => '/tickets?sort=waiting' },
  { what: 'tickets, unanswered', of: () => '/tickets?status=open&unanswered=true&sort=waiting' },
  { what: 'tickets, all, the oldest first', of: () => '/tickets?sort=oldest' },
  { what: 'tickets, served', of: () => '/tickets?status=open' },
  { what: 'tickets, closed', of: () => '/tickets?status=closed' },
  { what: 'tickets, closed, of an attendant', of: () => '/tickets?status=closed', by: 'attendant' },
  { what: 'tickets, all, of an attendant', of: () => '/tickets', by: 'attendant' },
  { what: 'tickets, of some queues', of: (_, { queueIds }) => `/tickets?status=closed&queueIds=["${queueIds[0]}","none"]` },
  { what: 'tickets, of own queues', of: () => '/tickets?showAll=false' },
  { what: 'tickets, unread', of: () => '/tickets?withUnreadMessages=true&status=pending' },
  { what: 'tickets, of users', of: (n, { userIds }) => `/tickets?users=["${userIds[n % ATTENDANTS]}"]` },
  { what: 'tickets, with a frequent tag', of: (_, { frequent }) => `/tickets?tags=["${frequent}"]` },
  { what: 'tickets, with a rare tag', of: (_, { rare }) => `/tickets?tags=["${rare}"]` },
  {
    what: 'tickets, with a frequent tag, of an attendant',
    of: (_, { frequent }) => `/tickets?tags=["${frequent}"]`,
    by: 'attendant',
  },
  {
    what: 'tickets, of a day',
    of: (n) => `/tickets?date=${new Date(Date.now() - (n % 2) * 86_400_000).toISOString().slice(0, 10)}`,
  },
  { what: 'tickets, by a number', of: (n) => `/tickets?searchParam=${numberOfRow(n)}` },
  { what: 'tickets, by a frequent name', of: () => '/tickets?searchParam=cliente' },
  { what: 'tickets, by a usual name', of: () => '/tickets?searchParam=guimaraes' },
  { what: 'tickets, by a rare name', of: (n) => `/tickets?searchParam=${rareNameOf(n)}` },
  { what: 'tickets, by a rare name, of an attendant', of: (n) => `/tickets?searchParam=${rareNameOf(n)}`, by: 'attendant' },
  { what: 'tickets, counts', of: () => '/tickets/counts' },
  { what: 'contacts, by name', of: () => '/contacts' },
  { what: 'contacts, backwards', of: () => '/contacts?direction=desc' },
  { what: 'contacts, by last ticket', of: () => '/contacts?orderBy=lastTicket&direction=desc' },
  { what: 'contacts, by last ticket, of an attendant', of: () => '/contacts?orderBy=lastTicket&direction=desc', by: 'attendant' },
  { what: 'contacts, found by a number', of: (n) => `/contacts?searchParam=${numberOfRow(n)}` },
  { what: 'contacts, found by a frequent name', of: () => '/contacts?searchParam=cliente' },
  { what: 'contacts, found by a usual name', of: () => '/contacts?searchParam=guimaraes' },
  { what: 'contacts, found by a rare name', of: (n) => `/contacts?searchParam=${rareNameOf(n)}` },
  {
    what: 'contacts, found by a frequent name, by last ticket',
    of: () => '/contacts?searchParam=cliente&orderBy=lastTicket&direction=desc',
  },
  { what: 'users, by name', of: () => '/users/' },
  { what: 'users, by e-mail, backwards', of: () => '/users/?orderBy=email&direction=desc' },
  { what: 'users, found by a frequent name', of: () => '/users/?searchParam=cliente' },
  { what: 'users, found by a rare name', of: (n) => `/users/?searchParam=${rareNameOf(n)}` },
];

type Side = { admin: Session; attendant: Session; places: Places };

/** How much longer lists, searches and counts take with very many rows than with ten thousand. */
export const benchLists = async (): Promise<Finding[]> => {
  const places: Places[] = [];
  const product = await startSeeded(async (seeding, stopped) => {
    const { company, copies } = companiesOf(stopped);
    places.push(placesOf(company, stopped.demo), placesOf(copies[0]!, stopped.demo.copies[0]!));
    for (const [n, rows] of [MANY, FEW].entries()) {
      await fillTickets(seeding, places[n]!, rows);
      await fillUsers(seeding, places[n]!.companyId, rows);
    }
  });
  try {
    const of = async (demo: Demo, at: Places): Promise<Side> => {
      const [admin, attendant] = await Promise.all(
        demo.users.slice(0, 2).map(({ email, password }) => signIn(product.url, email, password)),
      );
      return { admin: admin!, attendant: attendant!, places: at };
    };
    const many = await of(product.demo, places[0]!);
    const few = await of(product.demo.copies[0]!, places[1]!);
    const findings: Finding[] = [];
    for (const call of calls) {
      const found = await compared(call, few, many);
      for (const { what, measured, detail } of found) console.log(what, measured, detail);
      findings.push(...found);
    }
    return findings;
  } finally {
    await product.stop();
  }
};

const placesOf = (companyId: string, { queues }: Demo): Places => ({
  companyId,
  queueIds: queues.map(({ id }) => id),
  userIds: Array.from({ length: ATTENDANTS }, newId),
  frequent: newId(),
  rare: newId(),
  tickets: [],
});

const compared = async (call: Call, few: Side, many: Side): Promise<Finding[]> => {
  const [large, small]: number[][] = [[], []];
  for (let n = -WARM_UP; n < ROUNDS; n += 1) {
    const [quick, slow] = [await timeOf(few, call, n), await timeOf(many, call, n)];
    if (n < 0) continue;
    small!.push(quick);
    large!.push(slow);
  }
  const [slow, quick] = [percentiles(large!), percentiles(small!)];
  const detail = { rows: MANY, p50: slow.p50, p99: slow.p99, fewP50: quick.p50, fewP99: quick.p99 };
  const { what } = call;
  return [
    { what: `${what}, p50`, measured: rounded(slow.p50), unit: 'ms', target: { under: HALF_UNDER_MS }, detail },
    {
      what: `${what}, p50 to that of ${FEW} rows`,
      measured: rounded(slow.p50 / quick.p50),
      unit: '×',
      target: { under: AT_MOST },
      detail,
    },
    {
      what: `${what}, p99 to that of ${FEW} rows`,
      measured: rounded(slow.p99 / quick.p99),
      unit: '×',
      target: { under: AT_MOST },
      detail,
    },
  ];
};

const timeOf = async ({ admin, attendant, places }: Side, { of, by }: Call, n: number): Promise<number> => {
  const path = of(((n + WARM_UP) * 97) % FEW, places);
  const begun = performance.now();
  await (by === 'attendant' ? attendant : admin).get(path);
  return performance.now() - begun;
};
