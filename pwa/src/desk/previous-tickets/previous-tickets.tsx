import type { TicketView } from '@prosa/contracts';
import Star from 'lucide-react/icons/star';
import { type MouseEvent, useEffect, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { Link } from 'react-router-dom';
import { errorText } from '../../kernel/calls/error-text.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { selectLive } from '../../kernel/live/live.slice.ts';
import { useFormat } from '../../people/sessions/use-format.ts';
import { useIsPhone } from '../../ui/hooks/use-media.ts';
import { Button, TextButton } from '../../ui/marks/button.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { ErrorState, SkeletonRows } from '../../ui/marks/states.tsx';
import { Dot } from '../../ui/marks/tag.tsx';
import styles from './previous-tickets.module.css';
import { filterOf, type Previous, previous } from './previous-tickets.slice.ts';

type Props = {
  ticket: TicketView;
  /** One of them is opened. */
  onOpen: () => void;
};

/** How many are shown until all are asked for. */
const SHOWN = 3;

/** The earlier conversations with a ticket's contact, newest first. One of the same thread is opened there. */
export const PreviousTickets = ({ ticket, onOpen }: Props) => {
  const { t } = useTexts('previous-tickets');
  const isPhone = useIsPhone();
  const dispatch = useDispatch();
  const asked = filterOf(ticket);
  const { filter, failure, live, more, total, ...list } = useSelector(previous.selectState);
  const isShown = filter === asked; // until they are requested, the list is another ticket's
  const status = isShown ? list.status : 'loading';
  const all = useSelector(previous.selectAll);
  const known = isShown ? all : [];
  const [wholeOf, setWholeOf] = useState<string | null>(null);
  const isWhole = wholeOf === ticket.id;
  const shown = isWhole ? known : known.slice(0, SHOWN);
  const { offline } = useSelector(selectLive);
  const waits = offline && failure?.status === 0; // the banner reports it for all
  useEffect(() => void dispatch(previous.chosen(asked)), [asked, dispatch]);
  return (
    <section className={styles.previous} aria-label={t('title')}>
      <header>
        <h3>
          {t('title')} {known.length > 0 && <span className={styles.count}>{total}</span>}
        </h3>
        {known.length > shown.length && <TextButton onClick={() => setWholeOf(ticket.id)}>{t('all')}</TextButton>}
      </header>
      {status === 'loading' && known.length === 0 && <SkeletonRows rows={2} label={t('loading')} />}
      {status === 'failed' && waits && known.length === 0 && <p className={styles.empty}>{t('offline')}</p>}
      {status === 'failed' && !waits && (
        <ErrorState title={t('failed')} onRetry={() => dispatch(previous.chosen(asked))}>
          {failure && errorText(failure)}
        </ErrorState>
      )}
      {status === 'ready' && known.length === 0 && <p className={styles.empty}>{t('empty')}</p>}
      <ul>
        {shown.map((one) => (
          <li key={one.id}>
            <Before of={one} shown={ticket} onOpen={onOpen} />
          </li>
        ))}
      </ul>
      {isShown && isWhole && live.hasMore && (
        <Button small={!isPhone} busy={more === 'loading'} onClick={() => dispatch(previous.more())}>
          {t(more === 'failed' ? 'moreAgain' : 'more')}
        </Button>
      )}
    </section>
  );
};

/** Where a previous ticket is read: one contact has one thread on each connection. */
const placeOf = (of: Previous, shown: TicketView): string =>
  of.whatsappId === shown.whatsappId && of.firstMessageId
    ? `/tickets/${shown.id}?goMessage=${of.firstMessageId}`
    : `/tickets/${of.id}`;

const Before = ({ of, shown, onOpen }: { of: Previous; shown: TicketView; onOpen: () => void }) => {
  const { t } = useTexts('previous-tickets');
  const { date, dateTime } = useFormat();
  const { createdAt, queue, user, userId, tags, rating } = of;
  const who = userId === null ? [] : [user?.name ?? t('formerUser')];
  const about = [...who, ...tags.map(({ name }) => name)].join(' · ');
  const handleClick = ({ ctrlKey, metaKey, shiftKey }: MouseEvent) => !(ctrlKey || metaKey || shiftKey) && onOpen();
  return (
    <Link className={styles.before} to={placeOf(of, shown)} onClick={handleClick}>
      <span className={styles.line}>
        <time dateTime={createdAt} title={dateTime(createdAt)}>
          {date(createdAt)}
        </time>
        <Dot color={queue?.color} />
        <span className="truncate">{queue?.name ?? t('noQueue')}</span>
        {rating !== null && <Stars rating={rating} />}
      </span>
      {about !== '' && (
        <span className={`${styles.about} truncate`} title={about}>
          {about}
        </span>
      )}
    </Link>
  );
};

const ratings = [1, 2, 3] as const;

const Stars = ({ rating }: { rating: number }) => {
  const { t } = useTexts('previous-tickets');
  return (
    <span className={styles.stars} role="img" aria-label={t('rated', { rating, best: ratings.length })}>
      {ratings.map((star) => (
        <Icon key={star} of={Star} size="tiny" className={star <= rating ? styles.given : ''} />
      ))}
    </span>
  );
};
