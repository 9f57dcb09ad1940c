import type { DashboardView } from '@prosa/contracts';
import ChartColumn from 'lucide-react/icons/chart-column';
import Table from 'lucide-react/icons/table';
import { useId, useState } from 'react';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { useFormat } from '../../people/sessions/use-format.ts';
import { BarChart } from '../../ui/marks/bar-chart.tsx';
import { IconButton } from '../../ui/marks/button.tsx';
import styles from './dashboard.module.css';
import { written } from './days.ts';

/** The axis always ends here, as specified: a longer bar is cut off, and has its number above it. */
const MOST = 100;
const TICKS = [0, 25, 50, 75, 100];
/** Hours that are shown even if nobody wrote in them. */
const USUAL = [8, 18] as const;

type Hour = { hour: number; count: number };

/** Tickets opened in each hour of the day. Screen readers have a table, which the button shows to everybody. */
export const HourChart = ({ hours, period }: Pick<DashboardView, 'hours' | 'period'>) => {
  const { t } = useTexts('dashboard');
  const { count: shown } = useFormat();
  const [isTable, setTable] = useState(false);
  const id = useId();
  const all = allHours(hours);
  const total = hours.reduce((sum, { count }) => sum + count, 0);
  const days = t(period.from ? (period.to ? 'fromTo' : 'from') : 'to', {
    from: period.from && written(period.from),
    to: period.to && written(period.to),
  });
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <header>
        <h2 id={id}>{t('perHour')}</h2>
        <span className={`grow ${styles.sub}`}>
          {days} · {t('tickets', { count: total, shown: shown(total) })}
        </span>
        <IconButton
          icon={isTable ? ChartColumn : Table}
          label={t(isTable ? 'asChart' : 'asTable')}
          onClick={() => setTable(!isTable)}
        />
      </header>
      {!isTable && <Bars all={all} isEmpty={total === 0} />}
      <div className={isTable ? styles.hours : 'hidden-text'}>
        <table>
          <caption className="hidden-text">{t('perHour')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('hour')}</th>
              <th scope="col">{t('ticketsColumn')}</th>
            </tr>
          </thead>
          <tbody>
            {all.map(({ hour, count }) => (
              <tr key={hour}>
                <th scope="row">{hourName(hour)}</th>
                <td>{shown(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
};

const Bars = ({ all, isEmpty }: { all: Hour[]; isEmpty: boolean }) => {
  const { t } = useTexts('dashboard');
  const { count: shown } = useFormat();
  const bars = all.map(({ hour, count }) => ({
    id: String(hour),
    name: hourName(hour),
    count,
    shown: shown(count),
    tip: `${hourName(hour)} · ${t('tickets', { count, shown: shown(count) })}`,
  }));
  const ticks = TICKS.map((at) => ({ at, shown: String(at) }));
  return <BarChart bars={bars} most={MOST} ticks={ticks} unit={t('unit')} none={isEmpty && t('noTickets')} />;
};

const hourName = (hour: number): string => `${String(hour).padStart(2, '0')}h`;

/** Every hour from the first to the last that has tickets, and the usual ones. */
const allHours = (hours: readonly Hour[]): Hour[] => {
  const counts = new Map(hours.map(({ hour, count }) => [hour, count]));
  const [first, last] = [Math.min(USUAL[0], ...counts.keys()), Math.max(USUAL[1], ...counts.keys())];
  return Array.from({ length: last - first + 1 }, (_, n) => ({ hour: first + n, count: counts.get(first + n) ?? 0 }));
};
