import { limits, type RouteDefinition } from '@prosa/contracts';
import { useEffect, useState } from 'react';
import type { Reply, Request } from './api.ts';
import { type Failure, failureOf } from './api-error.ts';
import { call } from './client.ts';

/** The results of the previous words; `items` is null if no search was made. */
type Found<Item> = { items: Item[] | null; isBusy: boolean; failure: Failure | null };

/**
 * Searches for an item to choose by name, from three characters on, half a second after the last key press; an older answer never replaces
 * a newer one. The chosen item's name fills the field; typing again undoes the choice.
 */
export const useFinder = <Route extends RouteDefinition, Item>(
  route: Route,
  itemsOf: (reply: Reply<Route>) => Item[],
  nameOf: (item: Item) => string,
  /** The initial search words. */
  begins = '',
  /** What else the query says; a search begins with its words alone. */
  further: object = {},
) => {
  const [query, setQuery] = useState(begins);
  const [chosen, setChosen] = useState<Item | null>(null);
  const [found, setFound] = useState<Found<Item>>({ items: null, isBusy: false, failure: null });
  const words = chosen === null ? query.trim() : '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the words define the search
  useEffect(() => {
    if (words.length < limits.searchMin) return setFound({ items: null, isBusy: false, failure: null });
    const controller = new AbortController();
    setFound((before) => ({ ...before, isBusy: true }));
    const ask = async () => {
      try {
        const asked = { query: { ...further, searchParam: words }, signal: controller.signal } as unknown as Request<Route>;
        const { data } = await (call as (route: Route, request: Request<Route>) => Promise<{ data: Reply<Route> }>)(route, asked);
        if (!controller.signal.aborted) setFound({ items: itemsOf(data), isBusy: false, failure: null });
      } catch (error) {
        if (!controller.signal.aborted) setFound({ items: null, isBusy: false, failure: failureOf(error) });
      }
    };
    const timer = setTimeout(() => void ask(), limits.searchDebounceMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [words]);
  return {
    ...found,
    items: chosen === null ? found.items : null,
    query,
    chosen,
    write: (text: string) => {
      setQuery(text);
      setChosen(null);
    },
    choose: (item: Item) => {
      setChosen(item);
      setQuery(nameOf(item));
    },
  };
};
