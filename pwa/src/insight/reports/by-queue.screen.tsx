import { GREY, type QueueReportRow, reportFiles, reportRoutes } from '@prosa/contracts';
import ChartColumn from 'lucide-react/icons/chart-column';
import { useSelector } from 'react-redux';
import { call } from '../../kernel/calls/client.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { selectZone } from '../../people/sessions/sessions.slice.ts';
import type { Screen } from '../../shell/feature.ts';
import { EmptyState } from '../../ui/marks/states.tsx';
import { Dot } from '../../ui/marks/tag.tsx';
import { ExportButton } from './export-button.tsx';
import { type Days, PeriodForm } from './period-form.tsx';
import { ReportPage } from './report-page.tsx';
import { ReportTable } from './report-table.tsx';
import styles from './reports.module.css';
import { todayOnly } from './today-only.ts';
import { useReport } from './use-report.ts';

const openOf = ({ pending, process }: QueueReportRow): number => pending + process;

/** How many tickets of a period each queue has, by their status now. */
const ByQueue = () => {
  const { t } = useTexts('reports');
  const zone = useSelector(selectZone);
  const { filter, shown, failure, isBusy, apply, again } = useReport(
    () => todayOnly(zone),
    async (query: Days) => (await call(reportRoutes.byQueue, { query })).data,
  );
  const rows = shown?.reply ?? [];
  const sum = (of: (row: QueueReportRow) => number): number => rows.reduce((all, row) => all + of(row), 0);
  const figure = (id: 'open' | 'pending' | 'process' | 'closed' | 'total', value: (row: QueueReportRow) => number) => ({
    id,
    label: t(`queueColumns.${id}`),
    value,
    total: sum(value),
  });
  return (
    <ReportPage
      title={t('byQueue')}
      tools={
        <ExportButton
          route={reportRoutes.byQueueFile}
          query={shown?.filter ?? null}
          file={reportFiles.byQueue}
          isEmpty={rows.length === 0}
        />
      }
      filter={<PeriodForm begins={filter} busy={isBusy && shown !== null} onFilter={apply} />}
      failure={failure}
      onRetry={again}
      isStale={isBusy}
    >
      {shown &&
        (rows.length === 0 ? (
          <EmptyState icon={ChartColumn} title={t('noQueues')}>
            {t('noQueuesHint')}
          </EmptyState>
        ) : (
          <>
            <ReportTable
              label={t('byQueue')}
              name={{
                id: 'queue',
                label: t('queue'),
                value: ({ id, queue_nome, color }) => (
                  <span className={styles.named}>
                    <Dot color={color || GREY} />
                    <span className="truncate">{id === null ? t('noQueue') : queue_nome}</span>
                  </span>
                ),
              }}
              columns={[
                figure('open', openOf),
                figure('pending', ({ pending }) => pending),
                figure('process', ({ process }) => process),
                figure('closed', ({ closed }) => closed),
                figure('total', (row) => openOf(row) + row.closed),
              ]}
              rows={rows}
              keyOf={({ id }) => id ?? 'none'}
              totalName={t('total')}
            />
            <p className={styles.note}>{t('byOpening')}</p>
          </>
        ))}
    </ReportPage>
  );
};

export const screen: Screen = { element: <ByQueue /> };
