import { afterEach, beforeEach, expect } from '@jest/globals';
import { limits, type MessageView, type TicketCount, type TicketView } from '@prosa/contracts';
import { act } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { features } from '../../app/features.ts';
import '../../app/inside.tsx'; // loaded before the first test: on a busy machine it takes longer than a test waits for the screen
import { frames } from '../../kernel/live/live.saga.ts';
import { liveFrame } from '../../kernel/live/live.slice.ts';
import type { Feature } from '../../shell/feature.ts';
import { navigateBy } from '../../shell/navigation.ts';
import { startApp } from '../../testing/app.tsx';
import { beforeAnswers, pass } from '../../testing/fake-time.ts';
import { aUser } from '../../testing/me.ts';
import { aContact, aMessage, aPush, aTicket, at, childOf, idOf } from '../../testing/records.ts';
import { renderScreen } from '../../testing/screen.tsx';
import { type Heard, type Said, serve } from '../../testing/server.ts';
import './tickets-screen.tsx';

/** The data of the test server, and the answers that a test overrides. */
export type Company = {
  me: ReturnType<typeof aUser>;
  tickets: TicketView[];
  messages: MessageView[];
  answer: (heard: Heard) => Promise<Said | undefined> | Said | undefined;
};

export const sales = { id: idOf(2, 1), name: 'Vendas', color: '#7C3AED' };
export const deliveries = { id: idOf(2, 2), name: 'Entregas', color: '#2563EB' };
const people = [
  { id: idOf(1, 1), name: 'Marina Alves' },
  { id: idOf(1, 2), name: 'Rafael Nogueira' },
].map((user) => ({
  ...user,
  profilePicUrl: null,
  queueIds: [sales.id],
  queues: [sales],
  online: true,
  availability: 'available',
  openTickets: 1,
}));

export const openTicket = aTicket({ id: childOf(1, 1), updatedAt: at(30) });
export const waiting = aTicket({
  id: childOf(2, 1),
  status: 'pending',
  userId: null,
  user: null,
  contact: { id: idOf(4, 2), name: 'Deolinda Figueira', number: '5581900007741', profilePicUrl: null },
  unreadMessages: 2,
  updatedAt: at(20),
});
export const closedTicket = aTicket({
  id: childOf(3, 1),
  status: 'closed',
  queueId: null,
  queue: null,
  contact: { id: idOf(4, 3), name: 'Tarcísio Lins', number: '5581900002207', profilePicUrl: null },
  closedAt: at(10),
  updatedAt: at(10),
});

/** `count` open tickets, newest first. */
export const many = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    aTicket({ id: childOf(100 + n, 1), updatedAt: at(-n), contact: { ...openTicket.contact, name: `Cliente ${n}` } }),
  );

let server: Awaited<ReturnType<typeof serve>>;
export let company: Company;
/** Every request so far, oldest first. */
export const heard = (call?: string): Heard[] => server.heard.filter((one) => call === undefined || one.call === call);

/** How often the page has begun a call, though the server may not have heard it yet. */
export const begun = (call: string): number => server.sent.filter((one) => one === call).length;

/** Does what submits a form: `call` goes out after the specified delay, not before. */
export const submitted = async (call: string, press: (user: UserEvent) => Promise<unknown>): Promise<void> => {
  const before = begun(call);
  await beforeAnswers(async (user) => {
    await press(user);
    await pass(limits.submitDelayMs - 1);
    expect(begun(call)).toBe(before);
    await pass(1);
    expect(begun(call)).toBe(before + 1);
  });
};

/** Sets up a company of three tickets behind a real HTTP server, anew for each test of a file. */
export const withCompany = (): void => {
  beforeEach(async () => {
    localStorage.clear();
    sessionStorage.clear();
    localStorage.setItem('token', 't1');
    // A list renders as many rows as fit its height, which jsdom does not compute.
    Object.defineProperties(HTMLElement.prototype, {
      clientHeight: { configurable: true, value: 900 },
      clientWidth: { configurable: true, value: 400 },
    });
    Object.defineProperty(document, 'hasFocus', { configurable: true, value: () => true });
    company = {
      me: aUser({ id: people[0]!.id, queueIds: [sales.id, deliveries.id], queues: [sales, deliveries] }),
      tickets: [openTicket, waiting, closedTicket],
      messages: [aMessage({ id: childOf(1, 100), ticketId: openTicket.id, body: 'Bom dia, tudo bem?' })],
      answer: () => undefined,
    };
    server = await serve(async (call) => (await company.answer(call)) ?? ordinary(call));
  });
  afterEach(() => server.close());
};

const position = { 'prosa-position': '100' };
const ok = (body: unknown): Said => ({ body, headers: position });

