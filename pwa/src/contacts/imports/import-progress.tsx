import type { ImportSummary } from '@prosa/contracts';
import { useWords } from '../../records/use-words.ts';
import { ProgressLine } from '../../ui/marks/progress-line.tsx';

/** How far an import is, as a line. */
export const ImportProgress = ({ of: { file, rows, done } }: { of: Pick<ImportSummary, 'file' | 'rows' | 'done'> }) => {
  const words = useWords('imports');
  return <ProgressLine max={rows} value={done} aria-label={words('progressOf', { file: file || words('unnamed') })} />;
};
