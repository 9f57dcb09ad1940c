import type { TwoStep } from '@prosa/contracts';
import KeyRound from 'lucide-react/icons/key-round';
import ShieldOff from 'lucide-react/icons/shield-off';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { Button } from '../../ui/marks/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useFormat } from '../sessions/use-format.ts';
import styles from './account.module.css';

type Props = { twoStep: TwoStep; onRenew: () => void; onTurnOff: () => void; onClose: () => void };

/** A two-step sign-in that is on, and what can be done with it. */
export const TwoStepState = ({ twoStep, onRenew, onTurnOff, onClose }: Props) => {
  const { t } = useTexts('account');
  const { date } = useFormat();
  return (
    <Dialog
      title={t('twoStep')}
      isOpen
      onClose={onClose}
      footer={
        <>
          {!twoStep.isRequired && (
            <Button icon={ShieldOff} onClick={onTurnOff}>
              {t('turnOff')}
            </Button>
          )}
          <Button icon={KeyRound} kind="primary" onClick={onRenew}>
            {t('newCodes')}
          </Button>
        </>
      }
    >
      <div className="form">
        <p className={styles.lead}>
          {t('onSince', { date: date(twoStep.since!), count: twoStep.recoveryCodes })}. {t('onLead')}
        </p>
        {twoStep.isRequired && <p className={styles.lead}>{t('required')}</p>}
      </div>
    </Dialog>
  );
};
