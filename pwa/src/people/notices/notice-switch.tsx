import { useId } from 'react';
import { useSelector } from 'react-redux';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { Switch } from '../../ui/fields/choices.tsx';
import { TextButton } from '../../ui/marks/button.tsx';
import { selectMe } from '../sessions/sessions.slice.ts';
import styles from './notice-switch.module.css';
import type texts from './notices.screen.pt.json';
import { switchPushOff, switchPushOn, usePushState } from './push-device.ts';

declare module '../../kernel/i18n/texts.ts' {
  interface Texts {
    notices: typeof texts;
  }
}

/** Switches notifications on this device on and off, and explains why they are not available. */
export const NoticeSwitch = () => {
  const { t } = useTexts('notices');
  const state = usePushState();
  const userId = useSelector(selectMe)?.id;
  const id = useId();
  if (userId === undefined) return null;
  const isOn = state === 'on' || state === 'failing' || state === 'none';
  const mayChange = isOn || state === 'off' || state === 'denied';
  return (
    <div className={styles.place}>
      <Switch checked={isOn} disabled={!mayChange} onChange={(on) => void (on ? switchPushOn(userId) : switchPushOff())}>
        <span aria-describedby={id}>{t('onThisDevice')}</span>
      </Switch>
      <p id={id} role="status">
        {t(`state-${state}`)}{' '}
        {state === 'failing' && <TextButton onClick={() => void switchPushOn(userId)}>{t('tryAgain')}</TextButton>}
      </p>
    </div>
  );
};
