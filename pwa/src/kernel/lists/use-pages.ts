import { useCallback, useEffect, useRef, useState } from 'react';
import { type Failure, failureOf } from '../calls/api-error.ts';

/** Where a page begins: by number (from 1), or after the item with an id, the last one of the previous page. */
type Place = { page: number; after: string | undefined };
type Page<Item, Told> = { items: Item[]; hasMore: boolean; told: Told };
type Pages<Ask, Item, Told> = {
  /** `idle`: nothing requested; `more`: the next page is being fetched. */
  status: 'idle' | 'loading' | 'more' | 'ready' | 'failed';
  failure: Failure | null;
  items: Item[];
  hasMore: boolean;
  /** Data of the newest page besides its items; null while a first page is being fetched. */
  told: Told | null;
  /** The request that found the items. */
  answered: Ask | null;
};

const nothing = { status: 'idle', failure: null, items: [], hasMore: false, told: null, answered: null } as const;

/**
 * A list that is fetched page by page. The items of the previous request stay until the first page of the new one arrives; an older answer
 * never replaces a newer one, and an item that moved to a later page meanwhile is shown once.
 */
export const usePages = <Ask, Item extends { id: string }, Told>(
  fetchPage: (ask: Ask, place: Place, signal: AbortSignal) => Promise<Page<Item, Told>>,
) => {
  const [pages, setPages] = useState<Pages<Ask, Item, Told>>({ ...nothing, items: [] });
  const newest = useRef(fetchPage);
  newest.current = fetchPage;
  const asking = useRef<AbortController>(null);
  const wanted = useRef<{ ask: Ask; page: number } | null>(null);
  useEffect(() => () => asking.current?.abort(), []);

  const run = useCallback(async (ask: Ask, page: number, after: string | undefined): Promise<void> => {
    asking.current?.abort();
    const controller = new AbortController();
    asking.current = controller;
    const { signal } = controller;
    wanted.current = { ask, page };
    setPages((now) =>
      page === 1
        ? { ...now, status: 'loading', failure: null, hasMore: false, told: null }
        : { ...now, status: 'more', failure: null },
    );
    try {
      const { items, hasMore, told } = await newest.current(ask, { page, after }, signal);
      if (signal.aborted) return;
      setPages((now) => {
        const before = page === 1 ? [] : now.items;
        const known = new Set(before.map(({ id }) => id));
        const all = [...before, ...items.filter(({ id }) => !known.has(id))];
        return { status: 'ready', failure: null, items: all, hasMore, told, answered: ask };
      });
    } catch (error) {
      if (!signal.aborted) setPages((now) => ({ ...now, status: 'failed', failure: failureOf(error) }));
    }
  }, []);

  const first = useCallback((ask: Ask) => void run(ask, 1, undefined), [run]);
  const stop = useCallback(() => asking.current?.abort(), []);
  const clear = useCallback(() => {
    asking.current?.abort();
    wanted.current = null;
    setPages({ ...nothing, items: [] });
  }, []);
  const at = (page: number) => {
    if (wanted.current) void run(wanted.current.ask, page, page === 1 ? undefined : pages.items.at(-1)?.id);
  };
  return {
    ...pages,
    first,
    /** Fetches the next page, if there is one and none is being fetched. */
    more: () => {
      if (pages.status === 'ready' && pages.hasMore) at((wanted.current?.page ?? 0) + 1);
    },
    /** Repeats the failed fetch. */
    again: () => at(wanted.current?.page ?? 1),
    /** Fetches the list again from its beginning. */
    renew: () => at(1),
    stop,
    clear,
  };
};
