import type { PixCharge } from '@prosa/contracts';
import Clock from 'lucide-react/icons/clock';
import { formatMoney } from '../../kernel/i18n/format.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { CopyButton } from '../../ui/marks/copy-button.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { QrCode } from '../../ui/marks/qr-code.tsx';
import { Spinner } from '../../ui/marks/spinner.tsx';
import styles from './checkout.module.css';

type Props = { charge: PixCharge; isExpired: boolean };

/** The step that waits for the payment: the charge as a QR code and as a text to copy. */
export const PixStep = ({ charge: { qrcode, valor }, isExpired }: Props) => {
  const { t } = useTexts('checkout');
  return (
    <>
      {!isExpired && (
        <div className={styles.pix}>
          <div className={styles.code}>
            <QrCode text={qrcode.qrcode} label={t('qrCode')} />
          </div>
          <div className={styles.left}>
            <p className={styles.amount}>
              <span>{t('original')}</span>
              <b>{formatMoney(Number(valor.original))}</b>
            </p>
            <ol>
              <li>{t('openBank')}</li>
              <li>{t('scanOrCopy')}</li>
            </ol>
            <CopyButton text={qrcode.qrcode} words={t('copyCode')} />
          </div>
        </div>
      )}
      <p className={styles.wait} role="status">
        {isExpired ? <Icon of={Clock} /> : <Spinner />}
        <span>
          <b>{t(isExpired ? 'expired' : 'waiting')}</b>
          {t(isExpired ? 'expiredHint' : 'waitingHint')}
        </span>
      </p>
    </>
  );
};
