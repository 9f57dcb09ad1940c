import { type AttendanceReport, type AttendanceRow, reportFiles, reportRoutes } from '@prosa/contracts';
import ChartColumn from 'lucide-react/icons/chart-column';
import Search from 'lucide-react/icons/search';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { call } from '../../kernel/calls/client.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { selectZone } from '../../people/sessions/sessions.slice.ts';
import type { Screen } from '../../shell/feature.ts';
import { Field } from '../../ui/fields/field.tsx';
import { FilterKind } from '../../ui/fields/filter-form.tsx';
import { TextInput } from '../../ui/fields/text-input.tsx';
import { EmptyState } from '../../ui/marks/states.tsx';
import { Analytical } from './analytical.tsx';
import type { AttendanceFilter, Kind } from './attendance.filter.ts';
import { ExportButton } from './export-button.tsx';
import { type Days, PeriodForm } from './period-form.tsx';
import { ReportPage } from './report-page.tsx';
import { Synthetic } from './synthetic.tsx';
import { todayOnly } from './today-only.ts';
import { useReport } from './use-report.ts';

const FILES: Record<Kind, string> = { '0': reportFiles.synthetic, '1': reportFiles.analytical };

const ask = async (query: AttendanceFilter): Promise<AttendanceReport> => (await call(reportRoutes.attendance, { query })).data;

/** The tickets of a period: by day and tag, or one by one. */
const Attendance = () => {
  const { t } = useTexts('reports');
  const zone = useSelector(selectZone);
  const report = useReport((): AttendanceFilter => ({ ...todayOnly(zone), kind: '0', searchParam: '' }), ask);
  const { filter, shown, failure, isBusy, apply, again } = report;
  const [kind, setKind] = useState<Kind>('0');
  const [text, setText] = useState('');
  const handleFilter = (days: Days) => apply({ ...days, kind, searchParam: kind === '1' ? text.trim() : '' });
  const choose = (next: Kind) => {
    setKind(next);
    apply({ ...filter, kind: next, searchParam: next === '1' ? text.trim() : '' });
  };
  const isEmpty = shown !== null && (Array.isArray(shown.reply.report) ? shown.reply.attendants : shown.reply.days).length === 0;
  return (
    <ReportPage
      title={t('attendance')}
      tools={
        <ExportButton
          route={reportRoutes.attendanceFile}
          query={shown?.filter ?? null}
          file={FILES[shown?.filter.kind ?? kind]}
          isEmpty={isEmpty}
        />
      }
      filter={
        <PeriodForm
          begins={filter}
          busy={isBusy && shown !== null}
          onFilter={handleFilter}
          before={
            <FilterKind
              label={t('kind')}
              items={(['0', '1'] as const).map((id) => ({ id, label: t(`kinds.${id}`) }))}
              chosen={kind}
              onChoose={choose}
            />
          }
          after={
            kind === '1' && (
              <Field label={t('search')}>
                {(control) => (
                  <TextInput
                    {...control}
                    icon={Search}
                    type="search"
                    placeholder={t('searchHint')}
                    value={text}
                    onChange={({ target }) => setText(target.value)}
                  />
                )}
              </Field>
            )
          }
        />
      }
      failure={failure}
      onRetry={again}
      isStale={isBusy}
    >
      {shown &&
        (isEmpty ? (
          <EmptyState icon={ChartColumn} title={t('empty')}>
            {t('emptyHint')}
          </EmptyState>
        ) : Array.isArray(shown.reply.report) ? (
          <Analytical
            key={JSON.stringify(shown.filter)}
            filter={shown.filter}
            rows={shown.reply.report as AttendanceRow[]}
            attendants={shown.reply.attendants}
          />
        ) : (
          <Synthetic reply={shown.reply} />
        ))}
    </ReportPage>
  );
};

export const screen: Screen = { element: <Attendance /> };
