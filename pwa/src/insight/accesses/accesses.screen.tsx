import { type AccessKind, type AccessView, accessFile, accessKinds, accessRoutes } from '@prosa/contracts';
import ScanEye from 'lucide-react/icons/scan-eye';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { call } from '../../kernel/calls/client.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { users } from '../../people/users/users.slice.ts';
import type { Screen } from '../../shell/feature.ts';
import { EmptyState } from '../../ui/marks/states.tsx';
import { ExportButton } from '../reports/export-button.tsx';
import { OneOrAll } from '../reports/one-or-all.tsx';
import { type Days, PeriodForm } from '../reports/period-form.tsx';
import { ReportPage } from '../reports/report-page.tsx';
import { useReport } from '../reports/use-report.ts';
import { AccessList, type AccessPage } from './access-list.tsx';
import { type AccessFilter, beginningAt } from './accesses.filter.ts';
import styles from './accesses.module.css';
import type texts from './accesses.screen.pt.json';

declare module '../../kernel/i18n/texts.ts' {
  interface Texts {
    accesses: typeof texts;
  }
}

const ask = async (query: AccessFilter): Promise<AccessPage> => (await call(accessRoutes.list, { query })).data;

const Accesses = () => {
  const [search] = useSearchParams();
  // What the address names is another list.
  return <Listed key={search.toString()} search={search} />;
};

/** Who looked at the work and the data of others, and who exported them. */
const Listed = ({ search }: { search: URLSearchParams }) => {
  const { t } = useTexts('accesses');
  const people = users.useAll().map(({ id, name }) => ({ id, name: name ?? t('formerUser') }));
  const { filter, shown, failure, isBusy, apply, again } = useReport(() => beginningAt(search), ask);
  const [userId, setUserId] = useState('');
  const [kind, setKind] = useState<AccessKind | ''>('');
  const handleFilter = (days: Days) => apply({ ...filter, ...days, userId, kind });
  const isEmpty = shown?.reply.accesses.length === 0;
  return (
    <ReportPage
      title={t('title')}
      tools={<ExportButton route={accessRoutes.file} query={shown?.filter ?? null} file={accessFile} isEmpty={isEmpty} />}
      filter={
        <>
          <PeriodForm
            begins={filter}
            busy={isBusy && shown !== null}
            onFilter={handleFilter}
            before={<OneOrAll label={t('who')} all={t('everybody')} items={people} chosen={userId} onChoose={setUserId} />}
            after={
              <OneOrAll
                label={t('what')}
                all={t('everything')}
                items={accessKinds.map((id) => ({ id, name: t(`kind-${id}`) }))}
                chosen={kind}
                onChoose={(id) => setKind(id as AccessKind | '')}
              />
            }
          />
          <Narrowed filter={filter} rows={shown?.reply.accesses ?? []} />
        </>
      }
      failure={failure}
      onRetry={again}
      isStale={isBusy}
    >
      {shown &&
        (isEmpty ? (
          <EmptyState icon={ScanEye} title={t('empty')}>
            {t('emptyHint')}
          </EmptyState>
        ) : (
          <AccessList key={JSON.stringify(shown.filter)} filter={shown.filter} begins={shown.reply} />
        ))}
    </ReportPage>
  );
};

/** Says that the list is of one ticket or contact alone, and leads out of that. */
const Narrowed = ({ filter: { ticketId, contactId }, rows }: { filter: AccessFilter; rows: readonly AccessView[] }) => {
  const { t } = useTexts('accesses');
  if (!ticketId && !contactId) return null;
  const of = rows.find(({ subject }) => subject?.id === (ticketId || contactId) || subject?.contactId === contactId)?.subject;
  const whole = ticketId ? of?.contactId : null;
  const name = of && (of.name || t('nameless'));
  return (
    <p className={styles.narrowed}>
      <span className="grow">{[t(ticketId ? 'onlyTicket' : 'onlyContact'), name].filter(Boolean).join(': ')}</span>
      {whole && <Link to={`/accesses?contactId=${whole}`}>{t('wholeContact')}</Link>}
      <Link to="/accesses">{t('showAll')}</Link>
    </p>
  );
};

export const screen: Screen = { element: <Accesses />, speaks: ['reports'] };
