import type { TwoStepSecret } from '@prosa/contracts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { CopyButton } from '../../ui/marks/copy-button.tsx';
import { QrCode } from '../../ui/marks/qr-code.tsx';
import styles from './two-step.module.css';

/** The secret for an authenticator app: a code for its camera, and the same as a key to type. */
export const SetUp = ({ secret, uri }: TwoStepSecret) => {
  const { t } = useTexts('two-step');
  return (
    <ol className={styles.setUp}>
      <li>
        {t('step1')}
        <span className={styles.qr}>
          <QrCode text={uri} label={t('qr')} />
        </span>
      </li>
      <li>
        {t('step2')}
        <span className={styles.key}>
          <code>{secret.match(/.{1,4}/g)?.join(' ')}</code>
          <CopyButton text={secret} label={t('copyKey')} />
        </span>
      </li>
      <li>{t('step3')}</li>
    </ol>
  );
};
