import type { Embeds, PushChannel, PushFrame } from '@prosa/contracts';
import type { Failure } from '../calls/api-error.ts';
import { isNewer } from '../calls/positions.ts';
import { applyFrame, continued, emptyList, type ListRules, type LiveList, only, type Page } from './live-list.ts';

/** A list as a screen shows it, loaded as far as it was scrolled, and kept up to date by pushes. */
export type Collection<Item, Filter = undefined> = {
  /** Which records it shows. */
  filter: Filter;
  status: 'idle' | 'loading' | 'ready' | 'failed';
  failure: Failure | null;
  /** The state of the next page: `failed` until it is requested again. */
  more: 'idle' | 'loading' | 'failed';
  live: LiveList<Item>;
  /** Where the answer says that the next page begins; also null after a list was cut: then it is fetched from its beginning. */
  cursor: string | null;
  /** Last record of the last page if there are more: what sorts after it is not loaded. */
  end: Item | null;
  /** Total number of records, as far as known from answers and pushes. */
  total: number;
  /** There may be more records than `total`: the server counts the results of a search up to a limit. */
  atLeast: boolean;
  /** `total` may be wrong: a push concerned a record that is not loaded, and may or may not have been counted. */
  unsure: boolean;
  /** The client could not decide the effect of a push: fetch again. */
  stale: boolean;
};

/** A page as a GET returned it. */
export type ListPage<Item> = Omit<Page<Item>, 'frames'> & {
  cursor: string | null;
  count: number;
  atLeast?: boolean;
  /**
   * For pages by number: how many records precede the end of this page. Records created or deleted meanwhile shift such pages; if the list
   * has a different number of records up to there, it is fetched again.
   */
  upTo?: number;
};

export type CollectionRules<Item, Filter> = {
  channel: PushChannel;
  /** The order of the answers to a filter. */
  compare: (a: Item, b: Item, filter: Filter) => number;
  /**
   * Whether a filter shows a record; null if only the server can decide: its search may use data that is not in the record. Default: it
   * shows all.
   */
  belongs?: (filter: Filter, record: Item) => boolean | null;
  /** Whether a push may concern a record that is not loaded and cannot be judged. Default: every push may. */
  isSuspect?: (filter: Filter, frame: PushFrame) => boolean;
  /** By channel, how a record changes with a push of a record that is embedded in it. */
  embeds?: Embeds<Item>;
  /** Further channels, at whose reload the list is fetched again. */
  follows?: readonly PushChannel[];
  /** Whether a push of another channel may change the result of a filter, given the records that are loaded. */
  unsettles?: (filter: Filter, frame: PushFrame, byId: Readonly<Record<string, Item>>) => boolean;
  /** A pushed record with what only answers carry, taken from the record as it was known. */
  kept?: (known: Item, pushed: Item) => Item;
};

/** The total that an answer brings. */
export const countOf = ({ count, atLeast = false }: Pick<ListPage<unknown>, 'count' | 'atLeast'>) => ({
  total: count,
  atLeast,
  unsure: false,
});

/** Maximum length of a list that is not on the screen. */
const UNSEEN_MAX = 200;
const UNSEEN_KEPT = 100;

export type CollectionOf<Item extends { id: string }, Filter> = ReturnType<typeof collection<Item, Filter>>;

