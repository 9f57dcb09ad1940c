import type { MessageSearch, MessageView } from '@prosa/contracts';
import { messageRoutes } from '@prosa/contracts';
import type { Failure } from '../../kernel/calls/api-error.ts';
import { call } from '../../kernel/calls/client.ts';
import { usePages } from '../../kernel/lists/use-pages.ts';

export type Found = {
  /** `idle`: no search yet; `more`: the next page is loading. */
  status: 'idle' | 'loading' | 'ready' | 'more' | 'failed';
  failure: Failure | null;
  messages: MessageView[];
  count: number;
  /** There may be more matches than were counted. */
  atLeast: boolean;
  hasMore: boolean;
  /** The search words of these results. */
  words: string;
};

/** Finds messages page by page. */
export const useMessageSearch = () => {
  const { first, more, again, clear, items, told, answered, ...pages } = usePages(
    async (search: MessageSearch, { page: pageNumber }, signal) => {
      const { data } = await call(messageRoutes.search, { query: { ...search, pageNumber }, signal });
      const { messages, hasMore, count, atLeast } = data;
      return { items: messages, hasMore, told: { count, atLeast } };
    },
  );
  const found: Found = {
    ...pages,
    messages: items,
    count: told?.count ?? 0,
    atLeast: told?.atLeast ?? false,
    words: answered?.description ?? '',
  };
  return { found, search: first, more, retry: again, clear };
};
