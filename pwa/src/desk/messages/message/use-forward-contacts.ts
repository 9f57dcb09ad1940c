import { contactRoutes, findsContact, limits } from '@prosa/contracts';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../kernel/calls/client.ts';
import { usePages } from '../../../kernel/lists/use-pages.ts';

/**
 * The contacts to whom a message can be forwarded: all by name, paged, or those that match a typed text, searched half a second after the
 * last key press.
 */
export const useForwardContacts = () => {
  const [query, setQuery] = useState('');
  const words = query.trim();
  const wasAsked = useRef(false);
  const { first, stop, ...pages } = usePages(async (searchParam: string, { page: pageNumber }, signal) => {
    const { data } = await call(contactRoutes.listForwarded, { query: { searchParam, pageNumber }, signal });
    const { contacts: items, hasMore, count, atLeast } = data;
    return { items, hasMore, told: { count, atLeast } };
  });

  useEffect(() => {
    const timer = setTimeout(() => first(words), wasAsked.current ? limits.searchDebounceMs : 0);
    wasAsked.current = true;
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [first, stop, words]);

  const isFound = pages.answered === words;
  const status = isFound || pages.status === 'failed' ? pages.status : 'loading';
  return {
    // Until the answer arrives, those of the previous contacts that match the words, so that Enter selects no contact that does not match.
    contacts: isFound ? pages.items : pages.items.filter((contact) => findsContact(words, contact)),
    count: pages.told?.count ?? 0,
    atLeast: pages.told?.atLeast ?? false,
    status,
    failure: pages.failure,
    query,
    write: setQuery,
    /** Loads the next page, if there is one and none is loading. */
    more: () => {
      if (isFound) pages.more();
    },
    /** Retries what failed. */
    again: () => (isFound ? pages.again() : first(words)),
  };
};
