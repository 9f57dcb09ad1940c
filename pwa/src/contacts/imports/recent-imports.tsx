import type { ImportSummary } from '@prosa/contracts';
import Download from 'lucide-react/icons/download';
import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { errorText } from '../../kernel/calls/error-text.ts';
import { formatCount } from '../../kernel/i18n/format.ts';
import { useFormat } from '../../people/sessions/use-format.ts';
import type { Words } from '../../records/use-words.ts';
import { Button, IconButton, TextButton } from '../../ui/marks/button.tsx';
import { SkeletonRows } from '../../ui/marks/states.tsx';
import styles from './import-dialog.module.css';
import { importChosen, importsWanted, isRunning, selectImports } from './imports.slice.ts';
import { useImportWords } from './use-import-words.ts';
import { useReport } from './use-report.ts';

/** The company's imports of the last days: what became of them, their reports, and the way to each. */
export const RecentImports = () => {
  const words = useImportWords();
  const dispatch = useDispatch();
  const { list, failure } = useSelector(selectImports);
  useEffect(() => void dispatch(importsWanted()), [dispatch]);
  // A file whose import was never started is not worth a line.
  const shown = list?.filter(({ status }) => status !== 'read');
  return (
    <section className={styles.recent} aria-labelledby="recent-imports">
      <h3 id="recent-imports">{words('recent')}</h3>
      {!shown && failure && (
        <p role="alert">
          {errorText(failure)} <TextButton onClick={() => dispatch(importsWanted())}>{words('retry')}</TextButton>
        </p>
      )}
      {!shown && !failure && <SkeletonRows rows={2} />}
      {shown?.length === 0 && <p className="secondary">{words('noRecent')}</p>}
      {shown && shown.length > 0 && (
        <ul className={styles.list}>
          {shown.map((one) => (
            <Recent key={one.id} one={one} words={words} />
          ))}
        </ul>
      )}
    </section>
  );
};

const opens = { checked: 'continue', finished: 'see', cancelled: 'see' } as const;

const Recent = ({ one, words }: { one: ImportSummary; words: Words }) => {
  const dispatch = useDispatch();
  const { rowTime } = useFormat();
  const { saving, save } = useReport();
  const { id, status, user, createdAt } = one;
  const file = one.file || words('unnamed');
  const open = words(opens[status as keyof typeof opens] ?? 'follow');
  return (
    <li className={styles.recentRow}>
      <span className={styles.name}>
        <b className="truncate">{file}</b>
        <small>{[user?.name, rowTime(createdAt)].filter(Boolean).join(' · ')}</small>
        <small className={styles.state}>{stateText(one, words)}</small>
      </span>
      {(status === 'finished' || status === 'cancelled') && (
        <IconButton
          icon={Download}
          smallIcon
          label={words('report.of', { file })}
          busy={saving === id}
          onClick={() => save(id)}
        />
      )}
      <Button small aria-label={`${open}: ${file}`} onClick={() => dispatch(importChosen(id))}>
        {open}
      </Button>
    </li>
  );
};

const stateText = (one: ImportSummary, words: Words): string => {
  const { status, counts, done, rows } = one;
  const number = (count: number) => ({ count, shown: formatCount(count) });
  const of = { done: formatCount(done), rows: formatCount(rows) };
  if (status === 'checked') return words('states.checked', number(rows));
  if (isRunning(one)) return done === 0 ? words('states.waiting') : words('progress', of);
  const outcome = [
    words('created', number(counts.created)),
    words('exist', number(counts.existing + counts.repeated)),
    words('refused', number(counts.refused)),
  ].join(', ');
  return status === 'cancelled' ? `${words('states.cancelled', of)}: ${outcome}` : outcome;
};
