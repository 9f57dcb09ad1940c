import type { DashboardFilter, DashboardView } from '@prosa/contracts';
import Calendar from 'lucide-react/icons/calendar';
import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { errorText } from '../../kernel/calls/error-text.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { selectMe, selectZone } from '../../people/sessions/sessions.slice.ts';
import { useFormat } from '../../people/sessions/use-format.ts';
import type { Screen } from '../../shell/feature.ts';
import { useTitle } from '../../shell/title.ts';
import { Icon } from '../../ui/marks/icon.tsx';
import { ErrorState, SkeletonRows } from '../../ui/marks/states.tsx';
import { Attendants } from './attendants.tsx';
import styles from './dashboard.module.css';
import { watchDashboard } from './dashboard.saga.ts';
import type texts from './dashboard.screen.pt.json';
import { dashboardSlice, filtered, left, selectDashboard, shown } from './dashboard.slice.ts';
import { Figures } from './figures.tsx';
import { FirstSteps } from './first-steps.tsx';
import { HourChart } from './hour-chart.tsx';
import { PeriodFilter, thisMonth } from './period-filter.tsx';
import { Sectors } from './sectors.tsx';

declare module '../../kernel/i18n/texts.ts' {
  interface Texts {
    dashboard: typeof texts;
  }
}

/** How the company serves its customers in a period: the first screen of its administrators. */
const Dashboard = () => {
  const { t } = useTexts('dashboard');
  const dispatch = useDispatch();
  const { filter, status, failure, view, answered } = useSelector(selectDashboard);
  const zone = useSelector(selectZone);
  useTitle(t('title'));
  const load = (wanted: DashboardFilter) => dispatch(filtered(wanted));
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown when the screen opens
  useEffect(() => {
    dispatch(shown(undefined));
    load(thisMonth(zone));
    return () => void dispatch(left(undefined));
  }, []);
  const isStale = answered !== filter;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1 className="grow">{t('title')}</h1>
        <DueDate />
      </header>
      <FirstSteps />
      <PeriodFilter busy={status === 'loading' && isStale && view !== null} onFilter={load} />
      {status === 'failed' ? (
        <ErrorState title={t('failed')} onRetry={() => filter && load(filter)}>
          {failure && errorText(failure)}
        </ErrorState>
      ) : view ? (
        <Shown view={view} isStale={isStale} />
      ) : (
        <SkeletonRows label={t('loading')} />
      )}
    </div>
  );
};

const Shown = ({ view, isStale }: { view: DashboardView; isStale: boolean }) => {
  const { counters, hours, period, attendants, sector_averages } = view;
  return (
    <div className={`${styles.shown} ${isStale ? styles.stale : ''}`} aria-busy={isStale}>
      <Figures counters={counters} />
      <HourChart hours={hours} period={period} />
      <div className={styles.two}>
        <Attendants attendants={attendants} />
        <Sectors averages={sector_averages} />
      </div>
    </div>
  );
};

/** Until when the company has paid. */
const DueDate = () => {
  const { t } = useTexts('dashboard');
  const { date } = useFormat();
  const dueDate = useSelector(selectMe)?.company.dueDate;
  if (dueDate === undefined) return null;
  return (
    <div className={`${styles.panel} ${styles.due}`}>
      <Icon of={Calendar} size="large" />
      <dl>
        <dt>{t('dueDate')}</dt>
        <dd>
          <time dateTime={dueDate}>{date(dueDate)}</time>
        </dd>
      </dl>
    </div>
  );
};

export const screen: Screen = { element: <Dashboard />, slices: [dashboardSlice], saga: watchDashboard };
