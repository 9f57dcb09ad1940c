import type { ImportSummary } from '@prosa/contracts';
import { ProgressLine } from '../../ui/marks/progress-line.tsx';
import { useImportWords } from './use-import-words.ts';

/** How far an import is, as a line. */
export const ImportProgress = ({ of: { file, rows, done } }: { of: Pick<ImportSummary, 'file' | 'rows' | 'done'> }) => {
  const words = useImportWords();
  return <ProgressLine max={rows} value={done} aria-label={words('progressOf', { file: file || words('unnamed') })} />;
};
