import { type AccountView, inOrder } from '@prosa/contracts';
import History from 'lucide-react/icons/history';
import Pencil from 'lucide-react/icons/pencil';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { formatDate } from '../../kernel/i18n/format.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { useNow } from '../../kernel/use-now.ts';
import styles from '../../records/form-table.module.css';
import { useIsListed } from '../../ui/hooks/use-media.ts';
import { IconButton } from '../../ui/marks/button.tsx';
import { SortButton } from '../../ui/marks/sort-button.tsx';
import { VisuallyHidden } from '../../ui/marks/visually-hidden.tsx';
import { daysToDue, nearnessOf } from './due.ts';

const classes = { due5: styles.due5!, dueSoon: styles.dueSoon!, dueLate: styles.dueLate! };

type Order = { by: 'name' | 'dueDate'; direction: 'ascending' | 'descending' };
type Props = { companies: readonly AccountView[]; chosen: string | null; onChoose: (id: string) => void };

const compares: Record<Order['by'], (a: AccountView, b: AccountView) => number> = {
  name: inOrder('name'),
  dueDate: inOrder('dueDate', 'name'),
};
const ordered = (companies: readonly AccountView[], { by, direction }: Order): AccountView[] =>
  companies.toSorted((a, b) => (direction === 'ascending' ? compares[by](a, b) : compares[by](b, a)));

/** All companies, each coloured by the days to its due date, which its row also says in words; on narrow screens a list. */
export const AccountTable = ({ companies, chosen, onChoose }: Props) => {
  const { t } = useTexts('accounts');
  const isListed = useIsListed();
  const [order, setOrder] = useState<Order>({ by: 'dueDate', direction: 'ascending' });
  const rows = ordered(companies, order);
  const shared = { chosen, onChoose };
  if (isListed)
    return (
      <section className={styles.panel} aria-label={t('title')}>
        <ul className={styles.list}>
          {rows.map((company) => (
            <Line key={company.id} company={company} {...shared} />
          ))}
        </ul>
      </section>
    );
  const sorting = (by: Order['by']) => (order.by === by ? order.direction : 'none');
  const sort = (by: Order['by']) => () =>
    setOrder({ by, direction: order.by === by && order.direction === 'ascending' ? 'descending' : 'ascending' });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be scrollable by keys as well
    <section className={styles.panel} aria-label={t('title')} tabIndex={0}>
      <table className={`${styles.table} ${styles.dense}`}>
        <thead>
          <tr>
            <th scope="col" aria-sort={sorting('name')}>
              <SortButton label={t('columns.name')} sorted={sorting('name')} onSort={sort('name')} />
            </th>
            <th scope="col">{t('columns.email')}</th>
            <th scope="col">{t('columns.plan')}</th>
            <th scope="col">{t('columns.usage')}</th>
            <th scope="col">{t('columns.campaigns')}</th>
            <th scope="col">{t('columns.status')}</th>
            <th scope="col">{t('columns.createdAt')}</th>
            <th scope="col" aria-sort={sorting('dueDate')}>
              <SortButton label={t('columns.dueDate')} sorted={sorting('dueDate')} onSort={sort('dueDate')} />
            </th>
            <th scope="col" className={styles.end}>
              {t('columns.acts')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((company) => (
            <Row key={company.id} company={company} {...shared} />
          ))}
        </tbody>
      </table>
    </section>
  );
};

type RowProps = Omit<Props, 'companies'> & { company: AccountView };

const useDue = (company: AccountView) => {
  const { t } = useTexts('accounts');
  const days = daysToDue(company, useNow());
  const nearness = nearnessOf(days);
  const words = days === 0 ? t('today') : t(days > 0 ? 'inDays' : 'daysAgo', { count: Math.abs(days) });
  return { className: nearness === null ? '' : classes[nearness], words };
};

