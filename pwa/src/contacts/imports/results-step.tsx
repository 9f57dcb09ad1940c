import { type ImportLine, type ImportView, importResultText, importRoutes } from '@prosa/contracts/schemas';
import Check from 'lucide-react/icons/check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Download from 'lucide-react/icons/download';
import Equal from 'lucide-react/icons/equal';
import { useEffect, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { failureOf } from '../../kernel/calls/api-error.ts';
import { call } from '../../kernel/calls/client.ts';
import { failureShown } from '../../kernel/calls/toasts.slice.ts';
import { formatCount } from '../../kernel/i18n/format.ts';
import { currentLanguage } from '../../kernel/i18n/i18n.ts';
import { useIsPhone } from '../../ui/hooks/use-media.ts';
import { Button, TextButton } from '../../ui/marks/button.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { SkeletonRows } from '../../ui/marks/states.tsx';
import { Segmented } from '../../ui/marks/tabs.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { FileBox } from './file-box.tsx';
import styles from './import-dialog.module.css';
import { selectImports } from './imports.slice.ts';
import type { Importing } from './use-import.ts';
import { useImportWords } from './use-import-words.ts';
import { useReport } from './use-report.ts';

type Props = { importing: Importing; view: ImportView; refusal: string | null; onClose: () => void };

/** The findings of a dry run, with the way to the import, or the results of the import; row by row, and as a file. */
export const ResultsStep = ({ importing, view, refusal, onClose }: Props) => {
  const words = useImportWords();
  const { id, counts, rows, done, columns, status } = view;
  const isDry = status === 'checked';
  const warned = done - counts.created;
  const [shows, setShows] = useState<'all' | 'warned'>(warned > 0 ? 'warned' : 'all');
  const { saving, save } = useReport();
  const number = (count: number) => ({ count, shown: formatCount(count) });
  const close = () => {
    if (!isDry) importing.drop();
    onClose();
  };
  const start = () => columns && void importing.start(id, columns, false);
  return (
    <Dialog
      title={words('title')}
      isOpen
      size="wide"
      keeps={isDry}
      onClose={close}
      refusal={refusal}
      footer={
        <>
          <Button icon={Download} busy={saving === id} onClick={() => save(id)}>
            {words('report.save')}
          </Button>
          <span className="grow" />
          {isDry && <Button onClick={importing.again}>{words('back')}</Button>}
          {isDry ? (
            <Button
              kind="primary"
              steady="import contacts"
              busy={importing.isBusy}
              disabled={counts.created === 0}
              onClick={start}
            >
              {words('import', number(counts.created))}
            </Button>
          ) : (
            <Button kind="primary" onClick={close}>
              {words('close')}
            </Button>
          )}
        </>
      }
    >
      <div className="form">
        <FileBox importing={importing} />
        {status === 'cancelled' && (
          <p role="status">
            {words('wasStopped', { done: formatCount(done), rows: formatCount(rows) })} {words('wasStoppedHint')}
          </p>
        )}
        <div className={styles.counts}>
          <p role="status">
            {words(isDry ? 'wouldCreate' : 'created', number(counts.created))},{' '}
            {words('exist', number(counts.existing + counts.repeated))},{' '}
            <span className={counts.refused > 0 ? styles.refused : undefined}>{words('refused', number(counts.refused))}</span>
          </p>
          <Segmented
            label={words('shown')}
            items={[
              { id: 'all', label: words('all') },
              { id: 'warned', label: words('warned', number(warned)) },
            ]}
            chosen={shows}
            onChoose={setShows}
          />
        </div>
        <Lines key={shows} id={id} warned={shows === 'warned'} isDry={isDry} />
      </div>
    </Dialog>
  );
};

const icons = { created: Check, existing: Equal, repeated: Equal };

const Lines = ({ id, warned, isDry }: { id: string; warned: boolean; isDry: boolean }) => {
  const words = useImportWords();
  const dispatch = useDispatch();
  const isPhone = useIsPhone();
  const { into } = useSelector(selectImports);
  const [lines, setLines] = useState<ImportLine[] | null>(null);
  const [hasMore, setMore] = useState(false);
  const fetchAfter = async (before: ImportLine[]) => {
    try {
      const query = { afterLine: before.at(-1)?.line ?? 0, warned: String(warned) };
      const { data } = await call(importRoutes.lines, { params: { id }, query });
      setLines([...before, ...data.lines]);
      setMore(data.hasMore);
    } catch (error) {
      dispatch(failureShown(failureOf(error)));
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list of its own for each import and choice
  useEffect(() => void fetchAfter([]), [id, warned]);
  if (!lines) return <SkeletonRows rows={4} />;
  const outcome = (row: ImportLine) => (
    <span className={`${styles.result} ${row.result in icons ? '' : styles.refused}`}>
      <Icon of={icons[row.result as keyof typeof icons] ?? CircleAlert} />
      {row.result === 'created' && isDry
        ? words('new')
        : importResultText(currentLanguage(), row, into === null ? 'contacts' : 'list')}
    </span>
  );
  const nameOf = (row: ImportLine) => row.name || <span className="secondary">{words('blank')}</span>;
  const more = hasMore && <TextButton onClick={() => void fetchAfter(lines)}>{words('moreLines')}</TextButton>;
  if (lines.length === 0) return <p className="secondary">{words('noLines')}</p>;
  if (isPhone)
    return (
      <>
        <ul className={styles.list} aria-label={words('lines')}>
          {lines.map((row) => (
            <li key={row.line}>
              <b>{nameOf(row)}</b>
              <small>
                {[`${words('fields.line')} ${formatCount(row.line)}`, row.number, row.email].filter(Boolean).join(' · ')}
              </small>
              {outcome(row)}
            </li>
          ))}
        </ul>
        {more}
      </>
    );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls is reached by the keyboard
    <section className={styles.scroll} aria-label={words('lines')} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {['line', 'name', 'number', 'email', 'result'].map((field) => (
              <th key={field}>{words(`fields.${field}`)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((row) => (
            <tr key={row.line}>
              <td>{formatCount(row.line)}</td>
              <td>{nameOf(row)}</td>
              <td>{row.number}</td>
              <td>{row.email}</td>
              <td>{outcome(row)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {more}
    </section>
  );
};
