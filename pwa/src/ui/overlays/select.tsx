import ChevronDown from 'lucide-react/icons/chevron-down';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { useLater } from '../../kernel/loading/later.ts';
import type { FieldControl } from '../fields/field.tsx';
import { Icon } from '../marks/icon.tsx';
import { Dot } from '../marks/tag.tsx';
import { VisuallyHidden } from '../marks/visually-hidden.tsx';
import { overlays } from './later-overlays.ts';
import type { Choice, PickerListProps } from './picker-list.tsx';
import { Popover } from './popover.tsx';

export type { Choice };

type Shared = {
  items: Choice[];
  label: string;
  /** Passed by a Field. */
  control?: FieldControl;
  disabled?: boolean;
};
type Props = Shared & { chosen: string | null; onChoose: (id: string) => void; placeholder?: string };

/** A choice of one: a button that looks like a field, and a list with a search field above if it is long. */
export const Select = ({ chosen, onChoose, placeholder, ...shared }: Props) => {
  const { t } = useTexts('ui');
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
  /** The button's content and accessible name. */
  children: ReactNode;
  className?: string;
};

/** A choice of several: the list stays open while choosing. */
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
      content={
        <LatePickerList items={items} label={label} isChosen={isChosen} onPick={pick} multiple={multiple} narrow={!isField} />
      }
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

/** In a popover, which has loaded it. */
const LatePickerList = (props: PickerListProps) => {
  const parts = useLater(overlays);
  return parts && <parts.PickerList {...props} />;
};
