import type { CSSProperties, ReactNode } from 'react';
import { useFormat } from '../../people/sessions/use-format.ts';
import { useIsListed } from '../../ui/hooks/use-media.ts';
import styles from './reports.module.css';

export type ReportColumn<Row> = {
  id: string;
  label: string;
  /** A number, or other content. */
  value: (row: Row) => number | ReactNode;
  /** Its sum below the rows; for columns of numbers. */
  total?: number;
  /** How its numbers are written; default: as counts. */
  format?: (value: number) => string;
  /** Numbers are shaded by their share of the greatest one. The label, such as a day, is a number too: on narrow screens a colon is between them. */
  isHeat?: boolean;
};
type Props<Row> = {
  label: string;
  /** The row's name, in the first column. */
  name: ReportColumn<Row>;
  /** The last one is the row's total. */
  columns: ReportColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** The name of the last row. */
  totalName: string;
};

/** A table of figures with a last row of totals; on narrow screens a list, with the total at the end of each first line. */
export const ReportTable = <Row,>(props: Props<Row>) => (useIsListed() ? <PhoneRows {...props} /> : <Table {...props} />);

const shadeOf = (value: number, most: number): CSSProperties => ({ '--h': most === 0 ? 0 : value / most }) as CSSProperties;

const Table = <Row,>({ label, name, columns, rows, keyOf, totalName }: Props<Row>) => {
  const { count } = useFormat();
  const heat = columns.filter(({ isHeat }) => isHeat);
  const most = Math.max(0, ...rows.flatMap((row) => heat.map(({ value }) => Number(value(row)))));
  const last = columns.length - 1;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be scrollable by keys as well
    <section className={styles.panel} aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{name.label}</th>
            {columns.map((column) => (
              <th key={column.id} scope="col" className={column.total === undefined ? '' : styles.num}>
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              <th scope="row">{name.value(row)}</th>
              {columns.map(({ id, value, total, format = count, isHeat }, at) => {
                const shown = value(row);
                if (typeof shown !== 'number')
                  return (
                    <td key={id} className={total === undefined ? '' : styles.num}>
                      <span className="truncate">{shown}</span>
                    </td>
                  );
                const look = `${styles.num} ${isHeat ? styles.heat : ''} ${at === last ? styles.total : ''}`;
                return (
                  <td key={id} className={look} style={isHeat ? shadeOf(shown, most) : undefined}>
                    {shown === 0 ? <span className={styles.none}>{format(0)}</span> : format(shown)}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{totalName}</th>
            {columns.map(({ id, total, format = count }) => (
              <td key={id} className={styles.num}>
                {total !== undefined && format(total)}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  );
};

const PhoneRows = <Row,>({ label, name, columns, rows, keyOf, totalName }: Props<Row>) => {
  const { count } = useFormat();
  const written = (value: unknown, format = count) => (typeof value === 'number' ? format(value) : (value as ReactNode));
  const last = columns.at(-1)!;
  const others = columns.slice(0, -1);
  return (
    <ul className={`${styles.panel} ${styles.list}`} aria-label={label}>
      {rows.map((row) => (
        <li key={keyOf(row)}>
          <span className={styles.first}>
            <b className="grow truncate">{name.value(row)}</b>
            <b className={styles.figure}>{written(last.value(row), last.format)}</b>
          </span>
          <small>
            {others
              .map(({ label: of, value, format = count, isHeat }) => [isHeat ? `${of}:` : of, value(row), format] as const)
              .filter(([, shown]) => shown !== 0 && shown !== null && shown !== '')
              .map(([of, shown, format]) => (typeof shown === 'number' ? `${of} ${format(shown)}` : shown))
              .join(' · ')}
          </small>
        </li>
      ))}
      <li className={styles.sum}>
        <span className={styles.first}>
          <b className="grow">{totalName}</b>
          <b className={styles.figure}>{(last.format ?? count)(last.total ?? 0)}</b>
        </span>
      </li>
    </ul>
  );
};
