/** Those that came first go first, each in no time, however many there are. Numbers stay: the n-th that ever came is `at(n)`. */
export type Fifo<Item> = {
  push: (item: Item) => void;
  /** The oldest; undefined where there is none. */
  first: () => Item | undefined;
  drop: () => void;
  at: (number: number) => Item;
  /** Number of the oldest, and of the one that comes next. */
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
      // The array's head itself is given back now and then, not at each step.
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
