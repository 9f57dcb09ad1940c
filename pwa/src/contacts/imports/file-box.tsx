import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet';
import { formatCount } from '../../kernel/i18n/format.ts';
import { Button } from '../../ui/marks/button.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import styles from './import-dialog.module.css';
import type { Importing } from './use-import.ts';
import { useImportWords } from './use-import-words.ts';

/** The file of an import, and the way to another one. */
export const FileBox = ({ importing: { view, drop } }: { importing: Importing }) => {
  const words = useImportWords();
  const { file, rows, status, sheets, sheet } = view!;
  const isOver = status === 'finished' || status === 'cancelled';
  return (
    <div className={styles.file}>
      <Icon of={FileSpreadsheet} />
      <span className={styles.name}>
        <b className="truncate">{file || words('unnamed')}</b>
        <small>
          {[sheets.length > 1 && sheets[sheet], words('rows', { count: rows, shown: formatCount(rows) })]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </span>
      <Button small onClick={drop}>
        {words(isOver ? 'another' : 'other')}
      </Button>
    </div>
  );
};
