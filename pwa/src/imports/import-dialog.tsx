import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet';
import { useRef } from 'react';
import { errorText } from '../i18n/error-text.ts';
import { formatCount } from '../i18n/format.ts';
import { useWords } from '../records/use-words.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { SkeletonRows } from '../ui/states.tsx';
import { useReturnFocus } from '../ui/use-return-focus.ts';
import { ColumnsStep } from './columns-step.tsx';
import styles from './import-dialog.module.css';
import { ResultsStep } from './results-step.tsx';
import { type Importing, isRunning, useImport } from './use-import.ts';

const FILES = [
  '.xlsx,.xls,.csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.ms-excel,text/csv',
].join();

/** The import of contacts: the file, its columns, what would happen, the progress, what has happened. */
export const ImportDialog = ({ onClose }: { onClose: () => void }) => {
  useReturnFocus();
  const words = useWords('imports');
  const importing = useImport();
  const { view, isBusy, failure } = importing;
  const refusal = failure && errorText(failure);
  if (view?.status === 'read') return <ColumnsStep {...{ importing, view, refusal, onClose }} />;
  if (view && !isRunning(view)) return <ResultsStep key={view.status} {...{ importing, view, refusal, onClose }} />;
  return (
    <Dialog
      title={words('title')}
      isOpen
      onClose={onClose}
      refusal={refusal}
      footer={
        <Button className="way-out" onClick={onClose}>
          {words(view ? 'hide' : 'cancel')}
        </Button>
      }
    >
      <div className="body">
        {view ? <Progress importing={importing} /> : isBusy ? <Reading /> : <Choose onFile={importing.send} />}
      </div>
    </Dialog>
  );
};

const Reading = () => {
  const words = useWords('imports');
  return (
    <>
      <p role="status">{words('reading')}</p>
      <SkeletonRows rows={2} />
    </>
  );
};

const Progress = ({ importing: { view } }: { importing: Importing }) => {
  const words = useWords('imports');
  const { done, rows, status } = view!;
  return (
    <div className={styles.progress}>
      <p>{words(status)}</p>
      <progress max={rows} value={done} aria-label={words(status)} />
      <p className="secondary">{words('progress', { done: formatCount(done), rows: formatCount(rows) })}</p>
      <p className="secondary">{words('goesOn')}</p>
    </div>
  );
};

const Choose = ({ onFile }: { onFile: (file: File) => void }) => {
  const words = useWords('imports');
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={styles.choose}>
      <p>{words('hint')}</p>
      <p className="secondary">{words('limits')}</p>
      <Button kind="primary" icon={FileSpreadsheet} onClick={() => input.current?.click()}>
        {words('choose')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={words('choose')}
        accept={FILES}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file) onFile(file);
        }}
      />
    </div>
  );
};
