import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';

/** The active option of a list that is steered from a field: arrows, Home, End, Enter; for aria-activedescendant. */
export const useOptions = <Item>(items: Item[], choose: (item: Item) => void) => {
  const id = useId();
  const [active, setActive] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const index = Math.min(active, items.length - 1);
  useEffect(() => {
    list.current?.children[index]?.scrollIntoView?.({ block: 'nearest' });
  }, [index]);
  const handleKeyDown = (event: KeyboardEvent) => {
    const { length } = items;
    const to = { ArrowDown: (index + 1) % length, ArrowUp: (index - 1 + length) % length }[event.key];
    if (length === 0) return;
    if (to !== undefined) {
      event.preventDefault();
      setActive(to);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      choose(items[index]!);
    }
  };
  return {
    index,
    setActive,
    list,
    listId: `${id}-list`,
    optionId: (at: number) => `${id}-${at}`,
    activeId: index >= 0 ? `${id}-${index}` : undefined,
    handleKeyDown,
  };
};
