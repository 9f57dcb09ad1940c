import { QueryList } from '@blueprintjs/select';
import Search from 'lucide-react/icons/search';
import { type InputHTMLAttributes, type ReactElement, type ReactNode, type Ref, useLayoutEffect, useRef, useState } from 'react';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { FieldOption } from './field-option.tsx';
import { TextInput } from './text-input.tsx';

type ListProps<Item> = {
  /** Name of the list, for screen readers. */
  label: string;
  query: string;
  items: Item[];
  itemKey: (item: Item) => string;
  render: (item: Item) => ReactNode;
  isChosen?: (item: Item) => boolean;
  onChoose: (item: Item) => void;
  multiple?: boolean;
};
/** The props that make a field the combo box of a list: spread them onto the input. */
export type OptionsField = InputHTMLAttributes<HTMLInputElement>;
type Props<Item> = ListProps<Item> & { children: (field: OptionsField, list: ReactNode) => ReactElement };

/**
 * Options, and the focused field that controls them: Blueprint's list with a query. The first option is active until an arrow key or the
 * mouse moves to another one, and again after each change of the query; Enter chooses on key up.
 */
export const Options = <Item,>({ label, query, items, itemKey, render, isChosen, onChoose, multiple, children }: Props<Item>) => {
  const box = useRef<HTMLElement | null>(null);
  const [went, setWent] = useState<{ to: string; query: string } | null>(null);
  const active = (went?.query === query && items.find((item) => itemKey(item) === went.to)) || items[0] || null;
  const goTo = (item: Item | null) => setWent(item && { to: itemKey(item), query });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new query scrolls to the top
  useLayoutEffect(() => {
    if (box.current) box.current.scrollTop = 0;
  }, [query]);
  return (
    <QueryList<Item>
      items={items}
      itemsEqual={(one, other) => itemKey(one) === itemKey(other)}
      activeItem={active}
      onActiveItemChange={goTo}
      resetOnQuery={false} // otherwise each answer would reset it too
      scrollToActiveItem={false} // only keys scroll: under the mouse a partly visible option would move away
      onItemSelect={onChoose}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && items.length > 0) event.preventDefault(); // it would submit the form around
      }}
      itemRenderer={(item, { id, ref, modifiers, handleClick }) => (
        <FieldOption
          key={itemKey(item)}
          id={id}
          ref={ref as Ref<HTMLElement> as Ref<HTMLDivElement>}
          isActive={modifiers.active}
          isSelected={isChosen?.(item) ?? false}
          onPoint={() => goTo(item)}
          onChoose={handleClick}
        >
          {render(item)}
        </FieldOption>
      )}
      itemListRenderer={({ itemsParentRef, menuProps, renderItem }) => (
        <div
          role="listbox"
          id={menuProps?.id}
          aria-label={label}
          aria-multiselectable={multiple || undefined}
          ref={(element) => {
            box.current = element;
            (itemsParentRef as (element: HTMLElement | null) => void)(element);
          }}
        >
          {items.map(renderItem)}
        </div>
      )}
      renderer={({ activeItemId, listId, handleKeyDown, handleKeyUp, itemList }) =>
        children(
          {
            role: 'combobox',
            autoComplete: 'off',
            'aria-autocomplete': 'list',
            'aria-expanded': true,
            'aria-controls': listId,
            'aria-activedescendant': activeItemId,
            onKeyDown: handleKeyDown,
            onKeyUp: handleKeyUp,
          },
          itemList,
        )
      }
    />
  );
};

type SearchedProps<Item> = ListProps<Item> & {
  onQuery: (query: string) => void;
  /** Name of the field for screen readers; `placeholder` is visible. */
  searchLabel: string;
  placeholder: string;
  /** The field is visually hidden and only takes the keys. */
  isSmall?: boolean;
  /** Replaces the default text "Nada encontrado". */
  none?: ReactNode;
};

/** Options below their search field. */
export const SearchedOptions = <Item,>({
  onQuery,
  searchLabel,
  placeholder,
  isSmall = false,
  none,
  ...list
}: SearchedProps<Item>) => {
  const { t } = useTexts('ui');
  return (
    <Options {...list}>
      {(field, options) => (
        <>
          <div className={isSmall ? 'hidden-text' : ''}>
            <TextInput
              {...field}
              icon={Search}
              aria-label={searchLabel}
              placeholder={placeholder}
              autoFocus
              value={list.query}
              onChange={({ target }) => onQuery(target.value)}
            />
          </div>
          {options}
          {list.items.length === 0 && <p className="none">{none ?? t('nothingFound')}</p>}
        </>
      )}
    </Options>
  );
};
