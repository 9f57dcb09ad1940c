import { limits, type RouteDefinition } from '@prosa/contracts';
import { useEffect, useState } from 'react';
import type { Reply, Request } from './api.ts';
import { call } from './client.ts';

/** Minimum length of the palette's search words: shorter words match nearly everything. */
const LEAST_LETTERS = 2;

/** The same array each time, so that what is made of it stays the same. */
const NONE: never[] = [];

type Answer<Item> = { words: string; items: Item[]; hasFailed: boolean };

/** The words to search for; empty while there are too few letters. */
export const wordsOf = (query: string): string => (query.trim().length < LEAST_LETTERS ? '' : query.trim());

const asSearchParam = (searchParam: string): object => ({ searchParam });

/** The server's matches for the words, half a second after the last letter. Define `itemsOf` and `queryOf` outside of the component. */
export const useFound = <Route extends RouteDefinition, Item>(
  route: Route,
  itemsOf: (reply: Reply<Route>) => Item[],
  words: string,
  queryOf = asSearchParam,
): { items: Item[]; isBusy: boolean; hasFailed: boolean } => {
  const [answer, setAnswer] = useState<Answer<Item>>({ words: '', items: NONE, hasFailed: false });
  useEffect(() => {
    if (words === '') return setAnswer({ words, items: NONE, hasFailed: false });
    const controller = new AbortController();
    const ask = async () => {
      const asked = { query: queryOf(words), signal: controller.signal } as unknown as Request<Route>;
      const found = await (call as (route: Route, request: Request<Route>) => Promise<{ data: Reply<Route> }>)(route, asked).then(
        ({ data }): Answer<Item> => ({ words, items: itemsOf(data), hasFailed: false }),
        (): Answer<Item> => ({ words, items: NONE, hasFailed: true }),
      );
      if (!controller.signal.aborted) setAnswer(found);
    };
    const timer = setTimeout(() => void ask(), limits.searchDebounceMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [route, itemsOf, words, queryOf]);
  const isAnswered = answer.words === words;
  return {
    items: isAnswered ? answer.items : NONE,
    isBusy: words !== '' && !isAnswered,
    hasFailed: isAnswered && answer.hasFailed,
  };
};
