import type { AttendanceReport } from '@prosa/contracts';
import { useId } from 'react';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { useFormat } from '../../people/sessions/use-format.ts';
import { BarChart } from '../../ui/marks/bar-chart.tsx';
import { plotOf } from './days-plot.ts';
import styles from './reports.module.css';

/** The totals of the days as bars; the table below says the same in numbers. Nothing for a single day. */
export const ByDay = ({ totalByDate }: Pick<AttendanceReport, 'totalByDate'>) => {
  const { t } = useTexts('reports');
  const { count: shown } = useFormat();
  const id = useId();
  const plot = plotOf(totalByDate);
  if (!plot) return null;
  const isMonths = plot.bars[0]!.id.length < 10;
  const bars = plot.bars.map(({ id: of, count }) => {
    const [year, month, day] = of.split('-');
    return {
      id: of,
      name: isMonths ? `${month}/${year!.slice(2)}` : `${day}/${month}`,
      count,
      shown: shown(count),
      tip: `${isMonths ? `${month}/${year}` : `${day}/${month}/${year}`} · ${shown(count)}`,
    };
  });
  return (
    <section className={`${styles.panel} ${styles.plot}`} aria-labelledby={id}>
      <h2 id={id}>{t(isMonths ? 'totalByMonth' : 'totalByDay')}</h2>
      <BarChart bars={bars} most={plot.most} ticks={plot.ticks.map((at) => ({ at, shown: shown(at) }))} unit={t('unit')} />
    </section>
  );
};
