import { type RatingFigures, type RatingGroup, type RatingRow, ratingFiles, ratingGroups, ratingRoutes } from '@prosa/contracts';
import Star from 'lucide-react/icons/star';
import { useState } from 'react';
import { useSelector } from 'react-redux';
import { queues } from '../../flows/queues/queues.slice.ts';
import { call } from '../../kernel/calls/client.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { selectZone } from '../../people/sessions/sessions.slice.ts';
import { users } from '../../people/users/users.slice.ts';
import type { Screen } from '../../shell/feature.ts';
import { FilterKind } from '../../ui/fields/filter-form.tsx';
import { EmptyState } from '../../ui/marks/states.tsx';
import { ExportButton } from '../reports/export-button.tsx';
import { OneOrAll } from '../reports/one-or-all.tsx';
import { type Days, PeriodForm } from '../reports/period-form.tsx';
import { ReportPage } from '../reports/report-page.tsx';
import ofReports from '../reports/reports.module.css';
import { useReport } from '../reports/use-report.ts';
import { Comments } from './comments.tsx';
import { Figures } from './rating-figures.tsx';
import { RatingTable } from './rating-table.tsx';
import { type RatingFilter, thisMonth } from './ratings.filter.ts';
import type texts from './ratings.screen.pt.json';

declare module '../../kernel/i18n/texts.ts' {
  interface Texts {
    ratings: typeof texts;
  }
}

type Reply = { by: RatingGroup; rows: RatingRow[]; total: RatingFigures };
const ask = async (query: RatingFilter): Promise<Reply> => (await call(ratingRoutes.show, { query })).data;

/** What customers think of their service: their marks by attendant, queue or day, and what they wrote with them. */
const Ratings = () => {
  const { t } = useTexts('ratings');
  const zone = useSelector(selectZone);
  const people = users.useAll().map(({ id, name }) => ({ id, name: name ?? t('nameless') }));
  const ofQueues = queues.useAll().map(({ id, name, color }) => ({ id, name, color }));
  const { filter, shown, failure, isBusy, apply, again } = useReport(() => thisMonth(zone), ask);
  const [queueId, setQueueId] = useState('');
  const [userId, setUserId] = useState('');
  const handleFilter = (days: Days) => apply({ ...days, queueId, userId, by: filter.by });
  const isEmpty = shown?.reply.total.asked === 0;
  const of = shown && commentsOf(shown.filter);
  return (
    <ReportPage
      title={t('title')}
      tools={
        <ExportButton route={ratingRoutes.file} query={shown?.filter ?? null} file={ratingFiles.figures} isEmpty={isEmpty} />
      }
      filter={
        <PeriodForm
          begins={filter}
          busy={isBusy && shown !== null}
          onFilter={handleFilter}
          before={
            <FilterKind
              label={t('by')}
              items={ratingGroups.map((id) => ({ id, label: t(`groups.${id}`) }))}
              chosen={filter.by}
              onChoose={(by) => apply({ ...filter, by })}
            />
          }
          after={
            <>
              <OneOrAll label={t('groups.queue')} all={t('allQueues')} items={ofQueues} chosen={queueId} onChoose={setQueueId} />
              <OneOrAll label={t('groups.attendant')} all={t('all')} items={people} chosen={userId} onChoose={setUserId} />
            </>
          }
        />
      }
      failure={failure}
      onRetry={again}
      isStale={isBusy}
    >
      {of &&
        (isEmpty ? (
          <EmptyState icon={Star} title={t('empty')}>
            {t('emptyHint')}
          </EmptyState>
        ) : (
          <>
            <Figures total={shown.reply.total} />
            <RatingTable {...shown.reply} />
            <p className={ofReports.note}>{t('byRequest')}</p>
            <Comments key={JSON.stringify(of)} of={of} />
          </>
        ))}
    </ReportPage>
  );
};

const commentsOf = ({ by: _, ...of }: RatingFilter) => of;

export const screen: Screen = { element: <Ratings />, speaks: ['reports'] };
