import { type IntegrationKey, type SettingKey, settingDefaults } from '@prosa/contracts';
import { useCallback, useEffect, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { notified } from '../../kernel/calls/toasts.slice.ts';
import { useAct } from '../../kernel/calls/use-act.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { selectMay, selectSetting } from '../../people/sessions/sessions.slice.ts';
import { changeSetting } from './settings.commands.ts';

/** Sets a setting or an integration key, and returns what became of it: a toast shows that it was saved. */
export const useChange = (key: SettingKey | IntegrationKey, onSaved?: () => void) => {
  const { t } = useTexts('settings');
  const dispatch = useDispatch();
  const saved = useCallback(() => {
    dispatch(notified({ kind: 'ok', text: t('saved') }));
    onSaved?.();
  }, [dispatch, t, onSaved]);
  const { isBusy, failure } = useAct(changeSetting.act({ key, value: '' }), saved);
  const change = (value: string) => void dispatch(changeSetting.start({ key, value }));
  return { isBusy, failure, change };
};

/** A setting as it is, or as it was just chosen here, and what sets it: it applies at once, here and on every other screen. */
export const useSetting = (setting: SettingKey) => {
  const now = useSelector(selectSetting(setting)) ?? settingDefaults[setting];
  const mayWrite = useSelector(selectMay('settings:write'));
  /** The value that was chosen here, until its push has come. */
  const [chosen, setChosen] = useState<string | null>(null);
  const { isBusy, failure, change } = useChange(setting);
  useEffect(() => {
    if (failure || chosen === now) setChosen(null);
  }, [failure, chosen, now]);
  const choose = (value: string) => {
    if (isBusy || value === (chosen ?? now)) return;
    setChosen(value);
    change(value);
  };
  return { value: chosen ?? now, mayWrite, failure, choose };
};
