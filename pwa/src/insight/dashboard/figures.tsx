import type { DashboardView } from '@prosa/contracts';
import ClockAlert from 'lucide-react/icons/clock-alert';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { useFormat } from '../../people/sessions/use-format.ts';
import { Icon } from '../../ui/marks/icon.tsx';
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
          <dd className="num">
            {figure}
            {name === 'supportPending' && counters.supportLate > 0 && (
              <span className={styles.late}>
                <Icon of={ClockAlert} />
                {t('late', { count: counters.supportLate, shown: count(counters.supportLate) })}
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
};