const ordinary = ({ call, query }: Heard): Said => {
  const { me, tickets, messages } = company;
  const ticketOf = (id: string | undefined) => tickets.find((ticket) => ticket.id === id);
  if (call === 'GET /auth/me') return ok(me);
  if (call === 'GET /queue') return ok([deliveries, sales]);
  if (call === 'GET /tags/list')
    return ok({ tags: [{ id: idOf(5, 1), name: 'Garantia', color: '#E11D48', kanban: 0 }], count: 1, hasMore: false });
  if (call === 'GET /users/list') return ok({ users: people, count: people.length, hasMore: false });
  if (call === 'GET /users/') return ok({ users: people.slice(1), count: 1, hasMore: false });
  const queueId = /^GET \/queue\/(.+)\/attendants$/.exec(call)?.[1];
  if (queueId) return ok(people.filter(({ queueIds }) => queueIds.includes(queueId)));
  if (call === 'GET /contacts') return ok({ contacts: [], count: 0, hasMore: false });
  if (call.startsWith('GET /contacts/')) return ok(aContact());
  if (call === 'GET /ticket-notes/list') return ok({ notes: [] });
  if (call === 'GET /contact-fields/list') return ok({ fields: [], count: 0, hasMore: false });
  if (call.endsWith('/previous')) return ok({ tickets: [], hasMore: false, count: 0, cursor: null });
  if (call === 'GET /tickets/counts') return ok({ counts: countsOf(tickets) });
  if (call === 'GET /tickets') {
    const queueIds = query.get('queueIds');
    const users = query.get('users');
    const found = tickets.filter(
      ({ status, queueId, userId }) =>
        (!query.get('status') || status === query.get('status')) &&
        (queueIds === null || queueIds.includes(queueId ?? 'none')) &&
        (users === null || users.includes(userId ?? 'nobody')),
    );
    const shown = query.get('withUnreadMessages') ? found.filter(({ unreadMessages }) => unreadMessages > 0) : found;
    const [unanswered, snoozed, news] = [query.get('unanswered'), query.get('snoozed'), query.get('news')];
    const parted = shown
      .filter(({ snoozedUntil }) => snoozed === null || (snoozed === 'true') === (snoozedUntil !== null))
      .filter(({ waitingSince }) => unanswered === null || waitingSince !== null)
      .filter(({ mentions, handedTo }) => {
        const isNamed = mentions.some(({ userId }) => userId === me.id);
        return news === null || isNamed || (news === 'any' && handedTo === me.id);
      });
    const sort = query.get('sort');
    const listed =
      sort === null && snoozed !== 'true' ? parted : parted.toSorted((a, b) => (placeIn(sort, a) < placeIn(sort, b) ? -1 : 1));
    return ok({ tickets: listed, hasMore: false, count: listed.length, cursor: null });
  }
  const ticket = ticketOf(/^GET \/tickets\/u\/(.+)$/.exec(call)?.[1]);
  if (ticket) return ok(ticket);
  const of = /^GET \/messages\/(.+)$/.exec(call)?.[1];
  if (of) return ok({ messages: messages.filter((message) => message.ticketId === of), hasMore: false, count: messages.length });
  if (call.startsWith('GET ')) return { status: 404, body: { error: 'ERR_NO_TICKET_FOUND', message: '' } };
  return { body: { id: openTicket.id }, headers: { 'prosa-position': '101' } };
};

const placeIn = (sort: string | null, { waitingSince, snoozedUntil, updatedAt }: TicketView): string =>
  sort === 'waiting' ? `${waitingSince ?? 'never'} ${updatedAt}` : (snoozedUntil ?? updatedAt);

/** Stores a pushed record, so that the server answers with it from then on. */
const know = (channel: string, action: string, record: object): void => {
  const { id } = record as { id: string };
  const after = <Item extends { id: string }>(all: Item[]): Item[] => [
    ...all.filter((one) => one.id !== id),
    ...(action === 'delete' ? [] : [record as Item]),
  ];
  if (channel === 'ticket') company.tickets = after(company.tickets);
  if (channel === 'appMessage') company.messages = after(company.messages);
};

const countsOf = (tickets: TicketView[]): TicketCount[] => {
  const groups = new Map<string, TicketCount>();
  for (const { queueId, userId, status, waitingSince, snoozedUntil } of tickets) {
    if (status === 'closed') continue;
    const key = `${queueId} ${userId} ${status}`;
    const group = groups.get(key) ?? { queueId, userId, status, count: 0, unanswered: 0, snoozed: 0 };
    group.count += 1;
    if (snoozedUntil !== null) group.snoozed += 1;
    else if (status === 'open' && waitingSince !== null) group.unanswered += 1;
    groups.set(key, group);
  }
  return [...groups.values()];
};

/** Starts the app at an address, signed in, with a function to push records to it. */
export const enter = async (address = '/tickets') => followed(await startApp(address, features));

/** As `enter`, without the shell: for tests of a conversation, and of what is opened from it. */
export const enterConversation = (address: string) => enterScreen(address, ...features);

/** As `enter`, with nothing but the screens of these features (`renderScreen`). */
export const enterScreen = async (address: string, ...features: Feature[]) => followed(await renderScreen(address, features));

const followed = <App extends Awaited<ReturnType<typeof startApp>>>(app: App) => {
  navigateBy(
    (to, options) => void app.router.navigate(to, options),
    () => app.router.state.location.pathname,
  );
  let last = 200;
  // As if a socket had been welcomed: an answer that is still in flight when a record is pushed gets it, too.
  frames.clear();
  frames.welcomed('100', null);
  // Returns nothing, because React goes on with an `act` that is awaited.
  const push = (channel: Parameters<typeof aPush>[0], action: Parameters<typeof aPush>[1], record: object): void => {
    act(() => {
      last += 1;
      know(channel, action, record);
      const frame = aPush(channel, action, record, last);
      frames.add(frame);
      app.store.dispatch(liveFrame(frame));
    });
  };
  return { ...app, push };
};