const Row = ({ company, chosen, onChoose }: RowProps) => {
  const { t } = useTexts('accounts');
  const { className, words } = useDue(company);
  const { id, name, email, plan, campaignsEnabled, createdAt, dueDate, timeZone } = company;
  return (
    <tr className={className} data-id={id} {...(id === chosen && { 'aria-current': true })}>
      <td>
        <span className={`${styles.words} truncate`}>{name}</span>
      </td>
      <td className={styles.muted}>
        <span className={`${styles.words} truncate`}>{email ?? '–'}</span>
      </td>
      <td>
        <span className={`${styles.words} truncate ${plan ? '' : styles.muted}`}>{plan ?? t('noPlan')}</span>
      </td>
      <td>
        <Usage company={company} isShort />
      </td>
      <td>{campaignsEnabled ? t('yes') : <span className={styles.muted}>{t('no')}</span>}</td>
      <td className={styles.wraps}>
        <Status company={company} />
      </td>
      <td>
        <time dateTime={createdAt}>{formatDate(createdAt, timeZone)}</time>
      </td>
      <td>
        <time dateTime={dueDate}>{formatDate(dueDate, timeZone)}</time> <span className={styles.muted}>· {words}</span>
      </td>
      <td>
        <span className={styles.rowActs}>
          <HistoryButton company={company} small />
          <IconButton icon={Pencil} small label={t('editOne', { name })} onClick={() => onChoose(id)} />
        </span>
      </td>
    </tr>
  );
};

const Line = ({ company, chosen, onChoose }: RowProps) => {
  const { t } = useTexts('accounts');
  const { className, words } = useDue(company);
  const { id, name, plan, dueDate, timeZone } = company;
  return (
    <li className={className} data-id={id} {...(id === chosen && { 'aria-current': true })}>
      <span className={styles.lines}>
        <b className="truncate">{name}</b>
        <span>
          <time dateTime={dueDate}>{formatDate(dueDate, timeZone)}</time> <span className={styles.muted}>· {words}</span>
        </span>
        <span className={styles.muted}>
          {plan ?? t('noPlan')} · <Status company={company} />
        </span>
        <Usage company={company} />
      </span>
      <HistoryButton company={company} />
      <IconButton icon={Pencil} label={t('editOne', { name })} onClick={() => onChoose(id)} />
    </li>
  );
};

/** The way to what happened to the company. */
const HistoryButton = ({ company: { id, name }, small = false }: { company: AccountView; small?: boolean }) => {
  const { t } = useTexts('accounts');
  const navigate = useNavigate();
  const open = () => void navigate(`/companies/${id}/history`);
  return <IconButton icon={History} small={small} label={t('historyOf', { name })} onClick={open} />;
};

const Status = ({ company: { status, erasesAt, timeZone } }: { company: AccountView }): ReactNode => {
  const { t } = useTexts('accounts');
  if (erasesAt !== null) return <b>{t('deleted', { date: formatDate(erasesAt, timeZone) })}</b>;
  return status ? t('active') : <span className={styles.muted}>{t('inactive')}</span>;
};

const kinds = ['users', 'connections', 'queues'] as const;

/** How many of each kind a company has, and how many its plan allows. `isShort`: in figures, which the heading and a title explain. */
const Usage = ({ company: { usage, limits }, isShort = false }: { company: AccountView; isShort?: boolean }) => {
  const { t } = useTexts('accounts');
  const words = kinds
    .map((kind) => `${t(kind)} ${limits ? t('of', { used: usage[kind], limit: limits[kind] }) : usage[kind]}`)
    .join(' · ');
  if (!isShort) return <small className={styles.muted}>{words}</small>;
  return (
    <span title={words}>
      <span aria-hidden="true">{kinds.map((kind) => (limits ? `${usage[kind]}/${limits[kind]}` : usage[kind])).join(' · ')}</span>
      <VisuallyHidden>{words}</VisuallyHidden>
    </span>
  );
};
