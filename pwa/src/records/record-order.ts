import { inOrder } from '@prosa/contracts';
import { useSearchParams } from 'react-router-dom';

export type Order = { by: string; direction: 'asc' | 'desc' };

/** An order in which the API gives a list. */
export type Sort<Item> = {
  /** Its name in the API and in the address. */
  by: string;
  /** The column whose head chooses it. */
  column: keyof Item & string;
  /** The field by which the records are ordered; those without it are last in both directions. Default: the field `by`. */
  field?: string;
  /** The direction that is chosen first; default `asc`. */
  begins?: Order['direction'];
  /** The order of those without it; default: by id. */
  without?: (a: Item, b: Item) => number;
};

/** Compares records as the API orders them. */
export const comparing = <Item extends { id: string }>(sort: Sort<Item>, { direction }: Order) => {
  const field = sort.field ?? sort.by;
  const keyOf = (item: Item) => (item as Record<string, unknown>)[field] ?? null;
  const upwards = inOrder(field) as unknown as (a: Item, b: Item) => number;
  const { without = upwards } = sort;
  return (a: Item, b: Item): number => {
    const [isWithoutA, isWithoutB] = [keyOf(a) === null, keyOf(b) === null];
    if (isWithoutA !== isWithoutB) return isWithoutA ? 1 : -1;
    if (isWithoutA) return without(a, b);
    return direction === 'asc' ? upwards(a, b) : upwards(b, a);
  };
};

/** The first sort, upwards: not told in the address. */
export const defaultOrder = (sorts: readonly Pick<Sort<never>, 'by'>[]): Order => ({ by: sorts[0]?.by ?? '', direction: 'asc' });

export const isSame = (a: Order, b: Order): boolean => a.by === b.by && a.direction === b.direction;

/** The order after a sort is chosen: its own direction first, the other one the next time. */
export const chosenAfter = <Item>({ by, begins = 'asc' }: Sort<Item>, now: Order): Order =>
  now.by === by ? { by, direction: now.direction === 'asc' ? 'desc' : 'asc' } : { by, direction: begins };

/** The order that the address tells, so that a link and a reload keep it. Unknown ones are the default. */
export const useOrder = <Item>(sorts: readonly Sort<Item>[]): [Order, (order: Order) => void] => {
  const [params, setParams] = useSearchParams();
  const standard = defaultOrder(sorts);
  const by = params.get('orderBy') ?? standard.by;
  const isKnown = sorts.some((sort) => sort.by === by);
  const order: Order = isKnown ? { by, direction: params.get('direction') === 'desc' ? 'desc' : 'asc' } : standard;
  const choose = (chosen: Order) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of [
          ['orderBy', chosen.by],
          ['direction', chosen.direction],
        ] as const)
          if (isSame(chosen, standard)) next.delete(name);
          else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return [order, choose];
};
