import type { DashboardView } from '@prosa/contracts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { useFormat } from '../../people/sessions/use-format.ts';
import styles from './dashboard.module.css';
import { clock } from './format.ts';

const COUNTS = ['supportPending', 'supportHappening', 'supportFinished', 'leads'] as const;
const TIMES = ['avgSupportTime', 'avgWaitTime'] as const;

/** The six cards. */
export const Figures = ({ counters }: { counters: DashboardView['counters'] }) => {
  const { t } = useTexts('dashboard');
  const { count } = useFormat();
  const figures = [
    ...COUNTS.map((name) => [name, count(counters[name])] as const),
    ...TIMES.map((name) => [name, clock(counters[name])] as const),
  ];
  return (
    <dl className={`${styles.panel} ${styles.figures}`}>
      {figures.map(([name, figure]) => (
        <div key={name} data-figure={name} title={t(`about.${name}`)}>
          <dt>{t(`counters.${name}`)}</dt>
          <dd className="num">{figure}</dd>
        </div>
      ))}
    </dl>
  );
};
