import type { TwoStep } from '@prosa/contracts';
import type { ReactNode } from 'react';
import { useSelector } from 'react-redux';
import type { Failure } from '../../kernel/calls/api-error.ts';
import { errorText } from '../../kernel/calls/error-text.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { Button } from '../../ui/marks/button.tsx';
import { Bone } from '../../ui/marks/states.tsx';
import { SoundSwitch } from '../notices/sound-switch.tsx';
import { selectServes } from '../sessions/sessions.slice.ts';
import { useFormat } from '../sessions/use-format.ts';
import styles from './account.module.css';
import type texts from './account.screen.pt.json';

declare module '../../kernel/i18n/texts.ts' {
  interface Texts {
    account: typeof texts;
  }
}

type Props = {
  /** Null while it is not known. */
  twoStep: TwoStep | null;
  failure: Failure | null;
  /** The row of a new e-mail that waits. */
  pending: ReactNode;
  onRetry: () => void;
  onTwoStep: () => void;
  onSignIns: () => void;
};

/** How the own account is protected, in dialogs of their own, and what sounds on this device: below the fields of the profile. */
export const AccountRows = ({ twoStep, failure, pending, onRetry, onTwoStep, onSignIns }: Props) => {
  const { t } = useTexts('account');
  const { date } = useFormat();
  const serves = useSelector(selectServes);
  const standing =
    twoStep === null ? (
      <Bone width={160} height={12} />
    ) : twoStep.on ? (
      t('onSince', { date: date(twoStep.since!), count: twoStep.recoveryCodes })
    ) : (
      t(twoStep.isRequired ? 'offRequired' : 'off')
    );
  return (
    <section className={styles.rows} aria-labelledby="account-security">
      <h3 id="account-security">{t('security')}</h3>
      {pending}
      <Row
        title={t('twoStep')}
        isFault={failure !== null}
        act={
          failure ? (
            <Button small onClick={onRetry}>
              {t('retry')}
            </Button>
          ) : (
            <Button
              small
              disabled={twoStep === null}
              aria-label={t(twoStep?.on ? 'manageTwoStep' : 'turnOnTwoStep')}
              onClick={onTwoStep}
            >
              {t(twoStep?.on ? 'manage' : 'turnOn')}
            </Button>
          )
        }
      >
        {failure ? errorText(failure) : standing}
      </Row>
      <Row
        title={t('signIns')}
        act={
          <Button small aria-label={t('showSignIns')} onClick={onSignIns}>
            {t('show')}
          </Button>
        }
      >
        {t('signInsHint')}
      </Row>
      {serves && (
        <div className={styles.sounds}>
          <SoundSwitch />
        </div>
      )}
    </section>
  );
};

type RowProps = { title: string; children: ReactNode; act: ReactNode; isFault?: boolean };

/** A row of the account: what it is, how it stands and what can be done. */
export const Row = ({ title, children, act, isFault = false }: RowProps) => (
  <div className={styles.row}>
    <div>
      <b>{title}</b>
      <p role={isFault ? 'alert' : undefined} className={isFault ? styles.fault : undefined}>
        {children}
      </p>
    </div>
    {act}
  </div>
);
