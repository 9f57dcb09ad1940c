import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { formatCount } from '../../kernel/i18n/format.ts';

export type TabItem<Id extends string> = { id: Id; label: ReactNode; count?: number; mark?: ReactNode };
type Props<Id extends string> = {
  /** Name of the set, for screen readers. */
  label: string;
  items: TabItem<Id>[];
  chosen: Id;
  onChoose: (id: Id) => void;
  /** Ids of the tabs (`{idPrefix}-{id}`); the panel takes `aria-labelledby` from it. */
  idPrefix?: string;
  /** Further buttons at the end of the row. */
  children?: ReactNode;
  className?: string;
};

/** Arrow keys, Home and End move the choice, as in every tab list. */
const useRoving = <Id extends string>({ items, chosen, onChoose }: Pick<Props<Id>, 'items' | 'chosen' | 'onChoose'>) => {
  const list = useRef<HTMLDivElement>(null);
  const handleKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const from = items.findIndex(({ id }) => id === chosen);
    const to = Number.isFinite(step) ? (from + step + items.length) % items.length : step < 0 ? 0 : items.length - 1;
    const next = items[to];
    if (!next) return;
    onChoose(next.id);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[to]?.focus();
  };
  return { list, handleKeyDown };
};

/** A tab list that its classes style. */
export const TabList = <Id extends string>({ tabClassName = '', ...props }: Props<Id> & { tabClassName?: string }) => {
  const { label, items, chosen, onChoose, idPrefix, className, children } = props;
  const { list, handleKeyDown } = useRoving(props);
  return (
    <div className={className} role="tablist" aria-label={label} ref={list} onKeyDown={handleKeyDown}>
      {items.map(({ id, label, count, mark }) => (
        <button
          key={id}
          type="button"
          role="tab"
          className={tabClassName}
          id={idPrefix && `${idPrefix}-${id}`}
          aria-selected={id === chosen}
          tabIndex={id === chosen ? 0 : -1}
          onClick={() => onChoose(id)}
        >
          {label}
          {count !== undefined && <span className="count">{formatCount(count)}</span>}
          {mark}
        </button>
      ))}
      {children}
    </div>
  );
};

/** Texts in a row, the chosen one underlined. */
export const Tabs = <Id extends string>(props: Props<Id>) => (
  <TabList {...props} className={`tabs ${props.className ?? ''}`} tabClassName="tab" />
);

/** Two or three choices in one box; also a tab list. */
export const Segmented = <Id extends string>(props: Props<Id>) => (
  <TabList {...props} className={`segmented ${props.className ?? ''}`} />
);
