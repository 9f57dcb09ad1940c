import type { Shipping } from '@prosa/contracts';
import Check from 'lucide-react/icons/check';
import CheckCheck from 'lucide-react/icons/check-check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Clock from 'lucide-react/icons/clock';
import MessageSquareReply from 'lucide-react/icons/message-square-reply';
import { type ReactNode, useId } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { readableNumber } from '../../../contacts/contacts/number.ts';
import { useFormat } from '../../../people/sessions/use-format.ts';
import { useWords } from '../../../records/use-words.ts';
import { useIsListed } from '../../../ui/hooks/use-media.ts';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import { Button } from '../../../ui/marks/button.tsx';
import { Icon, type IconType } from '../../../ui/marks/icon.tsx';
import { reasonOf } from './funnel.tsx';
import styles from './report.module.css';
import { moreWanted, selectReport } from './report.slice.ts';

/** The recipients that were sent to, the latest first; `asks`: a confirmation comes before the message. */
export const ShippingList = ({ asks }: { asks: boolean }) => {
  const words = useWords('campaigns');
  const dispatch = useDispatch();
  const isListed = useIsListed();
  const { shipping, cursor, more } = useSelector(selectReport);
  const id = useId();
  const Rows = isListed ? PhoneRows : Table;
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <header>
        <h2 id={id}>{words('report.shipping')}</h2>
        <span className={styles.sub}>{words('report.shippingHint')}</span>
      </header>
      {shipping.length === 0 ? (
        <p className={styles.nothing}>{words('report.noShipping')}</p>
      ) : (
        <Rows rows={shipping} asks={asks} />
      )}
      {cursor !== null && (
        <div className={styles.more}>
          <Button kind="quiet" busy={more === 'loading'} onClick={() => dispatch(moreWanted(undefined))}>
            {words(more === 'failed' ? 'retry' : 'report.more')}
          </Button>
        </div>
      )}
    </section>
  );
};

type RowsProps = { rows: Shipping[]; asks: boolean };

const Table = ({ rows, asks }: RowsProps) => {
  const words = useWords('campaigns');
  const { rowTime } = useFormat();
  const head = ['name', 'number', ...(asks ? ['confirmationRequestedAt', 'confirmedAt'] : []), 'message'];
  const time = (at: string | null): ReactNode => at && <time dateTime={at}>{rowTime(at)}</time>;
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            {head.map((column) => (
              <th key={column} scope="col">
                {words(`report.columns.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} data-id={row.id}>
              <td>
                <Person row={row} />
              </td>
              <td>{readableNumber(row.number) || '–'}</td>
              {asks && <td>{time(row.confirmationRequestedAt) ?? '–'}</td>}
              {asks && (
                <td>
                  {time(row.confirmedAt) ??
                    (row.confirmationRequestedAt ? <span className="secondary">{words('report.noAnswer')}</span> : '–')}
                </td>
              )}
              <td>
                <Outcome row={row} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

const PhoneRows = ({ rows }: RowsProps) => (
  <ul className={styles.list}>
    {rows.map((row) => (
      <li key={row.id} data-id={row.id}>
        <Person row={row} />
        <small>{readableNumber(row.number)}</small>
        <Outcome row={row} />
      </li>
    ))}
  </ul>
);

/** The recipient, who leads to the ticket if there is one. */
const Person = ({ row: { name, number, ticketId } }: { row: Shipping }) => {
  const words = useWords('campaigns');
  const title = name || readableNumber(number) || words('report.forgotten');
  return (
    <span className={styles.person}>
      <Avatar name={name} size={28} />
      {ticketId ? (
        <Link className="truncate" to={`/tickets/${ticketId}`}>
          {title}
        </Link>
      ) : (
        <span className="truncate">{title}</span>
      )}
    </span>
  );
};

/** The furthest that the message came, or why it did not. */
const Outcome = ({ row }: { row: Shipping }) => {
  const words = useWords('campaigns');
  const { rowTime } = useFormat();
  const { state, failure, answeredAt, readAt, deliveredAt, sentAt, confirmationRequestedAt, confirmedAt } = row;
  const show = (icon: IconType, text: string, isBad = false) => (
    <span className={`${styles.outcome} ${isBad ? styles.bad : ''}`}>
      <Icon of={icon} />
      {text}
    </span>
  );
  const at = (key: string, icon: IconType, time: string) => show(icon, words(`report.${key}`, { at: rowTime(time) }));
  if (state === 'failed')
    return show(CircleAlert, words('report.hasFailed', { why: reasonOf(words, failure ?? '').toLowerCase() }), true);
  if (state === 'unsure') return show(CircleAlert, words('report.isUnsure'));
  if (answeredAt) return at('wasAnswered', MessageSquareReply, answeredAt);
  if (readAt) return at('wasRead', CheckCheck, readAt);
  if (deliveredAt) return at('wasDelivered', CheckCheck, deliveredAt);
  if (sentAt) return at('wasSent', Check, sentAt);
  return show(Clock, words(confirmationRequestedAt && !confirmedAt ? 'report.waits' : 'report.leaving'));
};
