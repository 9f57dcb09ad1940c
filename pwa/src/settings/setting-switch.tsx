import { type SettingKey, settingDefaults } from '@prosa/contracts';
import Check from 'lucide-react/icons/check';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { errorText } from '../i18n/error-text.ts';
import { useAct } from '../kernel/use-act.ts';
import { selectMay, selectSetting } from '../sessions/sessions.slice.ts';
import { Switch } from '../ui/choices.tsx';
import { Icon } from '../ui/icon.tsx';
import { changeSetting } from './settings.commands.ts';
import styles from './settings.module.css';
import type texts from './settings.screen.pt.json';

declare module '../i18n/texts.ts' {
  interface Texts {
    settings: typeof texts;
  }
}

/** How long a change is confirmed, in milliseconds. */
const SAVED_MS = 3_000;

type Props = { setting: SettingKey; title: string; children: ReactNode };

/** A setting that is enabled or disabled: it applies at once, here and on every other screen. Others than administrators see how it is. */
export const SettingSwitch = ({ setting, title, children }: Props) => {
  const { t } = useTranslation('settings');
  const dispatch = useDispatch();
  const id = useId();
  const now = useSelector(selectSetting(setting)) ?? settingDefaults[setting];
  const mayWrite = useSelector(selectMay('settings:write'));
  /** What was chosen here, until its push has come. */
  const [chosen, setChosen] = useState<string | null>(null);
  const [isSaved, setSaved] = useState(false);
  const { isBusy, failure } = useAct(changeSetting.act({ key: setting, value: '' }), () => setSaved(true));
  useEffect(() => {
    if (failure || chosen === now) setChosen(null);
  }, [failure, chosen, now]);
  useEffect(() => {
    if (!isSaved) return;
    const timer = setTimeout(() => setSaved(false), SAVED_MS);
    return () => clearTimeout(timer);
  }, [isSaved]);
  const handleChange = (isOn: boolean) => {
    if (isBusy) return;
    const value = isOn ? 'enabled' : 'disabled';
    setChosen(value);
    setSaved(false);
    dispatch(changeSetting.start({ key: setting, value }));
  };
  return (
    <div className={styles.setting}>
      <Switch checked={(chosen ?? now) === 'enabled'} disabled={!mayWrite} describedBy={id} onChange={handleChange}>
        <b>{title}</b>
      </Switch>
      <div id={id}>{children}</div>
      <p role="status" className={styles.saved}>
        {isSaved && (
          <>
            <Icon of={Check} size="tiny" />
            {t('saved')}
          </>
        )}
      </p>
      {failure && (
        <p role="alert" className={styles.fault}>
          {errorText(failure)}
        </p>
      )}
    </div>
  );
};
