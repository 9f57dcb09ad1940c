import type { ImportView } from '@prosa/contracts';
import { useState } from 'react';
import { formatCount } from '../../kernel/i18n/format.ts';
import { Button } from '../../ui/marks/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import styles from './import-dialog.module.css';
import { ImportProgress } from './import-progress.tsx';
import type { Importing } from './use-import.ts';
import { useImportWords } from './use-import-words.ts';
import { usePace } from './use-pace.ts';

type Props = { importing: Importing; view: ImportView; refusal: string | null; onClose: () => void };
const MINUTE = 60;

/** An import while it runs: how far it is, how long it takes, and the way to stop it. */
export const ProgressStep = (props: Props) => {
  const { importing, view, refusal, onClose } = props;
  const words = useImportWords();
  const [asks, setAsks] = useState(false);
  const { perSecond, isStill } = usePace(view);
  const { id, done, rows, status, file } = view;
  if (asks && status === 'importing') return <StopStep {...props} onBack={() => setAsks(false)} />;
  const left = perSecond > 0 ? (rows - done) / perSecond : null;
  const leftText =
    left === null || done === rows
      ? null
      : left < MINUTE
        ? words('soon')
        : words('minutes', { count: Math.round(left / MINUTE), shown: formatCount(Math.round(left / MINUTE)) });
  return (
    <Dialog
      title={words('title')}
      isOpen
      onClose={onClose}
      refusal={refusal}
      footer={
        <>
          {status === 'checking' && (
            <Button busy={importing.isBusy} onClick={() => void importing.stop(id)}>
              {words('stopCheck')}
            </Button>
          )}
          {status === 'importing' && <Button onClick={() => setAsks(true)}>{words('stop')}</Button>}
          <span className="grow" />
          <Button kind="primary" onClick={onClose}>
            {words('hide')}
          </Button>
        </>
      }
    >
      <div className="body">
        <div className={styles.progress}>
          <p role="status">
            {words(status)} <b className={styles.of}>{file || words('unnamed')}</b>
          </p>
          <ImportProgress of={view} />
          <p className={styles.pace}>
            <span>{words('progress', { done: formatCount(done), rows: formatCount(rows) })}</span>
            {leftText && <span>{leftText}</span>}
          </p>
          {isStill ? <p role="status">{words('still')}</p> : <p className="secondary">{words('goesOn')}</p>}
        </div>
      </div>
    </Dialog>
  );
};

/** Asks once whether the import shall end: what it has done stays. */
const StopStep = ({ importing, view, refusal, onBack }: Props & { onBack: () => void }) => {
  const words = useImportWords();
  const { id, counts, done, rows } = view;
  const number = (count: number) => ({ count, shown: formatCount(count) });
  return (
    <Dialog
      title={words('stopTitle')}
      isOpen
      onClose={onBack}
      refusal={refusal}
      footer={
        <>
          <Button onClick={onBack}>{words('goOn')}</Button>
          <Button kind="danger" steady={`stop import ${id}`} busy={importing.isBusy} onClick={() => void importing.stop(id)}>
            {words('stop')}
          </Button>
        </>
      }
    >
      <div className="body">
        <p>{words('stopKeeps', number(counts.created))}</p>
        <p>{words('stopLoses', number(rows - done))}</p>
      </div>
    </Dialog>
  );
};
