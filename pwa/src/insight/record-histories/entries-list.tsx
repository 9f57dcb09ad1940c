import type { RecordChange, RecordEntry, RecordHistory } from '@prosa/contracts';
import ArrowRight from 'lucide-react/icons/arrow-right';
import Ban from 'lucide-react/icons/ban';
import Merge from 'lucide-react/icons/merge';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { useFormat } from '../../people/sessions/use-format.ts';
import { Icon, type IconType } from '../../ui/marks/icon.tsx';
import { MarkedText } from '../../ui/marks/marked-text.tsx';
import { Dot } from '../../ui/marks/tag.tsx';
import { VisuallyHidden } from '../../ui/marks/visually-hidden.tsx';
import styles from './entries-list.module.css';
import type { Kind } from './kinds.ts';
import { type Shown, useValues } from './use-values.ts';
import { useEntryWords } from './use-words.ts';

/** Whether there was nothing before. */
const isBeginning = (type: string): boolean => /(Created|Registered|Issued|Paid|Refunded)$/.test(type);
const iconOf = (type: string): IconType => {
  if (isBeginning(type)) return Plus;
  if (/(Deleted|Erased|Forgotten|Withdrawn)$/.test(type)) return Ban;
  return /(Merged|Absorbed)$/.test(type) ? Merge : Pencil;
};

type Props = { kind: Kind; entries: readonly RecordEntry[]; names: RecordHistory['names'] };

/** Who changed what, by day, the newest first: each field with what it was and what it is. */
export const EntriesList = ({ kind, entries, names }: Props) => {
  const { date } = useFormat();
  const days = Map.groupBy(entries, ({ at }) => date(at));
  return [...days].map(([day, ofDay]) => (
    <section key={day} aria-label={day}>
      <h2 className={styles.day}>{day}</h2>
      <ol className={styles.entries}>
        {ofDay.map((entry) => (
          <Entry key={entry.position} {...{ kind, entry, names }} />
        ))}
      </ol>
    </section>
  ));
};

const Entry = ({ kind, entry, names }: { kind: Kind; entry: RecordEntry; names: RecordHistory['names'] }) => {
  const { time } = useFormat();
  const { wordsOf } = useEntryWords();
  const { type, at, changes } = entry;
  return (
    <li className={styles.entry} data-event={type}>
      <time dateTime={at}>{time(at)}</time>
      <span className={styles.icon}>
        <Icon of={iconOf(type)} />
      </span>
      <div className="grow">
        <p>
          <MarkedText {...wordsOf(entry, names)} />
        </p>
        {changes.length > 0 && (
          <dl className={styles.changes}>
            {changes.map((change) => (
              <Change key={change.field} {...{ kind, change, names }} begins={isBeginning(type)} />
            ))}
          </dl>
        )}
      </div>
    </li>
  );
};

type ChangeProps = { kind: Kind; change: RecordChange; names: RecordHistory['names']; begins: boolean };

const Change = ({ kind, change, names, begins }: ChangeProps) => {
  const { t } = useTexts('record-histories');
  const { labelOf, shownOf } = useValues(kind, names);
  const { from, to, isWithheld } = shownOf(change, begins);
  return (
    <div data-field={change.field}>
      <dt>{labelOf(change.field)}</dt>
      <dd>
        {from && (
          <>
            <VisuallyHidden>{t('before')}</VisuallyHidden>
            <Value className={styles.from} shown={from} />
            <Icon of={ArrowRight} />
            <VisuallyHidden>{t('after')}</VisuallyHidden>
          </>
        )}
        <Value className={isWithheld ? styles.withheld : undefined} shown={to} />
      </dd>
    </div>
  );
};

const Value = ({ shown: { text, color, isNothing }, className = '' }: { shown: Shown; className?: string | undefined }) => (
  <span className={`${styles.value} ${isNothing ? styles.withheld : className}`} dir="auto">
    {color && <Dot color={color} />}
    {text}
  </span>
);
