import { type AttendanceReport, type AttendanceRow, NO_TAG, reportRoutes } from '@prosa/contracts';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { Fragment, useState } from 'react';
import { Link } from 'react-router-dom';
import { readableNumber } from '../../contacts/contacts/number.ts';
import { call } from '../../kernel/calls/client.ts';
import { useRequest } from '../../kernel/calls/use-request.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { useFormat } from '../../people/sessions/use-format.ts';
import { useIsListed } from '../../ui/hooks/use-media.ts';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { TextButton } from '../../ui/marks/button.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { Tag } from '../../ui/marks/tag.tsx';
import type { AttendanceFilter } from './attendance.filter.ts';
import styles from './reports.module.css';

type Attendant = AttendanceReport['attendants'][number];
type Props = { filter: AttendanceFilter; rows: AttendanceRow[]; attendants: Attendant[] };

/** Groups of this many attendants are unfolded at first. */
const UNFOLDED = 5;

/** The tickets themselves, by attendant, with the number of each. */
export const Analytical = ({ filter, rows, attendants }: Props) => {
  const { t } = useTexts('reports');
  const isListed = useIsListed();
  const all = attendants.reduce((sum, { total }) => sum + total, 0);
  const groups = attendants.map((attendant, at) => (
    <Group
      key={attendant.id ?? 'none'}
      filter={filter}
      attendant={attendant}
      // A page of all tickets may have only some of this attendant's.
      begins={rows.filter(({ attendanceId }) => attendanceId === attendant.id)}
      isUnfolded={at < UNFOLDED}
    />
  ));
  if (isListed)
    return (
      <div className={`${styles.panel} ${styles.list}`}>
        {groups}
        <p className={`${styles.first} ${styles.sum}`}>
          <b className="grow">{t('grandTotal')}</b>
          <b>{t('tickets', { count: all })}</b>
        </p>
      </div>
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be scrollable by keys as well
    <section className={styles.panel} aria-label={t('kinds.1')} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {(['patient', 'number', 'date', 'tag'] as const).map((name) => (
              <th key={name} scope="col">
                {t(name)}
              </th>
            ))}
          </tr>
        </thead>
        {groups}
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              {t('grandTotal')}
            </th>
            <td className={styles.num}>{t('tickets', { count: all })}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
};

type GroupProps = { filter: AttendanceFilter; attendant: Attendant; begins: AttendanceRow[]; isUnfolded: boolean };

const Group = ({ filter, attendant: { id, name, total }, begins, isUnfolded }: GroupProps) => {
  const { t } = useTexts('reports');
  const isListed = useIsListed();
  const [isOpen, setOpen] = useState(isUnfolded);
  const [rows, setRows] = useState(begins);
  const [cursor, setCursor] = useState<string | null>(null);
  const { isBusy, failure, send } = useRequest();
  const more = () =>
    send(
      async () =>
        (await call(reportRoutes.attendance, { query: { ...filter, userId: id ?? 'none', ...(cursor && { cursor }) } })).data,
      ({ report, cursor: next }) => {
        const known = new Set(rows.map(({ ticketId }) => ticketId));
        setRows([...rows, ...(report as AttendanceRow[]).filter(({ ticketId }) => !known.has(ticketId))]);
        setCursor(next);
      },
    );
  const left = total - rows.length;
  const head = (
    <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
      <Icon of={isOpen ? ChevronDown : ChevronRight} />
      <Avatar name={name} size={28} />
      <b className="grow truncate">{id === null ? t('nobody') : (name ?? t('nameless'))}</b>
      <span className={styles.count}>{t('tickets', { count: total })}</span>
    </button>
  );
  const rest = isOpen && left > 0 && (
    <TextButton onClick={() => void more()} disabled={isBusy}>
      {failure ? t('retry') : t('more', { count: left })}
    </TextButton>
  );
  const Row = isListed ? PhoneRow : TableRow;
  const shown = isOpen && rows.map((row) => <Row key={row.ticketId} row={row} />);
  if (isListed)
    return (
      <Fragment>
        {head}
        <ul>{shown}</ul>
        {rest}
      </Fragment>
    );
  return (
    <tbody>
      <tr className={styles.group}>
        <th scope="rowgroup" colSpan={4}>
          {head}
        </th>
      </tr>
      {shown}
      {rest && (
        <tr>
          <td colSpan={4} className={styles.rest}>
            {rest}
          </td>
        </tr>
      )}
    </tbody>
  );
};

const TableRow = ({ row }: { row: AttendanceRow }) => {
  const { t } = useTexts('reports');
  const { dateTime } = useFormat();
  const { ticketId, nameContact, numberContact, recordCreatedAt } = row;
  return (
    <tr>
      <td className={styles.patient}>
        <Link className="truncate" to={`/tickets/${ticketId}`}>
          {nameContact || t('namelessContact')}
        </Link>
      </td>
      <td>{readableNumber(numberContact) || '–'}</td>
      <td>
        <time dateTime={recordCreatedAt}>{dateTime(recordCreatedAt)}</time>
      </td>
      <td>
        <Tags row={row} />
      </td>
    </tr>
  );
};

const PhoneRow = ({ row }: { row: AttendanceRow }) => {
  const { t } = useTexts('reports');
  const { dateTime } = useFormat();
  const { ticketId, nameContact, recordCreatedAt, tagName } = row;
  return (
    <li>
      <span className={styles.first}>
        <Link className="grow truncate" to={`/tickets/${ticketId}`}>
          {nameContact || t('namelessContact')}
        </Link>
        <time dateTime={recordCreatedAt}>{dateTime(recordCreatedAt)}</time>
      </span>
      <small>{tagName === NO_TAG ? t('noTag') : tagName}</small>
    </li>
  );
};

const Tags = ({ row: { tags } }: { row: AttendanceRow }) => {
  const { t } = useTexts('reports');
  return (
    <span className={styles.tags}>
      {tags.map(({ tagName, color }) => (
        <Tag key={tagName} name={tagName === NO_TAG ? t('noTag') : tagName} color={color} />
      ))}
    </span>
  );
};
