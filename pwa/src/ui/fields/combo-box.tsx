import Search from 'lucide-react/icons/search';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { Spinner } from '../marks/spinner.tsx';
import type { FieldControl } from './field.tsx';
import { Options, type OptionsField } from './options.tsx';
import { TextInput } from './text-input.tsx';

type Props<Item> = {
  label: string;
  /** Passed by a Field. */
  control?: FieldControl;
  query: string;
  onQuery: (query: string) => void;
  /** The results; null if nothing was searched yet. */
  items: Item[] | null;
  itemKey: (item: Item) => string;
  render: (item: Item) => ReactNode;
  onChoose: (item: Item) => void;
  busy?: boolean;
  placeholder?: string;
  /** Shown above the results. */
  above?: ReactNode;
  /** Replaces the default text "Nada encontrado". */
  none?: ReactNode;
  autoFocus?: boolean;
};

/** A search whose results open below the field (in place: they push down what follows), 44 px per line. */
export const ComboBox = <Item,>(props: Props<Item>) => {
  const { label, control, query, onQuery, items, itemKey, render, onChoose, busy, placeholder, above, none, autoFocus } = props;
  const { t } = useTexts('ui');
  const [isOpen, setOpen] = useState(true);
  const shown = isOpen && items !== null;
  const choose = (item: Item) => {
    onChoose(item);
    setOpen(false);
  };
  /** Escape closes the results before it closes anything around them; an arrow key opens them again. */
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>, field: OptionsField) => {
    if (shown && event.key === 'Escape') {
      event.stopPropagation();
      setOpen(false);
    } else if (shown) field.onKeyDown?.(event);
    else if (event.key === 'ArrowDown') setOpen(true);
  };
  return (
    <Options label={label} query={query} items={items ?? []} itemKey={itemKey} render={render} onChoose={choose}>
      {(field, list) => (
        <>
          <TextInput
            {...control}
            {...field}
            {...(shown ? {} : { 'aria-expanded': false, 'aria-activedescendant': undefined, onKeyUp: undefined })}
            icon={Search}
            {...(control ? {} : { 'aria-label': label })}
            placeholder={placeholder}
            value={query}
            autoFocus={autoFocus}
            onChange={(event) => {
              setOpen(true);
              onQuery(event.target.value);
            }}
            onKeyDown={(event) => handleKeyDown(event, field)}
            end={
              busy ? (
                <span className="button icon-only" aria-hidden="true">
                  <Spinner />
                </span>
              ) : undefined
            }
          />
          {shown && (
            <div className="options tall">
              {above && <div className="none">{above}</div>}
              {list}
              {items.length === 0 && <div className="none">{none ?? t('nothingFound')}</div>}
            </div>
          )}
        </>
      )}
    </Options>
  );
};
