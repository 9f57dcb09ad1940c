import { useId } from 'react';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { Switch } from '../../ui/fields/choices.tsx';
import styles from './notice-switch.module.css';
import type {} from './notice-switch.tsx';
import { switchSounds, useSounds } from './sounds.ts';

/** Switches the sound of new messages on this device on and off. */
export const SoundSwitch = () => {
  const { t } = useTexts('notices');
  const id = useId();
  const isOn = useSounds();
  return (
    <div className={styles.place}>
      <Switch checked={isOn} describedBy={id} onChange={switchSounds}>
        {t('sounds')}
      </Switch>
      <p id={id}>{t('soundsHint')}</p>
    </div>
  );
};
