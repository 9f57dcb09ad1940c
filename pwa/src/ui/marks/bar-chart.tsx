import { useIsPhone } from '../hooks/use-media.ts';
import styles from './bar-chart.module.css';

export type Bar = {
  id: string;
  /** Below the bar, where there is room. */
  name: string;
  count: number;
  /** The number as it is written. */
  shown: string;
  /** The tooltip for the pointer. */
  tip: string;
};
type Props = {
  bars: readonly Bar[];
  /** Where the axis ends: a longer bar is cut off, and has its number above it. */
  most: number;
  ticks: readonly { at: number; shown: string }[];
  /** The unit that is counted. */
  unit: string;
  /** Each name stays within its bar's column, and is cut where it is longer. */
  cutsNames?: boolean;
  /** The text instead of bars. */
  none?: string | false;
};

/** As many names as fit below the bars. */
const NAMES = { wide: 16, phone: 7 };

/** Bars of one hue. It is a picture: screen readers need the numbers as a table beside it. */
export const BarChart = ({ bars, most, ticks, unit, cutsNames = false, none = false }: Props) => {
  const fit = Math.ceil(bars.length / (useIsPhone() ? NAMES.phone : NAMES.wide));
  const each = cutsNames ? 1 : fit;
  return (
    <div className={styles.chart} aria-hidden="true">
      <span className={styles.unit}>{unit}</span>
      <div className={styles.plot}>
        {ticks.map(({ at, shown }) => (
          <span key={at} className={styles.tick} style={{ bottom: `${(at / most) * 100}%` }}>
            <span>{shown}</span>
          </span>
        ))}
        <div className={styles.bars}>
          {bars.map(({ id, count, shown, tip }) => (
            <div key={id} className={styles.column} data-bar={id}>
              <span
                className={`${styles.bar} ${count > most ? styles.cut : ''}`}
                style={{ height: `${(Math.min(count, most) / most) * 100}%` }}
                data-value={shown}
              />
              <span className={styles.tip}>{tip}</span>
            </div>
          ))}
        </div>
        {none && <p className={styles.none}>{none}</p>}
      </div>
      <div className={`${styles.names} ${cutsNames ? styles.short : ''}`}>
        {bars.map(({ id, name }, at) => (
          <span key={id}>{at % each === 0 && name}</span>
        ))}
      </div>
    </div>
  );
};
