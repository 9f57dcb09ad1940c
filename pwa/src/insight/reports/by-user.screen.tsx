import { reportFiles, reportRoutes, type UserReportRow } from '@prosa/contracts';
import { useSelector } from 'react-redux';
import { call } from '../../kernel/calls/client.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { selectZone } from '../../people/sessions/sessions.slice.ts';
import type { Screen } from '../../shell/feature.ts';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { ExportButton } from './export-button.tsx';
import { type Days, PeriodForm } from './period-form.tsx';
import { ReportPage } from './report-page.tsx';
import { ReportTable } from './report-table.tsx';
import styles from './reports.module.css';
import { todayOnly } from './today-only.ts';
import { useReport } from './use-report.ts';

/** How many tickets of a period each user serves, or served last. */
const ByUser = () => {
  const { t } = useTexts('reports');
  const zone = useSelector(selectZone);
  const { filter, shown, failure, isBusy, apply, again } = useReport(
    () => todayOnly(zone),
    async (query: Days) => (await call(reportRoutes.byUser, { query })).data,
  );
  const rows = shown?.reply ?? [];
  const figure = (id: 'process' | 'closed' | 'total') => ({
    id,
    label: t(`userColumns.${id}`),
    value: (row: UserReportRow) => row[id],
    total: rows.reduce((all, row) => all + row[id], 0),
  });
  return (
    <ReportPage
      title={t('byUser')}
      tools={
        <ExportButton
          route={reportRoutes.byUserFile}
          query={shown?.filter ?? null}
          file={reportFiles.byUser}
          isEmpty={rows.length === 0}
        />
      }
      filter={<PeriodForm begins={filter} busy={isBusy && shown !== null} onFilter={apply} />}
      failure={failure}
      onRetry={again}
      isStale={isBusy}
    >
      {shown && (
        <>
          <ReportTable
            label={t('byUser')}
            name={{
              id: 'name',
              label: t('attendant'),
              value: ({ name, profilePicUrl }) => (
                <span className={styles.named}>
                  <Avatar name={name} picture={profilePicUrl} size={28} />
                  <span className="truncate">{name ?? t('nameless')}</span>
                </span>
              ),
            }}
            columns={[
              { id: 'email', label: t('email'), value: ({ email }) => email ?? '–' },
              figure('process'),
              figure('closed'),
              figure('total'),
            ]}
            rows={rows}
            keyOf={({ id }) => id}
            totalName={t('total')}
          />
          <p className={styles.note}>{t('byOpening')}</p>
        </>
      )}
    </ReportPage>
  );
};

export const screen: Screen = { element: <ByUser /> };
