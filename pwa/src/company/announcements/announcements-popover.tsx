import { limits, announcements as record } from '@prosa/contracts';
import Megaphone from 'lucide-react/icons/megaphone';
import { useEffect, useId, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { call } from '../../kernel/calls/client.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { usePages } from '../../kernel/lists/use-pages.ts';
import { useFormat } from '../../people/sessions/use-format.ts';
import { isNearEnd } from '../../ui/hooks/use-near-end.ts';
import { EmptyState, ErrorState } from '../../ui/marks/states.tsx';
import styles from './announcements.module.css';
import type texts from './announcements.screen.pt.json';
import { announcements } from './announcements.slice.ts';
import { keepRead, useIsRead } from './read-announcements.ts';

declare module '../../kernel/i18n/texts.ts' {
  interface Texts {
    announcements: typeof texts;
  }
}

/** The active announcements, the most important first. What is shown counts as read on this device. */
export const List = () => {
  const { t } = useTexts('announcements');
  const dispatch = useDispatch();
  const id = useId();
  const { date } = useFormat();
  const { status } = useSelector(announcements.selectState);
  const first = useSelector(announcements.selectAll);
  const { more, fetchMore } = useFurther(first.length);
  const isRead = useIsRead();
  /** Announcements that were new when it was opened stay marked until it is closed. */
  const [fresh] = useState(() => new Set(first.filter((one) => !isRead(one)).map((one) => one.id)));
  useEffect(() => keepRead(first), [first]);
  const known = new Set(first.map((one) => one.id));
  const all = [...first, ...more.filter((one) => !known.has(one.id))];
  return (
    <section className="popover" role="dialog" aria-labelledby={id}>
      <div className="head">
        <h2 id={id}>{t('title')}</h2>
      </div>
      {status === 'failed' && first.length === 0 && (
        <ErrorState title={t('listFailed')} onRetry={() => dispatch(announcements.wanted())} />
      )}
      {status !== 'failed' && all.length === 0 && (
        <EmptyState icon={Megaphone} title={t('none')}>
          {t('noneHint')}
        </EmptyState>
      )}
      <ul
        className={styles.list}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard
        tabIndex={0}
        onScroll={({ currentTarget }) => {
          if (isNearEnd(currentTarget)) fetchMore();
        }}
      >
        {all.map((one) => (
          <li key={one.id}>
            <article className={`pop-ann ${styles.one}`}>
              <header>
                <h3>
                  {fresh.has(one.id) && <span className={styles.fresh} role="img" aria-label={t('unread')} />}
                  {one.title}
                </h3>
                <time dateTime={one.createdAt}>{date(one.createdAt)}</time>
              </header>
              <p>{one.text}</p>
              {one.mediaPath && <img src={one.mediaPath} alt={one.mediaName ?? ''} loading="lazy" />}
            </article>
          </li>
        ))}
      </ul>
    </section>
  );
};

/** The pages after the first, fetched as the list is scrolled; scrolling on repeats what has failed. */
const useFurther = (known: number) => {
  const further = usePages(async (_: null, { page }, signal) => {
    const query = { status: 'true', pageNumber: page + 1 } as const;
    const { data } = await call(record.routes.list, { query, signal });
    return { items: data.records, hasMore: data.hasMore, told: null };
  });
  const fetchMore = () => {
    if (known < limits.pageSize) return;
    if (further.status === 'idle') further.first(null);
    else if (further.status === 'failed') further.again();
    else further.more();
  };
  return { more: further.items, fetchMore };
};
