import type { DashboardView } from '@prosa/contracts';
import { useId } from 'react';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import styles from './dashboard.module.css';
import { clock } from './format.ts';

/** The average time of each sector. */
export const Sectors = ({ averages }: { averages: DashboardView['sector_averages'] }) => {
  const { t } = useTexts('dashboard');
  const id = useId();
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <header>
        <h2 id={id}>{t('sectors')}</h2>
      </header>
      {averages.length === 0 ? (
        <p className={styles.nothing}>{t('noAverages')}</p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col" className={styles.wide}>
                {t('columns.sector')}
              </th>
              <th scope="col" className={styles.num}>
                {t('columns.avgSupportTime')}
              </th>
            </tr>
          </thead>
          <tbody>
            {averages.map(({ id: sectorId, name, avgSupportTime }) => (
              <tr key={sectorId} data-id={sectorId}>
                <td className={styles.wide}>
                  <span className="truncate">{name}</span>
                </td>
                <td className={styles.num}>{clock(avgSupportTime)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
};
