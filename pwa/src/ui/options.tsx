import type { ReactNode } from 'react';
import type { useOptions } from './use-options.ts';

type Props<Item> = {
  label: string;
  items: Item[];
  itemKey: (item: Item) => string;
  render: (item: Item) => ReactNode;
  isChosen?: (item: Item) => boolean;
  onChoose: (item: Item) => void;
  options: ReturnType<typeof useOptions<Item>>;
  multiple?: boolean;
};

/** The list of a select or combo box; the focus stays in the field that steers it. */
export const Options = <Item,>({ label, items, itemKey, render, isChosen, onChoose, options, multiple }: Props<Item>) => (
  <div role="listbox" aria-label={label} aria-multiselectable={multiple || undefined} id={options.listId} ref={options.list}>
    {items.map((item, at) => (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the field that has the focus hears the keys
      // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
      <div
        key={itemKey(item)}
        id={options.optionId(at)}
        role="option"
        aria-selected={isChosen?.(item) ?? false}
        className={at === options.index ? 'is-active' : ''}
        onMouseMove={() => options.setActive(at)}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => onChoose(item)}
      >
        {render(item)}
      </div>
    ))}
  </div>
);
