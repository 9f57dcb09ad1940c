import Download from 'lucide-react/icons/download';
import { saveFile } from '../../kernel/device/save-file.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { Button } from '../../ui/marks/button.tsx';
import { CopyButton } from '../../ui/marks/copy-button.tsx';
import styles from './two-step.module.css';

/** The recovery codes, to be copied or downloaded: nothing shows them again. */
export const RecoveryCodes = ({ codes, email }: { codes: readonly string[]; email: string }) => {
  const { t } = useTexts('two-step');
  const text = codes.join('\n');
  const download = () =>
    saveFile(new Blob([`${t('fileTitle', { email })}\n\n${text}\n`], { type: 'text/plain' }), 'prosa-recovery-codes.txt');
  return (
    <div>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.acts}>
        <Button icon={Download} onClick={download}>
          {t('download')}
        </Button>
        <CopyButton text={text} />
      </div>
    </div>
  );
};
