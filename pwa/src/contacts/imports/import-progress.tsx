import type { ImportSummary } from '@prosa/contracts';
import { useWords } from '../../records/use-words.ts';
import styles from './import-progress.module.css';

/** How far an import is, as a line. */
export const ImportProgress = ({ of: { file, rows, done } }: { of: Pick<ImportSummary, 'file' | 'rows' | 'done'> }) => {
  const words = useWords('imports');
  return (
    <progress
      className={styles.line}
      max={rows}
      value={done}
      aria-label={words('progressOf', { file: file || words('unnamed') })}
    />
  );
};
