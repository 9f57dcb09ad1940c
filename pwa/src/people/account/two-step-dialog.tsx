import { type TwoStep, type TwoStepSecret, twoStepRoutes } from '@prosa/contracts';
import { useState } from 'react';
import { call } from '../../kernel/calls/client.ts';
import { errorText } from '../../kernel/calls/error-text.ts';
import { useRequest } from '../../kernel/calls/use-request.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { Field } from '../../ui/fields/field.tsx';
import { PasswordInput } from '../../ui/fields/password-input.tsx';
import { useReturnFocus } from '../../ui/hooks/use-return-focus.ts';
import { Button } from '../../ui/marks/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { CodeField } from '../two-step/code-field.tsx';
import { RecoveryCodes } from '../two-step/recovery-codes.tsx';
import { SetUp } from '../two-step/set-up.tsx';
import styles from './account.module.css';
import { TwoStepState } from './two-step-state.tsx';

type View =
  | { is: 'state' | 'begin' | 'turn off' }
  | { is: 'set up'; secret: TwoStepSecret }
  /** `isLost`: it is on, but the answer with the codes did not arrive. */
  | { is: 'renew'; isLost: boolean }
  | { is: 'codes'; codes: readonly string[] };

type Props = { twoStep: TwoStep; email: string; onChanged: () => void; onClose: () => void };

/**
 * The own two-step sign-in: sets it up, makes new recovery codes, turns it off. Password, secret and codes are in no store. Whoever loses
 * the answer that has their recovery codes is led to new ones.
 */
export const TwoStepDialog = ({ twoStep, email, onChanged, onClose }: Props) => {
  useReturnFocus();
  const { t } = useTexts('account');
  const { t: steps } = useTexts('two-step');
  const [view, setView] = useState<View>({ is: twoStep.on ? 'state' : 'begin' });
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [isTried, setTried] = useState(false);
  const { isBusy, failure, send, forget } = useRequest();

  const show = (next: View) => {
    setView(next);
    setCode('');
    setTried(false);
    forget();
  };
  const keep = ({ data }: { data: { recoveryCodes: string[] } }) => {
    onChanged();
    show({ is: 'codes', codes: data.recoveryCodes });
  };
  const end = () => {
    onChanged();
    onClose();
  };
  /** An earlier answer was lost, and the codes with it. */
  const askAgain = () => {
    onChanged();
    show({ is: 'renew', isLost: true });
  };
  const asksPassword = view.is !== 'set up';
  const asksCode = view.is !== 'begin';

  const handleSubmit = () => {
    setTried(true);
    if ((asksPassword && password === '') || (asksCode && code.trim() === '')) return;
    const both = { body: { currentPassword: password, code: code.trim() } };
    if (view.is === 'begin')
      void send(
        () => call(twoStepRoutes.begin, { body: { currentPassword: password } }),
        ({ data }) => show({ is: 'set up', secret: data }),
        // Turned on elsewhere since this dialog was opened.
        { ERR_TOTP_ON: end },
      );
    if (view.is === 'set up')
      void send(() => call(twoStepRoutes.confirm, { body: { code: code.trim() } }), keep, { ERR_TOTP_ON: askAgain });
    if (view.is === 'renew') void send(() => call(twoStepRoutes.renewCodes, both), keep);
    if (view.is === 'turn off')
      void send(
        () => call(twoStepRoutes.turnOff, both),
        end,
        // An earlier answer was lost.
        { ERR_TOTP_OFF: end },
      );
  };

  if (view.is === 'state')
    return (
      <TwoStepState
        twoStep={twoStep}
        onRenew={() => show({ is: 'renew', isLost: false })}
        onTurnOff={() => show({ is: 'turn off' })}
        onClose={onClose}
      />
    );
  if (view.is === 'codes')
    return (
      <Dialog
        key="codes"
        title={steps('codesTitle')}
        isOpen
        keeps
        onClose={onClose}
        footer={
          <Button kind="primary" autoFocus onClick={onClose}>
            {steps('kept')}
          </Button>
        }
      >
        <div className="form">
          <p className={styles.lead}>{steps('codesLead')}</p>
          <RecoveryCodes codes={view.codes} email={email} />
        </div>
      </Dialog>
    );

  const texts = {
    begin: { title: t('twoStep'), act: t('next') },
    'set up': { title: t('twoStep'), act: t('turnOn') },
    renew: { title: t('newCodes'), act: t('makeCodes') },
    'turn off': { title: t('turnOffTitle'), act: t('turnOff') },
  }[view.is];
  const wrong = (field: 'currentPassword' | 'code', value: string) => {
    const said = failure?.fields[field];
    if (said !== undefined) return steps(`wrong.${said}` as 'title', { defaultValue: said });
    return isTried && value.trim() === '' ? steps('required') : undefined;
  };
  const hasField = failure !== null && ('currentPassword' in failure.fields || 'code' in failure.fields);
  return (
    <Dialog
      key={view.is}
      title={texts.title}
      isOpen
      keeps
      onClose={onClose}
      onSubmit={handleSubmit}
      refusal={failure && !hasField ? errorText(failure) : null}
      footer={
        <>
          <Button className="way-out" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            kind={view.is === 'turn off' ? 'danger' : 'primary'}
            type="submit"
            busy={isBusy}
            {...(view.is === 'turn off' && { steady: 'turn two-step off' })}
          >
            {texts.act}
          </Button>
        </>
      }
    >
      <div className="form">
        {view.is === 'begin' && <p className={styles.lead}>{t('beginLead')}</p>}
        {view.is === 'set up' && <SetUp {...view.secret} />}
        {view.is === 'renew' && (
          <p className={`${styles.lead} ${view.isLost ? styles.notice : ''}`} role={view.isLost ? 'alert' : undefined}>
            {t(view.isLost ? 'lostCodes' : 'newCodesLead')}
          </p>
        )}
        {view.is === 'turn off' && <p className={styles.lead}>{t('turnOffLead')}</p>}
        {asksPassword && (
          <Field label={t('password')} error={wrong('currentPassword', password)}>
            {(control) => (
              <PasswordInput
                {...control}
                name="currentPassword"
                autoComplete="current-password"
                autoFocus={password === ''}
                value={password}
                texts={{ showPassword: t('showPassword'), hidePassword: t('hidePassword') }}
                onChange={({ target }) => {
                  setPassword(target.value);
                  if (failure) forget();
                }}
              />
            )}
          </Field>
        )}
        {asksCode && (
          <CodeField
            value={code}
            autoFocus={!asksPassword || password !== ''}
            error={wrong('code', code)}
            onChange={(value) => {
              setCode(value);
              if (failure) forget();
            }}
          />
        )}
      </div>
    </Dialog>
  );
};
