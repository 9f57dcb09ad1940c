import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet';
import { useRef } from 'react';
import { useDispatch } from 'react-redux';
import { errorText } from '../../kernel/calls/error-text.ts';
import { useIsPhone } from '../../ui/hooks/use-media.ts';
import { useReturnFocus } from '../../ui/hooks/use-return-focus.ts';
import { Button } from '../../ui/marks/button.tsx';
import { SkeletonRows } from '../../ui/marks/states.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { ColumnsStep } from './columns-step.tsx';
import styles from './import-dialog.module.css';
import { importClosed, isRunning } from './imports.slice.ts';
import { ProgressStep } from './progress-step.tsx';
import { RecentImports } from './recent-imports.tsx';
import { ResultsStep } from './results-step.tsx';
import { useImport } from './use-import.ts';
import { useImportWords } from './use-import-words.ts';

const FILES = [
  '.xlsx,.xls,.csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.ms-excel,text/csv',
].join();

/** The import of contacts: the file, its columns, what would happen, the progress, what has happened. */
export const ImportDialog = () => {
  useReturnFocus();
  const words = useImportWords();
  const dispatch = useDispatch();
  const isPhone = useIsPhone();
  const importing = useImport();
  const { view, isBusy, failure } = importing;
  const onClose = () => void dispatch(importClosed());
  const refusal = failure && (failure.code === 'ERR_TOO_LARGE' ? words('tooLarge') : errorText(failure));
  if (view?.status === 'read') return <ColumnsStep key={view.id} {...{ importing, view, refusal, onClose }} />;
  if (view && !isRunning(view)) return <ResultsStep key={view.status} {...{ importing, view, refusal, onClose }} />;
  if (view) return <ProgressStep {...{ importing, view, refusal, onClose }} />;
  return (
    <Dialog
      title={words('title')}
      isOpen
      size="medium"
      onClose={onClose}
      refusal={refusal}
      footer={
        !isPhone && (
          <Button className="way-out" onClick={onClose}>
            {words('hide')}
          </Button>
        )
      }
    >
      <div className="body">
        {isBusy ? (
          <Reading />
        ) : (
          <>
            <Choose onFile={importing.send} />
            <RecentImports />
          </>
        )}
      </div>
    </Dialog>
  );
};

const Reading = () => {
  const words = useImportWords();
  return (
    <>
      <p role="status">{words('reading')}</p>
      <SkeletonRows rows={2} />
    </>
  );
};

const Choose = ({ onFile }: { onFile: (file: File) => void }) => {
  const words = useImportWords();
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
