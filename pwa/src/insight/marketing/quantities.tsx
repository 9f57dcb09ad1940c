import type { SourceQuantity } from '@prosa/contracts';
import { useId } from 'react';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { useFormat } from '../../people/sessions/use-format.ts';
import { useIsPhone } from '../../ui/hooks/use-media.ts';
import { BarChart } from '../../ui/marks/bar-chart.tsx';
import { Dot } from '../../ui/marks/tag.tsx';
import { axisTo } from '../reports/days-plot.ts';
import { ReportTable } from '../reports/report-table.tsx';
import styles from '../reports/reports.module.css';

type Props = { rows: readonly SourceQuantity[]; total: number };

/** How many came from each source: as bars, and as a table with the total. */
export const Quantities = ({ rows, total }: Props) => {
  const { t } = useTexts('marketing');
  return (
    <>
      <Plot rows={rows} />
      <ReportTable<SourceQuantity>
        label={t('title')}
        name={{
          id: 'name',
          label: t('columns.name'),
          value: ({ name, color }) => (
            <span className={styles.named}>
              <Dot color={color} />
              <span className="truncate">{name}</span>
            </span>
          ),
        }}
        columns={[{ id: 'quantity', label: t('columns.quantity'), value: ({ quantity }) => quantity, total }]}
        rows={rows}
        keyOf={({ id }) => id}
        totalName={t('total')}
      />
      <p className={styles.note}>{t('once')}</p>
    </>
  );
};

/** As many sources as have room for their names; the table has them all. */
const BARS = { wide: 12, phone: 5 };

const Plot = ({ rows }: Pick<Props, 'rows'>) => {
  const { t } = useTexts('marketing');
  const { count: shown } = useFormat();
  const id = useId();
  const most = rows.slice(0, useIsPhone() ? BARS.phone : BARS.wide);
  const axis = axisTo(Math.max(...most.map(({ quantity }) => quantity)));
  const bars = most.map(({ id: of, name, quantity }) => ({
    id: of,
    name,
    count: quantity,
    shown: shown(quantity),
    tip: `${name} · ${shown(quantity)}`,
  }));
  return (
    <section className={`${styles.panel} ${styles.plot}`} aria-labelledby={id}>
      <h2 id={id}>{t('bySource')}</h2>
      <BarChart
        bars={bars}
        most={axis.most}
        ticks={axis.ticks.map((at) => ({ at, shown: shown(at) }))}
        unit={t('unit')}
        cutsNames
      />
    </section>
  );
};
