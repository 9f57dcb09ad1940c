/** A first-in, first-out queue with constant-time removal at any length. Item numbers never change: the n-th item ever added is `at(n)`. */
export type Fifo<Item> = {
  push: (item: Item) => void;
  /** The oldest item; undefined if there is none. */
  first: () => Item | undefined;
  drop: () => void;
  at: (number: number) => Item;
  /** Number of the oldest item, and of the next one to be added. */
  begin: () => number;
  end: () => number;
};

export const fifo = <Item>(): Fifo<Item> => {
  let items: (Item | undefined)[] = [];
  let gone = 0;
  let first = 0;
  return {
    push: (item) => void items.push(item),
    first: () => items[first],
    drop: () => {
      items[first] = undefined;
      first += 1;
      // The front of the array is released from time to time, not at each step.
      if (first < 32 || first * 2 < items.length) return;
      items = items.slice(first);
      gone += first;
      first = 0;
    },
    at: (number) => items[number - gone] as Item,
    begin: () => gone + first,
    end: () => gone + items.length,
  };
};
