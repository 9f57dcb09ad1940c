import type { RouteDefinition } from '@prosa/contracts';
import type { Request } from '../calls/api.ts';
import { type Definition, liveCollection } from './live-collection.ts';

type Lookup<Item, Route extends RouteDefinition> = Omit<Definition<Item, undefined, Route>, 'filter' | 'page' | 'request'> & {
  query?: Request<Route>['query'];
  /** The route answers with pages by number: only the first is fetched, and the next one at each `more`. */
  paged?: boolean;
};

/**
 * All records of a small kind (queues, tags, users), or the first pages of a `paged` one, kept up to date by pushes. Dispatch `wanted` where
 * they are first shown, or `useAll`.
 */
export const createLookup = <Item extends { id: string }, const Route extends RouteDefinition>({
  query,
  paged = false,
  ...definition
}: Lookup<Item, Route>) =>
  liveCollection<Item, undefined, Route>({
    ...definition,
    filter: undefined,
    page: paged ? 'number' : 'all',
    request: () => ({ query }) as Pick<Request<Route>, 'params' | 'query'>,
  });
