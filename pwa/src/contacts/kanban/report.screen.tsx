import { FIRST_LANE, type KanbanReportRow, kanbanFile, kanbanRoutes } from '@prosa/contracts';
import { KanbanPeriod } from '@prosa/contracts/schemas';
import SquareKanban from 'lucide-react/icons/square-kanban';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { tags } from '../../desk/tags/tags.slice.ts';
import { ExportButton } from '../../insight/reports/export-button.tsx';
import { type Days, PeriodForm } from '../../insight/reports/period-form.tsx';
import { ReportPage } from '../../insight/reports/report-page.tsx';
import { ReportTable } from '../../insight/reports/report-table.tsx';
import { useReport } from '../../insight/reports/use-report.ts';
import { failureOf } from '../../kernel/calls/api-error.ts';
import { call } from '../../kernel/calls/client.ts';
import { failureShown } from '../../kernel/calls/toasts.slice.ts';
import { formatMoney } from '../../kernel/i18n/format.ts';
import { useWords } from '../../records/use-words.ts';
import type { Screen } from '../../shell/feature.ts';
import { Field } from '../../ui/fields/field.tsx';
import { Button } from '../../ui/marks/button.tsx';
import { EmptyState } from '../../ui/marks/states.tsx';
import { Select } from '../../ui/overlays/select.tsx';
import { readableNumber } from '../contacts/number.ts';
import { calledBy } from '../contacts/titles.ts';
import styles from './kanban.module.css';

type Filter = Days & { tagId: string };
const ALL = '';
const ask = async (query: Filter & { cursor?: string }) => (await call(kanbanRoutes.report, { query })).data;

/** The cards that were added in a period, of one lane or of all, with the sums of their values. */
const KanbanReport = () => {
  const words = useWords('kanban');
  const [tagId, setTagId] = useState(ALL);
  const { filter, shown, failure, isBusy, apply, again } = useReport<Filter, Awaited<ReturnType<typeof ask>>>(
    () => ({ dateStart: '', dateEnd: '', tagId: ALL }),
    ask,
  );
  const lanes = tags.useAll().filter(({ kanban }) => kanban === 1);
  const choices = [{ id: ALL, name: words('allCards') }, { id: FIRST_LANE, name: words('addedCards') }, ...lanes];
  return (
    <ReportPage
      title={words('reportTitle')}
      tools={
        <ExportButton
          route={kanbanRoutes.reportFile}
          query={shown?.filter ?? null}
          file={kanbanFile}
          isEmpty={shown?.reply.total.count === 0}
        />
      }
      filter={
        <PeriodForm
          schema={KanbanPeriod}
          begins={filter}
          busy={isBusy && shown !== null}
          onFilter={(days) => apply({ ...days, tagId })}
          before={
            <Field label={words('lane')}>
              {(control) => <Select control={control} label={words('lane')} items={choices} chosen={tagId} onChoose={setTagId} />}
            </Field>
          }
        />
      }
      failure={failure}
      onRetry={again}
      isStale={isBusy}
    >
      {shown &&
        (shown.reply.total.count === 0 ? (
          <EmptyState icon={SquareKanban} title={words('noReport')}>
            {words('noReportHint')}
          </EmptyState>
        ) : (
          <Rows key={JSON.stringify(shown.filter)} filter={shown.filter} reply={shown.reply} />
        ))}
    </ReportPage>
  );
};

/** The rows, page by page; the sums are those of all pages. */
const Rows = ({ filter, reply }: { filter: Filter; reply: Awaited<ReturnType<typeof ask>> }) => {
  const words = useWords('kanban');
  const dispatch = useDispatch();
  const [more, setMore] = useState<{ rows: KanbanReportRow[]; cursor: string | null }>({ rows: [], cursor: reply.cursor });
  const [isBusy, setBusy] = useState(false);
  const rows = [...reply.report, ...more.rows];
  const handleMore = async () => {
    if (more.cursor === null || isBusy) return;
    setBusy(true);
    try {
      const next = await ask({ ...filter, cursor: more.cursor });
      setMore({ rows: [...more.rows, ...next.report], cursor: next.cursor });
    } catch (error) {
      dispatch(failureShown(failureOf(error)));
    } finally {
      setBusy(false);
    }
  };
  const amount = (id: 'budgetedValue' | 'negotiatedValue') => ({
    id,
    label: words(id),
    value: (row: KanbanReportRow) => row[id],
    total: reply.total[id],
    format: formatMoney,
  });
  return (
    <>
      <ReportTable<KanbanReportRow>
        label={words('reportTitle')}
        name={{
          id: 'name',
          label: words('name'),
          value: (row) => <span className={`${styles.person} truncate`}>{calledBy(row)}</span>,
        }}
        columns={[
          { id: 'number', label: words('number'), value: ({ number }) => readableNumber(number) },
          { id: 'description', label: words('description'), value: ({ description }) => description ?? '' },
          { id: 'board', label: words('board'), value: ({ tagId, board }) => (tagId === null ? words('firstLane') : board) },
          amount('budgetedValue'),
          amount('negotiatedValue'),
        ]}
        rows={rows}
        keyOf={({ id }) => id}
        totalName={words('grandTotal')}
      />
      {more.cursor !== null && (
        <Button className={styles.further} busy={isBusy} onClick={() => void handleMore()}>
          {words('further', { count: reply.total.count - rows.length })}
        </Button>
      )}
    </>
  );
};

export const screen: Screen = { element: <KanbanReport />, speaks: ['reports', 'records'] };
