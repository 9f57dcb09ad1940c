import Upload from 'lucide-react/icons/upload';
import { useEffect } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { formatCount } from '../../kernel/i18n/format.ts';
import { selectMay } from '../../people/sessions/sessions.slice.ts';
import { Button } from '../../ui/marks/button.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { ImportProgress } from './import-progress.tsx';
import { importOpened, importsWanted, selectImports, selectWriting } from './imports.slice.ts';
import styles from './running-imports.module.css';
import { useImportWords } from './use-import-words.ts';

/** A line about the import that runs, whoever has begun it, with the way to it. */
export const RunningImports = () => {
  const words = useImportWords();
  const dispatch = useDispatch();
  const { into } = useSelector(selectImports);
  const mayImport = useSelector(selectMay(into === null ? 'contacts:write' : 'contact-lists:write'));
  const [one, ...others] = useSelector(selectWriting);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other imports are shown
  useEffect(() => {
    if (mayImport) dispatch(importsWanted());
  }, [dispatch, mayImport, into]);
  if (!one) return null;
  const { id, done, rows } = one;
  const file = one.file || words('unnamed');
  return (
    <section className={styles.strip} aria-label={words('runs')}>
      <Icon of={Upload} />
      <b className="truncate">{file}</b>
      <span className={styles.line}>
        <ImportProgress of={one} />
      </span>
      <span className={styles.count}>
        {words('progress', { done: formatCount(done), rows: formatCount(rows) })}
        {others.length > 0 && ` · ${words('others', { count: others.length, shown: formatCount(others.length) })}`}
      </span>
      <Button small onClick={() => dispatch(importOpened(id))}>
        {words('follow')}
      </Button>
    </section>
  );
};