/** The transitions of such a list on answers and pushes, for one kind of records. */
export const collection = <Item extends { id: string }, Filter>(rules: CollectionRules<Item, Filter>) => {
  type List = Collection<Item, Filter>;
  const { channel, compare, belongs = () => true, isSuspect = () => true, embeds = {}, follows = [], unsettles, kept } = rules;

  const rulesOf = (filter: Filter): ListRules<Item> => ({
    channel,
    compare: (a, b) => compare(a, b, filter),
    belongs: (record) => belongs(filter, record) !== false,
    embeds,
  });

  const empty = (filter: Filter): List => ({
    filter,
    status: 'idle',
    failure: null,
    more: 'idle',
    live: emptyList(),
    cursor: null,
    end: null,
    total: 0,
    atLeast: false,
    unsure: false,
    stale: false,
  });

  /** The list after a page: what the page says of all of it. */
  const after = (list: List, live: LiveList<Item>, page: ListPage<Item>): List => ({
    ...list,
    status: 'ready',
    failure: null,
    more: 'idle',
    live,
    cursor: page.cursor,
    end: page.hasMore ? (page.records.at(-1) ?? null) : null,
    ...countOf(page),
  });

  /** Rebuilds the list from consecutive pages and the pushes after the first of them. */
  const withPages = (list: List, pages: ListPage<Item>[], frames: PushFrame[]): List => {
    const own = rulesOf(list.filter);
    const live = pages.reduce((now, page) => continued(own, now, page), emptyList<Item>());
    const fresh = { ...after(list, live, pages.at(-1)!), ...countOf(pages[0]!), stale: false };
    return frames.reduce(foldFrame, fresh);
  };

  /** Adds the next page, and the pushes after it. */
  const withNextPage = (list: List, page: ListPage<Item>, frames: PushFrame[]): List => {
    const longer = frames.reduce(foldFrame, after(list, continued(rulesOf(list.filter), list.live, page), page));
    const isWhole = page.upTo === undefined || !page.hasMore || page.upTo === countUpTo(longer, longer.end);
    return isWhole ? longer : { ...longer, stale: true };
  };

  /** Number of the list's records up to and including `end`. */
  const countUpTo = ({ live, filter }: List, end: Item | null): number =>
    end === null ? live.ids.length : live.ids.filter((id) => compare(live.byId[id]!, end, filter) <= 0).length;

  /**
   * Applies another filter at once: removes what no longer belongs; the next answer adds what now does. Of a list that is not loaded
   * completely only the answer knows the beginning of another order.
   */
  const refiltered = (list: List, filter: Filter): List => {
    const those = list.live.ids.filter((id) => belongs(filter, list.live.byId[id]!) !== false);
    const byId = Object.fromEntries(those.map((id) => [id, list.live.byId[id]!]));
    const ids = list.live.hasMore ? those : those.toSorted((a, b) => compare(byId[a]!, byId[b]!, filter));
    return { ...list, filter, live: { ...list.live, ids, byId } };
  };

  /** A list that is not on the screen, cut to its beginning once pushes have made it long: the cost of a push grows with its length. */
  const unseen = (list: List): List => (list.live.ids.length <= UNSEEN_MAX || list.status !== 'ready' ? list : cut(list));

  /** The beginning of a list; the rest has to be loaded again. */
  const cut = (list: List): List => {
    if (list.live.ids.length <= UNSEEN_KEPT) return list;
    const live = only(list.live, list.live.ids.slice(0, UNSEEN_KEPT));
    return { ...list, live, cursor: null, end: live.byId[live.ids.at(-1)!]! };
  };

  /** Applies a push: rows change, leave, or enter at their place, and what is embedded in them is updated. */
  const foldFrame = (list: List, frame: PushFrame): List => {
    if (list.live.asOf === null) return list;
    if (frame.channel === channel) return foldOwn(list, frame);
    const live = applyFrame(rulesOf(list.filter), list.live, frame);
    const stale = list.stale || (unsettles?.(list.filter, frame, list.live.byId) ?? false);
    return live === list.live && stale === list.stale ? list : { ...list, live, stale };
  };

  const foldOwn = (before: List, frame: PushFrame): List => {
    const list = doubted(before, frame);
    const { live, filter, end } = list;
    const pushed = frame.record as Item & { partial?: boolean };
    const known = live.byId[pushed.id];
    if (frame.action === 'delete') return applied(list, frame);
    if (pushed.partial) return known ? { ...list, stale: true } : list;
    const record = kept && known ? kept(known, pushed) : pushed;
    const isShown = belongs(filter, record);
    if (isShown === null && !known) return { ...list, stale: list.stale || isSuspect(filter, frame) };
    if (isShown && !known && end !== null && compare(record, end, filter) > 0) return list; // its page will include it
    const now = applied(list, { ...frame, record });
    return isShown === null ? { ...now, stale: true } : now;
  };

  /** The server may have counted a record that is not loaded. */
  const doubted = (list: List, { record, position }: PushFrame): List => {
    const { live, unsure } = list;
    const isLoaded = (record as { id: string }).id in live.byId;
    return unsure || !live.hasMore || isLoaded || !isNewer(position, live.asOf) ? list : { ...list, unsure: true };
  };

  const applied = (list: List, frame: PushFrame): List => {
    const live = applyFrame(rulesOf(list.filter), list.live, frame);
    if (live === list.live) return list;
    const isCounted = live.hasMore && frame.action === 'update'; // more likely an existing record that moved up than a new one
    const difference = Math.min(live.ids.length - list.live.ids.length, isCounted ? 0 : 1);
    return { ...list, live, total: Math.max(list.total + (list.atLeast ? 0 : difference), live.ids.length) };
  };

  return {
    channel,
    compare,
    /** The channels of all records shown or embedded in its records. */
    shows: [channel, ...(Object.keys(embeds) as PushChannel[]), ...follows],
    empty,
    withPages,
    withNextPage,
    countUpTo,
    refiltered,
    unseen,
    cut,
    foldFrame,
  };
};

/** Whether scrolling near the end of a list brings its next page: what has failed is requested again otherwise. */
export const goesOn = ({ status, more, live }: Pick<Collection<unknown>, 'status' | 'more' | 'live'>): boolean =>
  status === 'ready' && more !== 'failed' && live.hasMore;

/** Returns the rows of a list in order; the same array while the rows are the same. */
export const createRows = <Item>() => {
  const made = new WeakMap<object, Item[]>();
  return ({ live: { ids, byId } }: { live: LiveList<Item> }): Item[] => {
    const known = made.get(ids);
    if (known?.every((row, at) => row === byId[ids[at]!])) return known;
    const rows = ids.map((id) => byId[id]!);
    made.set(ids, rows);
    return rows;
  };
};
