import type { HelpView } from '@prosa/contracts';
import ChevronRight from 'lucide-react/icons/chevron-right';
import CirclePlay from 'lucide-react/icons/circle-play';
import CircleHelp from 'lucide-react/icons/circle-question-mark';
import { useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import type { Screen } from '../../shell/feature.ts';
import { useTitle } from '../../shell/title.ts';
import { Icon } from '../../ui/marks/icon.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/marks/states.tsx';
import { VisuallyHidden } from '../../ui/marks/visually-hidden.tsx';
import styles from './helps.module.css';
import type texts from './helps.screen.pt.json';
import { helps } from './helps.slice.ts';

declare module '../../kernel/i18n/texts.ts' {
  interface Texts {
    helps: typeof texts;
  }
}

/** YouTube without its cookies; the page's security policy lets no other host into a frame. */
const PLAYER = 'https://www.youtube-nocookie.com/embed/';

/** Instructions for everybody, each with its video. */
const Helps = () => {
  const { t } = useTexts('helps');
  const dispatch = useDispatch();
  const { status } = useSelector(helps.selectState);
  const all = helps.useAll();
  useTitle(t('title'));
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div className="grow">
          <h1>{t('title')}</h1>
          <p className="secondary">{t('hint')}</p>
        </div>
      </header>
      {status === 'loading' && all.length === 0 && <SkeletonRows rows={3} label={t('loading')} />}
      {status === 'failed' && <ErrorState title={t('failed')} onRetry={() => dispatch(helps.wanted())} />}
      {status === 'ready' && all.length === 0 && (
        <EmptyState icon={CircleHelp} title={t('empty')}>
          {t('emptyHint')}
        </EmptyState>
      )}
      <div className={styles.items}>
        {all.map((help) => (
          <details key={help.id} className={styles.item}>
            <summary>
              <Icon of={ChevronRight} />
              {help.title}
            </summary>
            <p>{help.description}</p>
            <Video help={help} />
          </details>
        ))}
      </div>
    </div>
  );
};

/** Nothing is asked of the video's host before a click. */
const Video = ({ help: { title, video } }: { help: HelpView }) => {
  const { t } = useTexts('helps');
  const [isPlaying, setPlaying] = useState(false);
  if (isPlaying)
    return (
      <iframe
        className={styles.video}
        src={`${PLAYER}${encodeURIComponent(video)}?autoplay=1&rel=0`}
        title={t('video', { title })}
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
      />
    );
  return (
    <button type="button" className={styles.video} onClick={() => setPlaying(true)}>
      <span>
        <Icon of={CirclePlay} size="large" />
        <VisuallyHidden>{t('play', { title })}. </VisuallyHidden>
        <small>{t('playHint')}</small>
      </span>
    </button>
  );
};

export const screen: Screen = { element: <Helps /> };
