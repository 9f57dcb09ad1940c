import { type AccessKind, type AccessView, accessKinds, accessRoutes } from '@prosa/contracts';
import { Link } from 'react-router-dom';
import { call } from '../../kernel/calls/client.ts';
import { formatCount } from '../../kernel/i18n/format.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { useFormat } from '../../people/sessions/use-format.ts';
import { useIsListed } from '../../ui/hooks/use-media.ts';
import reports from '../reports/reports.module.css';
import { useMoreRows } from '../reports/use-more-rows.tsx';
import type { AccessFilter } from './accesses.filter.ts';
import styles from './accesses.module.css';

export type AccessPage = { accesses: AccessView[]; cursor: string | null };
type Props = { filter: AccessFilter; begins: AccessPage };
const COLUMNS = ['of', 'what', 'who', 'when'] as const;

/** Who looked at what, the newest first. */
export const AccessList = ({ filter, begins }: Props) => {
  const { t } = useTexts('accesses');
  const isListed = useIsListed();
  const ask = async (cursor: string) => {
    const { accesses, cursor: next } = (await call(accessRoutes.list, { query: { ...filter, cursor } })).data;
    return { rows: accesses, cursor: next };
  };
  const { rows, rest } = useMoreRows({ rows: begins.accesses, cursor: begins.cursor }, ask, {
    more: t('more'),
    retry: t('retry'),
  });
  const Row = isListed ? PhoneRow : TableRow;
  const shown = rows.map((row) => <Row key={row.id} row={row} />);
  if (isListed)
    return (
      <div className={`${reports.panel} ${reports.list}`}>
        <ul aria-label={t('title')}>{shown}</ul>
        {rest}
      </div>
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be scrollable by keys as well
    <section className={reports.panel} aria-label={t('title')} tabIndex={0}>
      <table className={reports.table}>
        <thead>
          <tr>
            {COLUMNS.map((name) => (
              <th key={name} scope="col">
                {t(name)}
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
      </table>
    </section>
  );
};

type Row = { row: AccessView };
const SUBJECTS = ['ticket', 'contact', 'user', 'queue', 'connection', 'setting'] as const;

/** The words of a row, and where its record is. */
const useWords = ({ kind, by, subject, tickets }: AccessView) => {
  const { t } = useTexts('accesses');
  const known = (accessKinds as readonly string[]).includes(kind);
  const nobody = { user: t('formerUser'), integration: t('integration'), platform: t('platform') };
  const isTicket = subject?.kind === 'ticket';
  const isPerson = isTicket || subject?.kind === 'contact';
  const about = SUBJECTS.find((one) => one === subject?.kind) ?? 'other';
  return {
    what: known ? t(`kind-${kind as AccessKind}`) : kind,
    who: by.name ?? nobody[by.kind],
    of: !subject
      ? t('tickets', { count: tickets ?? 0, shown: formatCount(tickets ?? 0) })
      : subject.kind === 'company'
        ? t('everythingOf')
        : subject.name || (isPerson ? t('nameless') : subject.id),
    more:
      !subject || subject.kind === 'company'
        ? null
        : subject.protocol
          ? t('protocol', { protocol: subject.protocol })
          : t(`subject-${about}`),
    // Of a deleted ticket only the history is there.
    to: isTicket && subject.protocol !== null ? `/tickets/${subject.id}` : null,
    history: isTicket ? `/tickets/${subject.id}/history` : null,
  };
};

const Of = ({ row }: Row) => {
  const { t } = useTexts('accesses');
  const { of, more, to, history } = useWords(row);
  return (
    <span className={styles.of}>
      {to ? (
        <Link className="truncate" to={to}>
          {of}
        </Link>
      ) : (
        <span className="truncate">{of}</span>
      )}
      <small>
        {more}
        {history && (
          <>
            {' · '}
            <Link to={history} aria-label={t('historyOf', { of })}>
              {t('history')}
            </Link>
          </>
        )}
      </small>
    </span>
  );
};

const TableRow = ({ row }: Row) => {
  const { dateTime } = useFormat();
  const { what, who } = useWords(row);
  return (
    <tr>
      <td>
        <Of row={row} />
      </td>
      <td>{what}</td>
      <td>
        <span className="truncate">{who}</span>
      </td>
      <td>
        <time dateTime={row.at}>{dateTime(row.at)}</time>
      </td>
    </tr>
  );
};

const PhoneRow = ({ row }: Row) => {
  const { dateTime } = useFormat();
  const { what, who } = useWords(row);
  return (
    <li>
      <span className={reports.first}>
        <b className="grow truncate">{who}</b>
        <time dateTime={row.at}>{dateTime(row.at)}</time>
      </span>
      <span>{what}</span>
      <Of row={row} />
    </li>
  );
};
