import { type IntegrationKey, type SettingKey, settingDefaults } from '@prosa/contracts';
import { useCallback, useEffect, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useAct } from '../kernel/use-act.ts';
import { selectMay, selectSetting } from '../sessions/sessions.slice.ts';
import { changeSetting } from './settings.commands.ts';

/** How long a change is confirmed, in milliseconds. */
const SAVED_MS = 3_000;

/** What sets a setting or an integration key, and what became of it. */
export const useChange = (key: SettingKey | IntegrationKey, onSaved?: () => void) => {
  const dispatch = useDispatch();
  const [isSaved, setSaved] = useState(false);
  const saved = useCallback(() => {
    setSaved(true);
    onSaved?.();
  }, [onSaved]);
  const { isBusy, failure } = useAct(changeSetting.act({ key, value: '' }), saved);
  useEffect(() => {
    if (!isSaved) return;
    const timer = setTimeout(() => setSaved(false), SAVED_MS);
    return () => clearTimeout(timer);
  }, [isSaved]);
  const change = (value: string) => {
    setSaved(false);
    dispatch(changeSetting.start({ key, value }));
  };
  return { isBusy, isSaved, failure, change };
};

/** A setting as it is, or as it was just chosen here, and what sets it: it applies at once, here and on every other screen. */
export const useSetting = (setting: SettingKey) => {
  const now = useSelector(selectSetting(setting)) ?? settingDefaults[setting];
  const mayWrite = useSelector(selectMay('settings:write'));
  /** What was chosen here, until its push has come. */
  const [chosen, setChosen] = useState<string | null>(null);
  const { isBusy, isSaved, failure, change } = useChange(setting);
  useEffect(() => {
    if (failure || chosen === now) setChosen(null);
  }, [failure, chosen, now]);
  const choose = (value: string) => {
    if (isBusy || value === (chosen ?? now)) return;
    setChosen(value);
    change(value);
  };
  return { value: chosen ?? now, mayWrite, isSaved, failure, choose };
};
