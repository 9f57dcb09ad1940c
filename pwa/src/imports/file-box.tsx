import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet';
import { formatCount } from '../i18n/format.ts';
import { useWords } from '../records/use-words.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import styles from './import-dialog.module.css';
import type { Importing } from './use-import.ts';

/** The file of an import, and the way to another one. */
export const FileBox = ({ importing: { view, drop } }: { importing: Importing }) => {
  const words = useWords('imports');
  const { file, rows } = view!;
  return (
    <div className={styles.file}>
      <Icon of={FileSpreadsheet} />
      <span className={styles.name}>
        <b className="truncate">{file || words('unnamed')}</b>
        <small>{words('rows', { count: rows, shown: formatCount(rows) })}</small>
      </span>
      <Button small onClick={drop}>
        {words('other')}
      </Button>
    </div>
  );
};
