import { marketing, type SourceLead } from '@prosa/contracts';
import { Link } from 'react-router-dom';
import { readableNumber } from '../../contacts/contacts/number.ts';
import { call } from '../../kernel/calls/client.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { useFormat } from '../../people/sessions/use-format.ts';
import { useIsListed } from '../../ui/hooks/use-media.ts';
import { Tag } from '../../ui/marks/tag.tsx';
import styles from '../reports/reports.module.css';
import { useMoreRows } from '../reports/use-more-rows.tsx';
import { type MarketingFilter, queryOf } from './marketing.filter.ts';

type Props = { filter: MarketingFilter; begins: { report: SourceLead[]; total: number; cursor: string | null } };
const COLUMNS = ['contact', 'number', 'network', 'date'] as const;

/** The contacts who came, the newest first, with their number. */
export const Leads = ({ filter, begins }: Props) => {
  const { t } = useTexts('marketing');
  const isListed = useIsListed();
  const { total } = begins;
  const ask = async (cursor: string) => {
    const { report, cursor: next } = (await call(marketing.routes.analytical, { query: { ...queryOf(filter), cursor } })).data;
    return { rows: report, cursor: next };
  };
  const { rows, rest } = useMoreRows({ rows: begins.report, cursor: begins.cursor }, ask, { more: t('more'), retry: t('retry') });
  const Row = isListed ? PhoneRow : TableRow;
  const shown = rows.map((row) => <Row key={row.id} row={row} />);
  if (isListed)
    return (
      <div className={`${styles.panel} ${styles.list}`}>
        <ul aria-label={t('kinds.analytical')}>{shown}</ul>
        {rest}
        <p className={`${styles.first} ${styles.sum}`}>
          <b className="grow">{t('total')}</b>
          <b>{t('contacts', { count: total })}</b>
        </p>
      </div>
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be scrollable by keys as well
    <section className={styles.panel} aria-label={t('kinds.analytical')} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {COLUMNS.map((name) => (
              <th key={name} scope="col">
                {t(`columns.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown}
          {rest && (
            <tr>
              <td colSpan={COLUMNS.length}>{rest}</td>
            </tr>
          )}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={COLUMNS.length - 1}>
              {t('total')}
            </th>
            <td className={styles.num}>{t('contacts', { count: total })}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
};

const Contact = ({ row: { ticketId, contact_name }, className }: { row: SourceLead; className: string }) => {
  const { t } = useTexts('marketing');
  return (
    <Link className={className} to={`/tickets/${ticketId}`}>
      {contact_name || t('nameless')}
    </Link>
  );
};

const TableRow = ({ row }: { row: SourceLead }) => {
  const { dateTime } = useFormat();
  const { number, social_network, color, data } = row;
  return (
    <tr>
      <td>
        <Contact row={row} className="truncate" />
      </td>
      <td>{readableNumber(number) || '–'}</td>
      <td>
        <span className={styles.tags}>
          <Tag name={social_network} color={color} />
        </span>
      </td>
      <td>
        <time dateTime={data}>{dateTime(data)}</time>
      </td>
    </tr>
  );
};

const PhoneRow = ({ row }: { row: SourceLead }) => {
  const { dateTime } = useFormat();
  const { number, social_network, data } = row;
  return (
    <li>
      <span className={styles.first}>
        <Contact row={row} className="grow truncate" />
        <time dateTime={data}>{dateTime(data)}</time>
      </span>
      <small>{[social_network, readableNumber(number)].filter(Boolean).join(' · ')}</small>
    </li>
  );
};
