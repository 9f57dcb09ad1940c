import type { RatingFigures, RatingGroup, RatingRow } from '@prosa/contracts';
import type { CSSProperties, ReactNode } from 'react';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { useIsListed } from '../../ui/hooks/use-media.ts';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { Dot } from '../../ui/marks/tag.tsx';
import { type ReportColumn, ReportTable } from '../reports/report-table.tsx';
import ofReports from '../reports/reports.module.css';
import styles from './ratings.module.css';
import { averageText, markStyles, marks, shareOf } from './share.ts';

type Props = { by: RatingGroup; rows: readonly RatingRow[]; total: RatingFigures };

const percent = (value: number): string => `${value}%`;
const orNone = (average: number): string => (average === 0 ? '–' : averageText(average));

/** The ratings by attendant, queue or day, with their sum. */
export const RatingTable = ({ by, rows, total }: Props) => {
  const { t } = useTexts('ratings');
  const isListed = useIsListed();
  const mix: ReportColumn<RatingRow> = { id: 'mix', label: t('columns.mix'), value: (row) => <Mix row={row} /> };
  const figure = (id: 'rated' | (typeof marks)[number], label: string): ReportColumn<RatingRow> => ({
    id,
    label,
    value: (row) => row[id],
    total: total[id],
  });
  return (
    <ReportTable<RatingRow>
      label={t('title')}
      name={{ id: 'name', label: t(`groups.${by}`), value: (row) => <Name by={by} row={row} /> }}
      columns={[
        figure('rated', t('columns.rated')),
        {
          id: 'answered',
          label: t('columns.answered'),
          value: ({ rated, asked }) => shareOf(rated, asked),
          total: shareOf(total.rated, total.asked),
          format: percent,
        },
        ...(isListed ? [] : [mix]),
        ...marks.map((mark) => figure(mark, t(`marks.${mark}`))),
        {
          id: 'average',
          label: t('columns.average'),
          value: ({ average }) => average ?? '–',
          total: total.average ?? 0,
          format: orNone,
        },
      ]}
      rows={rows}
      keyOf={({ id }) => id ?? ''}
      totalName={t('total')}
    />
  );
};

const Name = ({ by, row: { id, name, color, profilePicUrl } }: { by: RatingGroup; row: RatingRow }): ReactNode => {
  const { t } = useTexts('ratings');
  if (by === 'day') return id?.split('-').reverse().join('/');
  const shown = name ?? t(by === 'queue' ? 'noQueue' : id === null ? 'nobody' : 'nameless');
  return (
    <span className={ofReports.named}>
      {by === 'queue' ? <Dot color={color ?? 'var(--line-control)'} /> : <Avatar name={name} picture={profilePicUrl} size={28} />}
      <span className="truncate">{shown}</span>
    </span>
  );
};

/** The parts of the marks as a bar. */
const Mix = ({ row }: { row: RatingRow }) => {
  const { t } = useTexts('ratings');
  if (row.rated === 0) return null;
  const words = marks.map((mark) => `${shareOf(row[mark], row.rated)}% ${t(`marks.${mark}`)}`).join(', ');
  return (
    <span className={styles.mix} role="img" aria-label={words} title={words}>
      {marks
        .filter((mark) => row[mark] > 0)
        .map((mark) => (
          <i key={mark} className={markStyles[mark]} style={{ '--w': row[mark] } as CSSProperties} />
        ))}
    </span>
  );
};
