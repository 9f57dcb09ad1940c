import type { PushFrame, TicketView } from '@prosa/contracts';
import type { Failure } from '../kernel/api-error.ts';
import { answered, applyFrame, continued, emptyList, type ListRules, type LiveList, shortened } from '../kernel/live-list.ts';
import { isNewer } from '../kernel/positions.ts';
import { renamed } from './ticket-names.ts';
import { everyTicket, judge, type ListFilter } from './tickets.filters.ts';

/** One list of tickets as a screen shows it, newest first, loaded as far as it was scrolled. */
export type TicketList = {
  filter: ListFilter;
  /** `more`: the next page is on its way. */
  status: 'idle' | 'loading' | 'ready' | 'more' | 'failed';
  failure: Failure | null;
  live: LiveList<TicketView>;
  /** Where the next page begins; null too where a list was cut: then it is fetched from its beginning. */
  cursor: string | null;
  /** Last ticket of the last page while there are more: what comes after it is not loaded. */
  end: Place | null;
  /** How many there are in all, as far as answers and pushes tell. */
  total: number;
  /** `total` may be wrong: a push told of a ticket that is not loaded, and may have been counted or not. */
  unsure: boolean;
  /** A push could not be judged here: fetch anew. */
  stale: boolean;
};
type Place = Pick<TicketView, 'updatedAt' | 'id'>;

/** A page as `GET /tickets` answered it. */
export type TicketPage = {
  records: TicketView[];
  hasMore: boolean;
  cursor: string | null;
  count: number;
  position: string | null;
};

export const emptyTicketList = (filter: ListFilter = everyTicket): TicketList => ({
  filter,
  status: 'idle',
  failure: null,
  live: emptyList(),
  cursor: null,
  end: null,
  total: 0,
  unsure: false,
  stale: false,
});

const newestFirst = (a: Place, b: Place): number => compare(b.updatedAt, a.updatedAt) || compare(b.id, a.id);
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const rulesOf = (filter: ListFilter): ListRules<TicketView> => ({
  channel: 'ticket',
  compare: newestFirst,
  belongs: (ticket) => judge(filter, ticket) !== false,
});

const endOf = ({ records, hasMore }: TicketPage): Place | null => (hasMore ? (records.at(-1) ?? null) : null);

/** The list anew from pages one after another, and the pushes after the first of them. */
export const withPages = (list: TicketList, pages: TicketPage[], frames: PushFrame[]): TicketList => {
  const [first, ...others] = pages as [TicketPage, ...TicketPage[]];
  const rules = rulesOf(list.filter);
  const live = others.reduce(
    (now, page) => continued(rules, now, { ...page, frames: [] }),
    answered(rules, { ...first, frames: [] }),
  );
  const last = pages.at(-1)!;
  const fresh: TicketList = { ...list, live, cursor: last.cursor, end: endOf(last), total: first.count, unsure: false };
  return { ...frames.reduce(foldFrame, fresh), status: 'ready', failure: null, stale: false };
};

/** The list with its next page, and the pushes after that. */
export const withNextPage = (list: TicketList, page: TicketPage, frames: PushFrame[]): TicketList => {
  const live = continued(rulesOf(list.filter), list.live, { ...page, frames: [] });
  const longer: TicketList = { ...list, live, cursor: page.cursor, end: endOf(page), total: page.count, unsure: false };
  return { ...frames.reduce(foldFrame, longer), status: 'ready', failure: null };
};

/** The list under another filter, at once: what no longer belongs goes, what now does comes with the next answer. */
export const refiltered = (list: TicketList, filter: ListFilter): TicketList => {
  const ids = list.live.ids.filter((id) => judge(filter, list.live.byId[id]!) !== false);
  const byId = Object.fromEntries(ids.map((id) => [id, list.live.byId[id]!]));
  return { ...list, filter, live: { ...list.live, ids, byId } };
};

/** Longer than this no list grows behind one's back. */
const UNSEEN_MAX = 200;
const UNSEEN_KEPT = 100;

/** A list that nobody looks at, cut to its beginning once pushes have made it long: each push costs by its length. */
export const unseen = (list: TicketList): TicketList => {
  return list.live.ids.length <= UNSEEN_MAX || list.status !== 'ready' ? list : cut(list);
};

/** A list's beginning; the rest is to be loaded again. */
export const cut = (list: TicketList): TicketList => {
  if (list.live.ids.length <= UNSEEN_KEPT) return list;
  const live = shortened(list.live, UNSEEN_KEPT);
  return { ...list, live, cursor: null, end: live.byId[live.ids.at(-1)!]! };
};

/** The list after a push: rows change, leave, or enter at their place; the names of others follow. */
export const foldFrame = (list: TicketList, frame: PushFrame): TicketList => {
  if (list.live.asOf === null) return list;
  return frame.channel === 'ticket' ? foldTicket(list, frame) : foldNames(list, frame);
};

const foldTicket = (before: TicketList, frame: PushFrame): TicketList => {
  const list = doubted(before, frame);
  const { live, filter, end } = list;
  const ticket = frame.record as TicketView & { partial?: boolean };
  const isKnown = ticket.id in live.byId;
  if (frame.action !== 'delete' && ticket.partial) return isKnown ? { ...list, stale: true } : list;
  if (frame.action !== 'delete') {
    const belongs = judge(filter, ticket);
    if (belongs === null && !isKnown) return { ...list, stale: list.stale || isSuspect(filter, frame) };
    if (belongs === null) return { ...applied(list, frame), stale: true };
    if (belongs && !isKnown && end !== null && newestFirst(ticket, end) > 0) return list; // its page will bring it
  }
  return applied(list, frame);
};

/** What is not loaded may have been among those that the server counted. */
const doubted = (list: TicketList, { record, position }: PushFrame): TicketList => {
  const { live, unsure } = list;
  const isLoaded = (record as { id: string }).id in live.byId;
  return unsure || !live.hasMore || isLoaded || !isNewer(position, live.asOf) ? list : { ...list, unsure: true };
};

/** Whether a ticket that the words on it do not find may have come to be found by what only the server reads. */
const isSuspect = ({ tagIds, userIds }: ListFilter, { action }: PushFrame): boolean =>
  action === 'create' || tagIds.length > 0 || userIds.length > 0;

const applied = (list: TicketList, frame: PushFrame): TicketList => {
  const whole = { ...list.live, hasMore: false }; // what is beyond the end was judged already
  const after = applyFrame(rulesOf(list.filter), whole, frame);
  if (after === whole) return list;
  const isCounted = list.live.hasMore && frame.action === 'update'; // rather one that moved up than a new one
  const difference = Math.min(after.ids.length - whole.ids.length, isCounted ? 0 : 1);
  return { ...list, live: { ...after, hasMore: list.live.hasMore }, total: Math.max(list.total + difference, after.ids.length) };
};

const foldNames = (list: TicketList, frame: PushFrame): TicketList => {
  const { live, filter } = list;
  let byId = live.byId;
  for (const id of live.ids) {
    const before = live.byId[id]!;
    const after = renamed(before, frame);
    if (after === before || !isNewer(frame.position, live.at[id])) continue;
    if (byId === live.byId) byId = { ...byId };
    byId[id] = after;
  }
  const isFound = frame.channel === 'contact' && frame.action !== 'create' && filter.text.trim() !== '';
  if (byId === live.byId && !isFound) return list;
  return { ...list, live: byId === live.byId ? live : { ...live, byId }, stale: list.stale || isFound };
};
