import type { ReactNode } from 'react';
import type { Failure } from '../../kernel/calls/api-error.ts';
import { errorText } from '../../kernel/calls/error-text.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { useTitle } from '../../shell/title.ts';
import { ErrorState, SkeletonRows } from '../../ui/marks/states.tsx';
import styles from './reports.module.css';
import type texts from './reports.screen.pt.json';

declare module '../../kernel/i18n/texts.ts' {
  interface Texts {
    reports: typeof texts;
  }
}

type Props = {
  title: string;
  /** Beside the title. */
  tools?: ReactNode;
  filter: ReactNode;
  failure: Failure | null;
  onRetry: () => void;
  /** Another filter's figures are loading. */
  isStale: boolean;
  /** The report; null before the first answer. */
  children: ReactNode | null;
};

/** The frame of a report: its title, the filter, and the figures or the reason why there are none. */
export const ReportPage = ({ title, tools, filter, failure, onRetry, isStale, children }: Props) => {
  const { t } = useTexts('reports');
  useTitle(title);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1 className="grow">{title}</h1>
        {tools}
      </header>
      {filter}
      {failure ? (
        <ErrorState title={t('failed')} onRetry={onRetry}>
          {errorText(failure)}
        </ErrorState>
      ) : children === null ? (
        <SkeletonRows label={t('loading')} />
      ) : (
        <div className={`${styles.shown} ${isStale ? styles.stale : ''}`} aria-busy={isStale}>
          {children}
        </div>
      )}
    </div>
  );
};
