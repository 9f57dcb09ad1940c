import type { TicketSort } from '@prosa/contracts';
import { remember, remembered } from '../../../kernel/device/storage.ts';

/** The lists whose order a person chooses. */
export type SortedList = 'open' | 'pending' | 'closed';
export type Sorts = Record<SortedList, TicketSort>;

const lists: readonly SortedList[] = ['open', 'pending', 'closed'];
/** Who waits longest is served first. */
const usual: Sorts = { open: 'newest', pending: 'waiting', closed: 'newest' };

/** The orders that a list offers: nobody waits in closed tickets. */
export const sortsOf = (name: SortedList): readonly TicketSort[] =>
  name === 'closed' ? ['newest', 'oldest'] : ['waiting', 'newest', 'oldest'];

/** The orders that were last chosen on this device. */
export const rememberedSorts = (): Sorts => {
  const chosen = (remembered('ticketSorts') ?? '').split(' ');
  return Object.fromEntries(
    lists.map((name, at) => [name, sortsOf(name).find((sort) => sort === chosen[at]) ?? usual[name]]),
  ) as Sorts;
};

export const rememberSorts = (sorts: Sorts): void => remember('ticketSorts', lists.map((name) => sorts[name]).join(' '));
