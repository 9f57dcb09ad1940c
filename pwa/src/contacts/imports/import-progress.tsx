import type { ImportSummary } from '@prosa/contracts';
import styles from './import-progress.module.css';
import { useImportWords } from './use-import-words.ts';

/** How far an import is, as a line. */
export const ImportProgress = ({ of: { file, rows, done } }: { of: Pick<ImportSummary, 'file' | 'rows' | 'done'> }) => {
  const words = useImportWords();
  return (
    <progress
      className={styles.line}
      max={rows}
      value={done}
      aria-label={words('progressOf', { file: file || words('unnamed') })}
    />
  );
};
