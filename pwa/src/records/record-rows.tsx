import { useVirtualizer } from '@tanstack/react-virtual';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { type ReactNode, useEffect, useRef } from 'react';
import { formatCount } from '../i18n/format.ts';
import { IconButton } from '../ui/button.tsx';
import { MenuButton } from '../ui/menu.tsx';
import { useIsPhone } from '../ui/use-media.ts';
import { type Column, type Item, nameOf, type RecordDefinition } from './record.ts';
import styles from './record-rows.module.css';
import type { Words } from './use-words.ts';

type Props = {
  definition: RecordDefinition;
  words: Words;
  rows: Item[];
  /** How many there are in all; null while that is not known for sure. */
  total: number | null;
  isBusy: boolean;
  /** The end is near: more may be loaded. Called again whenever that may have changed. */
  onNearEnd: () => void;
  /** Below the last row. */
  end: ReactNode;
  onChange?: ((item: Item) => void) | undefined;
  onRemove?: ((item: Item) => void) | undefined;
};

/** Within so many pixels of the end the next page is fetched. */
const NEAR_END = 200;
/** Of longer lists only the rows in sight are drawn. */
const DRAWN_MAX = 100;
const ROW = 48;
const PHONE_ROW = 68;

const cellOf = ({ field, cell, isNumber }: Column<Item>, item: Item): ReactNode => {
  if (cell) return cell(item);
  const value = (item as Record<string, unknown>)[field];
  return isNumber && typeof value === 'number' ? formatCount(value) : ((value ?? '–') as ReactNode);
};

const classOf = ({ columns }: RecordDefinition, column: Column<Item>): string =>
  `${column.isNumber ? styles.num : ''} ${column === (columns.find(({ isWide }) => isWide) ?? columns[0]) ? styles.wide : ''}`.trim();

/** A table; on phones a list. */
export const RecordRows = (props: Props) => {
  const { rows, onNearEnd, isBusy } = props;
  const isPhone = useIsPhone();
  const scroller = useRef<HTMLDivElement>(null);
  const newest = useRef(onNearEnd);
  newest.current = onNearEnd;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isPhone ? PHONE_ROW : ROW),
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 12,
  });
  const look = () => {
    const el = scroller.current;
    if (el && el.scrollHeight - el.scrollTop - el.clientHeight < NEAR_END) newest.current();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a short page may leave the end in sight
  useEffect(look, [rows.length, isBusy]);
  const isLong = rows.length > DRAWN_MAX;
  const drawn = isLong ? virtualizer.getVirtualItems().map(({ index }) => index) : rows.map((_, index) => index);
  const size = isPhone ? PHONE_ROW : ROW;
  const before = (drawn[0] ?? 0) * size;
  const after = (rows.length - 1 - (drawn.at(-1) ?? rows.length - 1)) * size;
  const Shown = isPhone ? PhoneRows : Table;
  return (
    <section
      className={`${styles.panel} ${styles.rows}`}
      ref={scroller}
      onScroll={look}
      aria-busy={isBusy}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is to be scrolled by keys as well
      tabIndex={0}
      aria-label={props.words('title')}
    >
      <Shown {...props} {...{ drawn, before, after }} />
      {props.end}
    </section>
  );
};

type DrawnProps = Props & { drawn: number[]; before: number; after: number };

const Table = ({ definition, words, rows, total, drawn, before, after, onChange, onRemove }: DrawnProps) => (
  <table className={styles.table} aria-rowcount={total === null ? -1 : total + 1}>
    <thead>
      <tr>
        {definition.columns.map((column) => (
          <th key={column.field} scope="col" className={classOf(definition, column)}>
            {words(`fields.${column.field}`)}
          </th>
        ))}
        {onChange && (
          <th scope="col" className={styles.num}>
            {words('acts')}
          </th>
        )}
      </tr>
    </thead>
    <tbody>
      {before > 0 && <tr style={{ height: before }} />}
      {drawn.map((index) => {
        const item = rows[index]!;
        const name = nameOf(definition, item);
        return (
          <tr key={item.id} aria-rowindex={index + 2} data-id={item.id}>
            {definition.columns.map((column) => (
              <td key={column.field} className={classOf(definition, column)}>
                <span className={`${styles.cell} truncate`}>{cellOf(column, item)}</span>
              </td>
            ))}
            {onChange && onRemove && (
              <td>
                <span className={styles.actions}>
                  <IconButton icon={Pencil} small label={words('editOne', { name })} onClick={() => onChange(item)} />
                  <IconButton icon={Trash2} small label={words('removeOne', { name })} onClick={() => onRemove(item)} />
                </span>
              </td>
            )}
          </tr>
        );
      })}
      {after > 0 && <tr style={{ height: after }} />}
    </tbody>
  </table>
);

const PhoneRows = ({ definition, words, rows, total, drawn, before, after, onChange, onRemove }: DrawnProps) => {
  const [title, ...others] = definition.columns as [Column<Item>, ...Column<Item>[]];
  const ends = others.filter(({ isNumber }) => isNumber);
  const below = others.filter(({ isNumber }) => !isNumber);
  return (
    <ul className={styles.phoneRows} style={{ paddingTop: before, paddingBottom: after }}>
      {drawn.map((index) => {
        const item = rows[index]!;
        const name = nameOf(definition, item);
        return (
          <li key={item.id} aria-setsize={total ?? -1} aria-posinset={index + 1} data-id={item.id}>
            <div className={styles.lines}>
              <b className="truncate">{cellOf(title, item)}</b>
              {below.map((column) => (
                <span key={column.field} className={`${styles.second} truncate`}>
                  {cellOf(column, item)}
                </span>
              ))}
            </div>
            {ends.map((column) => (
              <span key={column.field} className={styles.figure}>
                {cellOf(column, item)}
                <small>{words(`fields.${column.field}`)}</small>
              </span>
            ))}
            {onChange && onRemove && (
              <MenuButton
                label={words('actsOf', { name })}
                entries={[
                  { id: 'change', icon: Pencil, label: words('edit'), run: () => onChange(item) },
                  { id: 'remove', icon: Trash2, label: words('removeIt'), danger: true, run: () => onRemove(item) },
                ]}
              >
                {(trigger) => <IconButton {...trigger} icon={EllipsisVertical} label={words('actsOf', { name })} />}
              </MenuButton>
            )}
          </li>
        );
      })}
    </ul>
  );
};
