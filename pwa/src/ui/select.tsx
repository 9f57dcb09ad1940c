import Check from 'lucide-react/icons/check';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { searchable } from '../i18n/searchable.ts';
import type { FieldControl } from './field.tsx';
import { Icon } from './icon.tsx';
import { SearchedOptions } from './options.tsx';
import { Popover } from './popover.tsx';
import { Dot } from './tag.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

export type Choice = { id: string; name: string; color?: string; detail?: string };

type Shared = {
  items: Choice[];
  label: string /** From a Field. */;
  control?: FieldControl;
  disabled?: boolean;
};
type Props = Shared & { chosen: string | null; onChoose: (id: string) => void; placeholder?: string };

/** So many are found by looking: the field to search them is there for the keys alone. */
const FEW = 8;

/** One of some: a button as a field, a list with a search above once there are more than a few. */
export const Select = ({ chosen, onChoose, placeholder, ...shared }: Props) => {
  const { t } = useTranslation('ui');
  const item = shared.items.find(({ id }) => id === chosen);
  return (
    <Picker {...shared} isChosen={({ id }) => id === chosen} onPick={({ id }) => onChoose(id)} className="as-field">
      {!shared.control && <VisuallyHidden>{shared.label}: </VisuallyHidden>}
      {item ? <ChoiceWords choice={item} /> : <span className="value secondary">{placeholder ?? t('choose')}</span>}
    </Picker>
  );
};

type MultiProps = Shared & {
  chosen: string[];
  onChoose: (ids: string[]) => void;
  /** What the button says, and is called by. */
  children: ReactNode;
  className?: string;
};

/** Several of some: the list stays open while choosing. */
export const MultiSelect = ({ chosen, onChoose, children, className = '', ...shared }: MultiProps) => (
  <Picker
    {...shared}
    multiple
    className={className}
    isChosen={({ id }) => chosen.includes(id)}
    onPick={({ id }) => onChoose(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id])}
  >
    {children}
  </Picker>
);

const ChoiceWords = ({ choice: { name, color } }: { choice: Choice }) => (
  <span className="value" style={{ display: 'inline-flex', alignItems: 'center', gap: 8 }}>
    {color !== undefined && <Dot color={color} />}
    <span className="truncate">{name}</span>
  </span>
);

type PickerProps = Shared & {
  isChosen: (choice: Choice) => boolean;
  onPick: (choice: Choice) => void;
  multiple?: boolean;
  className: string;
  children: ReactNode;
};

const Picker = ({ items, label, control, disabled, isChosen, onPick, multiple = false, className, children }: PickerProps) => {
  const [isOpen, setOpen] = useState(false);
  const pick = (choice: Choice) => {
    onPick(choice);
    if (!multiple) setOpen(false);
  };
  const isField = className.includes('as-field');
  return (
    <Popover
      isOpen={isOpen}
      onClose={() => setOpen(false)}
      placement="bottom-start"
      matchWidth={isField}
      fill={isField}
      content={<PickerList items={items} label={label} isChosen={isChosen} onPick={pick} multiple={multiple} narrow={!isField} />}
    >
      <button
        type="button"
        {...control}
        className={`button select ${className}`}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        disabled={disabled}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || isOpen) return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        {children}
        <Icon of={ChevronDown} />
      </button>
    </Popover>
  );
};

type ListProps = Pick<PickerProps, 'items' | 'label' | 'isChosen' | 'onPick'> & { multiple: boolean; narrow: boolean };

const PickerList = ({ items, label, isChosen, onPick, multiple, narrow }: ListProps) => {
  const { t } = useTranslation('ui');
  const [query, setQuery] = useState('');
  const found = useMemo(() => items.filter(({ name }) => searchable(name).includes(searchable(query))), [items, query]);
  return (
    <div className={`options ${narrow ? 'narrow' : ''}`}>
      <SearchedOptions
        label={label}
        searchLabel={`${t('search')}: ${label}`}
        placeholder={t('search')}
        isSmall={items.length <= FEW}
        query={query}
        onQuery={setQuery}
        items={found}
        itemKey={({ id }) => id}
        isChosen={isChosen}
        onChoose={onPick}
        multiple={multiple}
        render={(choice) => (
          <>
            {choice.color !== undefined && <Dot color={choice.color} />}
            <span className="grow">
              <span className="truncate">{choice.name}</span>
              {choice.detail && <small>{choice.detail}</small>}
            </span>
            {isChosen(choice) && <Icon of={Check} className="read" />}
          </>
        )}
      />
    </div>
  );
};
