import type { MessageView } from '@prosa/contracts';
import Lock from 'lucide-react/icons/lock';
import SearchX from 'lucide-react/icons/search-x';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { errorText } from '../../kernel/calls/error-text.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { useFormat } from '../../people/sessions/use-format.ts';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { TextButton } from '../../ui/marks/button.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/marks/states.tsx';
import { hitState } from './hit-state.ts';
import { excerpt } from './marked.ts';
import styles from './message-search.module.css';
import type { Found } from './use-message-search.ts';

type Props = { found: Found; isAsked: boolean; onMore: () => void; onRetry: () => void; onClose: () => void };

/** The results, newest first; or why there are none, or what failed. */
export const SearchResults = ({ found, isAsked, onMore, onRetry, onClose }: Props) => {
  const { t } = useTexts('message-search');
  const { count: written } = useFormat();
  const { status, messages, count, atLeast, failure, words, hasMore } = found;
  const scroller = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new search words start at the top
  useEffect(() => {
    if (scroller.current) scroller.current.scrollTop = 0;
  }, [words]);
  const isAnswered = status === 'ready' || status === 'more';
  const line = isAnswered && count > 0 ? t('found', { count, shown: written(count, atLeast) }) : '';
  return (
    <>
      <p className={styles.count} role="status">
        {status === 'loading' ? t('searching') : isAnswered && count === 0 ? t('none') : line}
      </p>
      <div className={styles.results} ref={scroller} aria-busy={status === 'loading'}>
        {status === 'idle' && !isAsked && <p className={styles.hint}>{t('hint')}</p>}
        {status === 'loading' && messages.length === 0 && <SkeletonRows rows={4} label={t('searching')} />}
        {isAnswered && count === 0 && (
          <EmptyState icon={SearchX} title={t('none')}>
            {t(atLeast ? 'noneInTime' : 'noneHint')}
          </EmptyState>
        )}
        {messages.length > 0 && (
          <ul className={status === 'loading' ? styles.old : undefined} aria-label={t('results')}>
            {messages.map((message) => (
              <li key={message.id}>
                <Result message={message} words={words} onClose={onClose} />
              </li>
            ))}
          </ul>
        )}
        {status === 'failed' && failure && (
          <ErrorState title={t('failed')} onRetry={onRetry}>
            {errorText(failure)}
          </ErrorState>
        )}
        {hasMore && status !== 'failed' && <More isBusy={status === 'more'} scroller={scroller} onMore={onMore} />}
      </div>
    </>
  );
};

/** One result: contact, time, author and text, with the search words marked. */
const Result = ({ message, words, onClose }: { message: MessageView; words: string; onClose: () => void }) => {
  const { t: ofMessages } = useTexts('messages');
  const { rowTime, dateTime } = useFormat();
  const { contact, createdAt, fromMe, automatic, user, isObservation, body } = message;
  const who = !fromMe ? null : automatic ? ofMessages(`automatic-${automatic}`) : (user?.name ?? ofMessages('formerUser'));
  return (
    <Link
      className={styles.result}
      to={`/tickets/${message.ticketId}?goMessage=${message.id}`}
      state={hitState(words)}
      data-found=""
      onClick={({ ctrlKey, metaKey, shiftKey }) => !(ctrlKey || metaKey || shiftKey) && onClose()}
    >
      <Avatar name={contact.name} picture={null} size={32} />
      <span className="grow">
        <span className={styles.head}>
          <b className="truncate">{contact.name || ofMessages('customer')}</b>
          <time dateTime={createdAt} title={dateTime(createdAt)}>
            {rowTime(createdAt)}
          </time>
        </span>
        <span className={styles.snippet} dir="auto">
          {who !== null && (
            <span className="secondary">
              {isObservation && <Icon of={Lock} size="tiny" />}
              {isObservation ? `${who} · ${ofMessages('teamOnly')}: ` : `${who}: `}
            </span>
          )}
          {excerpt(body ?? ofMessages('forgotten'), words).map(({ text, isSought }, at) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text keep their order
            isSought ? <mark key={at}>{text}</mark> : text,
          )}
        </span>
      </span>
    </Link>
  );
};

type MoreProps = { isBusy: boolean; scroller: React.RefObject<HTMLDivElement | null>; onMore: () => void };

/** Loads the next page when its end scrolls near, or on request. */
const More = ({ isBusy, scroller, onMore }: MoreProps) => {
  const { t } = useTexts('message-search');
  const end = useRef<HTMLParagraphElement>(null);
  const newest = useRef(onMore);
  newest.current = onMore;
  useEffect(() => {
    if (!end.current || isBusy || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) newest.current();
      },
      { root: scroller.current, rootMargin: '100px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isBusy, scroller]);
  return (
    <p className={styles.more} ref={end}>
      {isBusy ? t('loadingMore') : <TextButton onClick={onMore}>{t('more')}</TextButton>}
    </p>
  );
};
