import Bell from 'lucide-react/icons/bell';
import Keyboard from 'lucide-react/icons/keyboard';
import Languages from 'lucide-react/icons/languages';
import LogOut from 'lucide-react/icons/log-out';
import UserRound from 'lucide-react/icons/user-round';
import { useMemo } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { chooseLanguage, currentLanguage } from '../../kernel/i18n/i18n.ts';
import { languages } from '../../kernel/i18n/languages.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { selectServes } from '../../people/sessions/sessions.slice.ts';
import { selectPreferences, themeChosen } from '../../shell/preferences.slice.ts';
import type { PaletteAction } from '../../shell/shortcuts.ts';
import type { Theme } from '../../shell/theme.ts';
import { Icon } from '../../ui/marks/icon.tsx';
import { themeIcons } from './theme-button.tsx';

/** The openers of the account menu's dialogs. */
export type Opens = { onProfile: () => void; onNotices: () => void; onShortcuts: () => void; onLeave: () => void };

const themes: Theme[] = ['auto', 'light', 'dark'];

/** The commands of the account menu, for the palette: what is chosen already is not offered. */
export const useCommands = ({ onProfile, onNotices, onShortcuts, onLeave }: Opens): PaletteAction[] => {
  const { t } = useTexts();
  const dispatch = useDispatch();
  const serves = useSelector(selectServes);
  const { theme } = useSelector(selectPreferences);
  return useMemo(() => {
    const command = (id: string, icon: PaletteAction['icon'], label: string, run: () => void): PaletteAction => ({
      id,
      label,
      section: 'commands',
      icon,
      run,
    });
    return [
      command('profile', <Icon of={UserRound} />, t('profile'), onProfile),
      ...themes
        .filter((one) => one !== theme)
        .map((one) =>
          command(`theme ${one}`, <Icon of={themeIcons[one]} />, t('theme', { theme: t(one) }), () => dispatch(themeChosen(one))),
        ),
      ...languages
        .filter((one) => one !== currentLanguage())
        .map((one) =>
          command(
            `language ${one}`,
            <Icon of={Languages} />,
            t('language', { language: t(one) }),
            () => void chooseLanguage(one),
          ),
        ),
      ...(serves ? [command('notices', <Icon of={Bell} />, t('notifications'), onNotices)] : []),
      { ...command('shortcuts', <Icon of={Keyboard} />, t('shortcuts'), onShortcuts), keys: '?' },
      command('leave', <Icon of={LogOut} />, t('signOut'), onLeave),
    ];
  }, [t, dispatch, theme, serves, onProfile, onNotices, onShortcuts, onLeave]);
};
