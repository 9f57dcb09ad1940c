import type { PushChannel, PushFrame } from '@prosa/contracts';
import type { Failure } from '../calls/api-error.ts';
import { isNewer } from '../calls/positions.ts';
import { answered, applyFrame, continued, emptyList, type ListRules, type LiveList, shortened } from './live-list.ts';

/** A filtered list as a screen shows it, loaded page by page as far as it was scrolled, and kept up to date by pushes. */
export type PagedList<Item, Filter> = {
  filter: Filter;
  /** `more`: the next page is loading. */
  status: 'idle' | 'loading' | 'ready' | 'more' | 'failed';
  failure: Failure | null;
  live: LiveList<Item>;
  /** Where the next page begins; also null after a list was cut: then it is fetched from its beginning. */
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
export type ListPage<Item> = {
  records: Item[];
  hasMore: boolean;
  cursor: string | null;
  count: number;
  atLeast?: boolean;
  position: string | null;
  /**
   * For pages by number: how many records precede the end of this page. Records created or deleted meanwhile shift such pages; if the list
   * has a different number of records up to there, it is fetched again.
   */
  upTo?: number;
};

export type PagedRules<Item, Filter> = {
  channel: PushChannel;
  /** The order of the answers to a filter. */
  compare: (a: Item, b: Item, filter: Filter) => number;
  /** Whether a filter shows a record; null if only the server can decide: its search may use data that is not in the record. */
  judge: (filter: Filter, record: Item) => boolean | null;
  /** Whether a push may concern a record that is not loaded and cannot be judged. Default: every push may. */
  isSuspect?: (filter: Filter, frame: PushFrame) => boolean;
  /** A record after a push of another channel that changes a name embedded in it; the same object if it does not. */
  renamed?: (record: Item, frame: PushFrame) => Item;
  /** Those other channels. */
  renamedBy?: readonly PushChannel[];
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

export type PagedListOf<Item extends { id: string }, Filter> = ReturnType<typeof pagedList<Item, Filter>>;

/** The transitions of such a list on answers and pushes, for one kind of records. */
export const pagedList = <Item extends { id: string }, Filter>(rules: PagedRules<Item, Filter>) => {
  type List = PagedList<Item, Filter>;
  const { channel, compare, judge, isSuspect = () => true, renamed, renamedBy = [], unsettles, kept } = rules;

  const rulesOf = (filter: Filter): ListRules<Item> => ({
    channel,
    compare: (a, b) => compare(a, b, filter),
    belongs: (record) => judge(filter, record) !== false,
  });
  const endOf = ({ records, hasMore }: ListPage<Item>): Item | null => (hasMore ? (records.at(-1) ?? null) : null);

  const empty = (filter: Filter): List => ({
    filter,
    status: 'idle',
    failure: null,
    live: emptyList(),
    cursor: null,
    end: null,
    total: 0,
    atLeast: false,
    unsure: false,
    stale: false,
  });

  /** Rebuilds the list from consecutive pages and the pushes after the first of them. */
  const withPages = (list: List, pages: ListPage<Item>[], frames: PushFrame[]): List => {
    const [first, ...others] = pages as [ListPage<Item>, ...ListPage<Item>[]];
    const own = rulesOf(list.filter);
    const live = others.reduce(
      (now, page) => continued(own, now, { ...page, frames: [] }),
      answered(own, { ...first, frames: [] }),
    );
    const last = pages.at(-1)!;
    const fresh: List = { ...list, live, cursor: last.cursor, end: endOf(last), ...countOf(first), stale: false };
    return { ...frames.reduce(foldFrame, fresh), status: 'ready', failure: null };
  };

  /** Adds the next page, and the pushes after it. */
  const withNextPage = (list: List, page: ListPage<Item>, frames: PushFrame[]): List => {
    const live = continued(rulesOf(list.filter), list.live, { ...page, frames: [] });
    const longer: List = { ...list, live, cursor: page.cursor, end: endOf(page), ...countOf(page) };
    const after = frames.reduce(foldFrame, longer);
    const isWhole = page.upTo === undefined || page.hasMore === false || page.upTo === countUpTo(after, longer.end);
    return { ...after, status: 'ready', failure: null, stale: after.stale || !isWhole };
  };

  /** Number of the list's records up to and including `end`. */
  const countUpTo = ({ live, filter }: List, end: Item | null): number =>
    end === null ? live.ids.length : live.ids.filter((id) => compare(live.byId[id]!, end, filter) <= 0).length;

  const inOrder = (ids: string[], byId: Record<string, Item>, filter: Filter): string[] =>
    ids.toSorted((a, b) => compare(byId[a]!, byId[b]!, filter));

  /**
   * Applies another filter at once: removes what no longer belongs; the next answer adds what now does. Of a list that is not loaded
   * completely only the answer knows the beginning of another order.
   */
  const refiltered = (list: List, filter: Filter): List => {
    const those = list.live.ids.filter((id) => judge(filter, list.live.byId[id]!) !== false);
    const ids = list.live.hasMore ? those : inOrder(those, list.live.byId, filter);
    const byId = Object.fromEntries(ids.map((id) => [id, list.live.byId[id]!]));
    return { ...list, filter, live: { ...list.live, ids, byId } };
  };

  /** A list that is not on the screen, cut to its beginning once pushes have made it long: the cost of a push grows with its length. */
  const unseen = (list: List): List => (list.live.ids.length <= UNSEEN_MAX || list.status !== 'ready' ? list : cut(list));

  /** The beginning of a list; the rest has to be loaded again. */
  const cut = (list: List): List => {
    if (list.live.ids.length <= UNSEEN_KEPT) return list;
    const live = shortened(list.live, UNSEEN_KEPT);
    return { ...list, live, cursor: null, end: live.byId[live.ids.at(-1)!]! };
  };

  /** Applies a push: rows change, leave, or enter at their place, and embedded names are updated. */
  const foldFrame = (list: List, frame: PushFrame): List => {
    if (list.live.asOf === null) return list;
    return frame.channel === channel ? foldOwn(list, frame) : foldNames(list, frame);
  };

  const foldOwn = (before: List, frame: PushFrame): List => {
    const list = doubted(before, frame);
    const { live, filter, end } = list;
    const pushed = frame.record as Item & { partial?: boolean };
    const known = live.byId[pushed.id];
    const isKnown = known !== undefined;
    const record: typeof pushed = kept && isKnown && frame.action !== 'delete' && !pushed.partial ? kept(known, pushed) : pushed;
    if (frame.action !== 'delete' && record.partial) return isKnown ? { ...list, stale: true } : list;
    if (frame.action !== 'delete') {
      const belongs = judge(filter, record);
      if (belongs === null && !isKnown) return { ...list, stale: list.stale || isSuspect(filter, frame) };
      if (belongs === null) return { ...applied(list, frame), stale: true };
      if (belongs && !isKnown && end !== null && compare(record, end, filter) > 0) return list; // its page will include it
    }
    return applied(list, record === pushed ? frame : { ...frame, record });
  };

  /** The server may have counted a record that is not loaded. */
  const doubted = (list: List, { record, position }: PushFrame): List => {
    const { live, unsure } = list;
    const isLoaded = (record as { id: string }).id in live.byId;
    return unsure || !live.hasMore || isLoaded || !isNewer(position, live.asOf) ? list : { ...list, unsure: true };
  };

  const applied = (list: List, frame: PushFrame): List => {
    const whole = { ...list.live, hasMore: false }; // what lies beyond the end was handled above
    const after = applyFrame(rulesOf(list.filter), whole, frame);
    if (after === whole) return list;
    const isCounted = list.live.hasMore && frame.action === 'update'; // more likely an existing record that moved up than a new one
    const difference = Math.min(after.ids.length - whole.ids.length, isCounted ? 0 : 1);
    return {
      ...list,
      live: { ...after, hasMore: list.live.hasMore },
      total: Math.max(list.total + (list.atLeast ? 0 : difference), after.ids.length),
    };
  };

  const foldNames = (list: List, frame: PushFrame): List => {
    const { live, filter } = list;
    let byId = live.byId;
    for (const id of renamed ? live.ids : []) {
      const before = live.byId[id]!;
      const after = renamed!(before, frame);
      if (after === before || !isNewer(frame.position, live.at[id])) continue;
      if (byId === live.byId) byId = { ...byId };
      byId[id] = after;
    }
    const isFound = unsettles?.(filter, frame, live.byId) ?? false;
    if (byId === live.byId && !isFound) return list;
    const after = byId === live.byId ? live : { ...live, byId, ids: inOrder(live.ids, byId, filter) };
    return { ...list, live: after, stale: list.stale || isFound };
  };

  return {
    channel,
    shows: [channel, ...renamedBy],
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
