import { useVirtualizer } from '@tanstack/react-virtual';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react';
import { formatCount } from '../kernel/i18n/format.ts';
import { useIsListed } from '../ui/hooks/use-media.ts';
import { isNearEnd } from '../ui/hooks/use-near-end.ts';
import { Button, IconButton } from '../ui/marks/button.tsx';
import { SortButton } from '../ui/marks/sort-button.tsx';
import { MenuButton } from '../ui/overlays/menu.tsx';
import { type Column, type Item, nameOf, type RecordDefinition, type RowAct } from './record.ts';
import { chosenAfter, type Order } from './record-order.ts';
import styles from './record-rows.module.css';
import type { Words } from './use-words.ts';

type Props = {
  definition: RecordDefinition;
  words: Words;
  rows: Item[];
  /** The total number; null while it is not known exactly. */
  total: number | null;
  isBusy: boolean;
  order: Order;
  onOrder: (order: Order) => void;
  /** Called when the scroll position is near the end, where more may be loaded, and again whenever that may have changed. */
  onNearEnd: () => void;
  /** Shown below the last row. */
  end: ReactNode;
  /** Absent if there are no acts on any row. */
  actsOf?: ((item: Item) => RowAct[]) | undefined;
};

/** Longer lists render only the visible rows. */
const DRAWN_MAX = 100;
const ROW = 48;
const PHONE_ROW = 68;

/** Null: there is nothing to show. */
const cellOf = ({ field, cell, isNumber }: Column<Item>, item: Item): ReactNode => {
  if (cell) return cell(item);
  const value = (item as Record<string, unknown>)[field];
  return isNumber && typeof value === 'number' ? formatCount(value) : ((value ?? null) as ReactNode);
};

/** The cells of columns by field, of those that show something. */
const cellsOf = (columns: readonly Column<Item>[], item: Item): (readonly [string, ReactNode])[] =>
  columns.map((column) => [column.field, cellOf(column, item)] as const).filter(([, cell]) => cell !== null && cell !== false);

/** A column's own heading, where the field of the form is called otherwise. */
const headingOf = (words: Words, field: string): string => {
  const own = words(`columns.${field}`);
  return own === `columns.${field}` ? words(`fields.${field}`) : own;
};

const classOf = ({ columns }: RecordDefinition, column: Column<Item>): string =>
  `${column.isNumber ? styles.num : ''} ${column.isMinor ? styles.minor : ''} ${column === (columns.find(({ isWide }) => isWide) ?? columns[0]) ? styles.wide : ''}`.trim();

/** A table; on narrow screens a list. */
export const RecordRows = (props: Props) => {
  const { rows, onNearEnd, isBusy } = props;
  const isListed = useIsListed();
  const scroller = useRef<HTMLDivElement>(null);
  const newest = useRef(onNearEnd);
  newest.current = onNearEnd;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isListed ? PHONE_ROW : ROW),
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 12,
  });
  const look = () => {
    const el = scroller.current;
    if (el && isNearEnd(el)) newest.current();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a short page the end may still be visible
  useEffect(look, [rows.length, isBusy]);
  const isLong = rows.length > DRAWN_MAX;
  const drawn = isLong ? virtualizer.getVirtualItems().map(({ index }) => index) : rows.map((_, index) => index);
  const size = isListed ? PHONE_ROW : ROW;
  const before = (drawn[0] ?? 0) * size;
  const after = (rows.length - 1 - (drawn.at(-1) ?? rows.length - 1)) * size;
  const Shown = isListed ? PhoneRows : Table;
  return (
    <section
      className={`${styles.panel} ${styles.rows}`}
      ref={scroller}
      onScroll={look}
      aria-busy={isBusy}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be scrollable by keys as well
      tabIndex={0}
      aria-label={props.words('title')}
    >
      <Shown {...props} {...{ drawn, before, after }} />
      {props.end}
    </section>
  );
};

type DrawnProps = Props & { drawn: number[]; before: number; after: number };

/** Among how many columns the width is shared, beside the first: of all, and of those that a narrow table has. */
const sharesOf = ({ columns }: RecordDefinition): CSSProperties => {
  const share = (of: readonly unknown[]) => Math.max(1, of.length - 1);
  return { '--all': share(columns), '--major': share(columns.filter(({ isMinor }) => !isMinor)) } as CSSProperties;
};

