import ArrowLeft from 'lucide-react/icons/arrow-left';
import History from 'lucide-react/icons/history';
import Printer from 'lucide-react/icons/printer';
import { useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { errorText } from '../../kernel/calls/error-text.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import type { Screen } from '../../shell/feature.ts';
import { useWithoutTopBar } from '../../shell/shell-hooks.ts';
import { useShortcuts } from '../../shell/shortcuts.ts';
import { useTitle } from '../../shell/title.ts';
import { useIsPhone } from '../../ui/hooks/use-media.ts';
import { Button, IconButton } from '../../ui/marks/button.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/marks/states.tsx';
import { Select } from '../../ui/overlays/select.tsx';
import { EntriesList } from './entries-list.tsx';
import { ask, type Kind } from './kinds.ts';
import styles from './record-histories.module.css';
import type texts from './record-histories.screen.pt.json';
import { usePages } from './use-pages.ts';
import { actorOf, useEntryWords } from './use-words.ts';

declare module '../../kernel/i18n/texts.ts' {
  interface Texts {
    'record-histories': typeof texts;
  }
}

const RecordHistories = () => {
  const { id = '' } = useParams();
  const kind = useLocation().pathname.split('/')[1] as Kind;
  return <OfRecord key={`${kind} ${id}`} {...{ kind, id }} />;
};

const EVERYBODY = 'everybody';

/** The history of one record: who changed what, the newest first, of everybody or of one person. */
const OfRecord = ({ kind, id }: { kind: Kind; id: string }) => {
  const { t } = useTexts('record-histories');
  const { who } = useEntryWords();
  const { history, failure, isBusy, more } = usePages((before) => ask(kind, id, before));
  const [chosen, setChosen] = useState(EVERYBODY);
  const { entries = [], names = {}, hasMore = false } = history ?? {};
  const people = new Map(entries.map((entry) => [actorOf(entry), entry]));
  const shown = chosen === EVERYBODY ? entries : entries.filter((entry) => actorOf(entry) === chosen);
  const name = names[id] ?? null;
  useTitle(name === null ? t(`titles.${kind}`) : `${t(`titles.${kind}`)}: ${name}`);
  return (
    <div className={styles.page}>
      <Head kind={kind} name={name} />
      {people.size > 1 && (
        <div className={styles.filter}>
          <Select
            label={t('person')}
            items={[
              { id: EVERYBODY, name: t('everybody') },
              ...[...people].map(([actor, entry]) => ({ id: actor, name: who(entry) })),
            ]}
            chosen={chosen}
            onChoose={setChosen}
          />
        </div>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be scrollable by keys as well */}
      <section className={styles.scroll} aria-label={t('entries')} aria-busy={isBusy} tabIndex={0}>
        {shown.length > 0 && <EntriesList {...{ kind, names }} entries={shown} />}
        {shown.length === 0 && !isBusy && !failure && (
          <EmptyState icon={History} title={t('empty')}>
            {t('emptyHint')}
          </EmptyState>
        )}
        {failure ? (
          <ErrorState title={t('failed')} onRetry={more}>
            {errorText(failure)}
          </ErrorState>
        ) : isBusy && !history ? (
          <SkeletonRows label={t('loading')} />
        ) : (
          (hasMore || isBusy) && (
            <div className={styles.more}>
              <Button busy={isBusy} onClick={more}>
                {t('more')}
              </Button>
            </div>
          )
        )}
      </section>
    </div>
  );
};

/** Where the record itself is. */
const homes: Record<Kind, string> = {
  contacts: '/contacts',
  users: '/users',
  queues: '/queues',
  settings: '/settings',
  companies: '/settings',
};

const Head = ({ kind, name }: { kind: Kind; name: string | null }) => {
  const { t } = useTexts('record-histories');
  const navigate = useNavigate();
  const isPhone = useIsPhone();
  useWithoutTopBar(isPhone);
  const { key } = useLocation();
  /** Back to where it was opened; opened by its address, to the record's screen. */
  const back = () => void (key === 'default' ? navigate(homes[kind]) : navigate(-1));
  useShortcuts([{ keys: ['Escape'], label: t('back'), group: t(`titles.${kind}`), run: back }]);
  return (
    <header className={styles.head}>
      <IconButton icon={ArrowLeft} label={t('back')} onClick={back} />
      <div className="grow">
        <h1 className="truncate">{t(`titles.${kind}`)}</h1>
        {name !== null && <p className="truncate">{name}</p>}
      </div>
      <Button className={styles.print!} icon={Printer} onClick={() => globalThis.print()}>
        {t('print')}
      </Button>
    </header>
  );
};

export const screen: Screen = { element: <RecordHistories />, speaks: ['users', 'queues', 'settings', 'accounts'] };
