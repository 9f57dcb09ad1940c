import Megaphone from 'lucide-react/icons/megaphone';
import { useEffect, useId, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
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
  const all = useSelector(announcements.selectAll);
  const isRead = useIsRead();
  /** Announcements that were new when it was opened stay marked until it is closed. */
  const [fresh] = useState(() => new Set(all.filter((one) => !isRead(one)).map((one) => one.id)));
  useEffect(() => keepRead(all), [all]);
  return (
    <section className="popover" role="dialog" aria-labelledby={id}>
      <div className="head">
        <h2 id={id}>{t('title')}</h2>
      </div>
      {status === 'failed' && all.length === 0 && (
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
          if (isNearEnd(currentTarget)) dispatch(announcements.more());
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