const Table = ({ definition, words, rows, total, order, onOrder, drawn, before, after, actsOf }: DrawnProps) => (
  <table className={styles.table} style={sharesOf(definition)} aria-rowcount={total === null ? -1 : total + 1}>
    <thead>
      <tr>
        {definition.columns.map((column) => (
          <Head key={column.field} {...{ definition, words, column, order, onOrder }} />
        ))}
        {actsOf && (
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
        return (
          <tr key={item.id} aria-rowindex={index + 2} data-id={item.id}>
            {definition.columns.map((column) => (
              <td key={column.field} className={classOf(definition, column)}>
                <span className={`${styles.cell} truncate`}>{cellOf(column, item) ?? '–'}</span>
              </td>
            ))}
            {actsOf && (
              <td>
                <span className={styles.actions}>
                  {actsOf(item).map((act) => (
                    <Act key={act.id} act={act} />
                  ))}
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

/** An act of a row: an icon, or the words of what changes a state. */
const Act = ({ act: { icon, label, title, shows, steady, run } }: { act: RowAct }) => {
  const shared = { small: true, onClick: run, ...(steady === undefined ? {} : { steady }) };
  if (!shows) return <IconButton {...shared} icon={icon} label={title} />;
  return (
    <Button {...shared} kind={shows === 'call' ? 'call' : 'default'} icon={icon} className={styles.act!} aria-label={title}>
      <span>{label}</span>
    </Button>
  );
};

/** The only act of a narrow row, which waits for it. */
const OnlyAct = ({ act: { label, title, steady, run } }: { act: RowAct }) => (
  <Button kind="call" className={styles.only!} aria-label={title} onClick={run} {...(steady === undefined ? {} : { steady })}>
    {label}
  </Button>
);

type HeadProps = Pick<Props, 'definition' | 'words' | 'order' | 'onOrder'> & { column: Column<Item> };

/** A column's head; where the API orders by it, it chooses that order. A column may show two fields, and then has an order for each. */
const Head = ({ definition, words, column, order, onOrder }: HeadProps) => {
  const sorts = (definition.sorts ?? []).filter((sort) => sort.column === column.field);
  const sortedBy = (by: string) => (order.by !== by ? 'none' : order.direction === 'asc' ? 'ascending' : 'descending');
  const now = sorts.find(({ by }) => by === order.by);
  return (
    <th
      scope="col"
      className={classOf(definition, column)}
      {...(sorts.length > 0 ? { 'aria-sort': now ? sortedBy(now.by) : 'none' } : {})}
    >
      {sorts.length === 0
        ? headingOf(words, column.field)
        : sorts.map((sort) => (
            <SortButton
              key={sort.by}
              label={words(`fields.${sort.by}`)}
              sorted={sortedBy(sort.by)}
              onSort={() => onOrder(chosenAfter(sort, order))}
            />
          ))}
    </th>
  );
};

const PhoneRows = ({ definition, words, rows, total, drawn, before, after, actsOf }: DrawnProps) => {
  const title = definition.columns.find(({ onPhone }) => onPhone === 'title') ?? definition.columns[0]!;
  const others = definition.columns.filter((column) => column !== title);
  const ends = others.filter(({ isNumber, onPhone }) => isNumber && !onPhone);
  const besides = others.filter(({ onPhone }) => onPhone === 'end');
  const below = others.filter(({ isNumber, onPhone }) => !isNumber && !onPhone);
  const shown = drawn.map((index) => ({ index, item: rows[index]!, acts: actsOf?.(rows[index]!) ?? [] }));
  const hasActs = shown.some(({ acts }) => acts.length > 0);
  return (
    <ul className={styles.phoneRows} style={{ paddingTop: before, paddingBottom: after }}>
      {shown.map(({ index, item, acts }) => {
        const name = nameOf(definition, item);
        return (
          <li key={item.id} aria-setsize={total ?? -1} aria-posinset={index + 1} data-id={item.id}>
            {definition.picture?.(item)}
            <div className={styles.lines}>
              <span className={styles.first}>
                <b className="truncate">{cellOf(title, item) ?? '–'}</b>
                {cellsOf(besides, item).map(([field, cell]) => (
                  <small key={field}>{cell}</small>
                ))}
              </span>
              {cellsOf(below, item).map(([field, cell]) => (
                <span key={field} className={`${styles.second} truncate`}>
                  {cell}
                </span>
              ))}
            </div>
            {ends.map((column) => (
              <span key={column.field} className={styles.figure}>
                {cellOf(column, item) ?? '–'}
                <small>{headingOf(words, column.field)}</small>
              </span>
            ))}
            {acts.length === 1 && acts[0]!.shows === 'call' ? (
              <OnlyAct act={acts[0]!} />
            ) : acts.length > 0 ? (
              <MenuButton label={words('actsOf', { name })} entries={acts}>
                {(trigger) => <IconButton {...trigger} icon={EllipsisVertical} label={words('actsOf', { name })} />}
              </MenuButton>
            ) : (
              hasActs && <span className={styles.noActs} />
            )}
          </li>
        );
      })}
    </ul>
  );
};
