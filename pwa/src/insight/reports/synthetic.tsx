import type { AttendanceReport } from '@prosa/contracts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { Dot } from '../../ui/marks/tag.tsx';
import { ByDay } from './by-day.tsx';
import { ReportTable } from './report-table.tsx';
import styles from './reports.module.css';

type Tag = AttendanceReport['tags'][number];

/** Tags by days, with the totals of both. */
export const Synthetic = ({ reply: { report, days, tags, totalByDate } }: { reply: AttendanceReport }) => {
  const { t } = useTexts('reports');
  const byDay = report as Record<string, Record<string, number>>;
  return (
    <>
      <ByDay totalByDate={totalByDate} />
      <ReportTable<Tag>
        label={t('tagsByDay')}
        name={{
          id: 'tag',
          label: t('tag'),
          value: ({ id, tagName, color }) => (
            <span className={styles.named}>
              <Dot color={color} />
              {id === null ? t('noTag') : tagName}
            </span>
          ),
        }}
        columns={[
          ...days.map((day) => ({
            id: day,
            label: dayOf(day),
            value: ({ tagName }: Tag) => byDay[day]?.[tagName] ?? 0,
            total: totalByDate[day] ?? 0,
            isHeat: true,
          })),
          {
            id: 'total',
            label: t('total'),
            value: ({ total }: Tag) => total,
            total: tags.reduce((sum, { total }) => sum + total, 0),
          },
        ]}
        rows={tags}
        keyOf={({ tagName }) => tagName}
        totalName={t('grandTotal')}
      />
      <p className={styles.note}>{t('twoTags')}</p>
    </>
  );
};

/** dd/MM/yyyy. */
const dayOf = (day: string): string => day.split('-').reverse().join('/');
