import { marketing, marketingFiles, type SourceLead, type SourceQuantity } from '@prosa/contracts';
import { MarketingPeriod } from '@prosa/contracts/schemas';
import Target from 'lucide-react/icons/target';
import { useState } from 'react';
import { socialMedias } from '../../channels/social-medias/social-medias.slice.ts';
import { call } from '../../kernel/calls/client.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import type { Screen } from '../../shell/feature.ts';
import { FilterKind } from '../../ui/fields/filter-form.tsx';
import { EmptyState } from '../../ui/marks/states.tsx';
import { ExportButton } from '../reports/export-button.tsx';
import { OneOrAll } from '../reports/one-or-all.tsx';
import { type Days, PeriodForm } from '../reports/period-form.tsx';
import { ReportPage } from '../reports/report-page.tsx';
import { useReport } from '../reports/use-report.ts';
import { Leads } from './leads.tsx';
import { type Kind, type MarketingFilter, queryOf } from './marketing.filter.ts';
import type texts from './marketing.screen.pt.json';
import { Quantities } from './quantities.tsx';

declare module '../../kernel/i18n/texts.ts' {
  interface Texts {
    marketing: typeof texts;
  }
}

const { synthetic, analytical, syntheticFile, analyticalFile } = marketing.routes;
const FILES = { synthetic: syntheticFile, analytical: analyticalFile };
const KINDS: readonly Kind[] = ['synthetic', 'analytical'];

type Reply =
  | { kind: 'synthetic'; report: SourceQuantity[]; total: number }
  | { kind: 'analytical'; report: SourceLead[]; total: number; cursor: string | null };

const ask = async (filter: MarketingFilter): Promise<Reply> => {
  const query = queryOf(filter);
  if (filter.kind === 'synthetic') return { kind: 'synthetic', ...(await call(synthetic, { query })).data };
  return { kind: 'analytical', ...(await call(analytical, { query })).data };
};

/** Which sources customers came from: how many from each, or one by one. */
const Marketing = () => {
  const { t } = useTexts('marketing');
  const sources = socialMedias.useAll();
  const report = useReport((): MarketingFilter => ({ dateStart: '', dateEnd: '', kind: 'synthetic', mediaId: '' }), ask);
  const { filter, shown, failure, isBusy, apply, again } = report;
  const [kind, setKind] = useState<Kind>('synthetic');
  const [mediaId, setMediaId] = useState('');
  const handleFilter = (days: Days) => apply({ ...days, kind, mediaId });
  const choose = (next: Kind) => {
    setKind(next);
    apply({ ...filter, kind: next });
  };
  const isEmpty = shown !== null && shown.reply.total === 0;
  const ofShown = shown?.filter.kind ?? kind;
  return (
    <ReportPage
      title={t('title')}
      tools={
        <ExportButton
          route={FILES[ofShown]}
          query={shown && queryOf(shown.filter)}
          file={marketingFiles[ofShown]}
          isEmpty={isEmpty}
        />
      }
      filter={
        <PeriodForm
          schema={MarketingPeriod}
          begins={filter}
          busy={isBusy && shown !== null}
          onFilter={handleFilter}
          before={
            <FilterKind
              label={t('kind')}
              items={KINDS.map((id) => ({ id, label: t(`kinds.${id}`) }))}
              chosen={kind}
              onChoose={choose}
            />
          }
          after={
            <OneOrAll
              label={t('source')}
              all={t('all')}
              items={sources.map(({ id, name, color }) => ({ id, name, color }))}
              chosen={mediaId}
              onChoose={setMediaId}
            />
          }
        />
      }
      failure={failure}
      onRetry={again}
      isStale={isBusy}
    >
      {shown &&
        (isEmpty ? (
          <EmptyState icon={Target} title={t('empty')}>
            {t('emptyHint')}
          </EmptyState>
        ) : shown.reply.kind === 'synthetic' ? (
          <Quantities rows={shown.reply.report} total={shown.reply.total} />
        ) : (
          <Leads key={JSON.stringify(shown.filter)} filter={shown.filter} begins={shown.reply} />
        ))}
    </ReportPage>
  );
};

export const screen: Screen = {
  element: <Marketing />,
  slices: [socialMedias.slice],
  saga: socialMedias.saga,
  speaks: ['reports'],
};
