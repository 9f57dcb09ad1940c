import { Availability, limits } from '@prosa/contracts';
import Bell from 'lucide-react/icons/bell';
import Download from 'lucide-react/icons/download';
import Keyboard from 'lucide-react/icons/keyboard';
import Languages from 'lucide-react/icons/languages';
import ListEnd from 'lucide-react/icons/list-end';
import LogOut from 'lucide-react/icons/log-out';
import UserRound from 'lucide-react/icons/user-round';
import { useDispatch, useSelector } from 'react-redux';
import { installing } from '../../kernel/device/installing.ts';
import { chooseLanguage, currentLanguage } from '../../kernel/i18n/i18n.ts';
import { languages } from '../../kernel/i18n/languages.ts';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { chooseAvailability } from '../../people/availability/availability.commands.ts';
import { selectMe, selectServes } from '../../people/sessions/sessions.slice.ts';
import { nextOpeningChosen, selectOpensNext } from '../../shell/preferences.slice.ts';
import { HereDot } from '../../ui/marks/presence.tsx';
import { type MenuEntry, MenuList } from '../../ui/overlays/menu-list.tsx';
import { themeIcons, useTheme } from '../overlays/theme-button.tsx';

export type AccountActs = {
  isPhone: boolean;
  onShortcuts: () => void;
  onNotices: () => void;
  onProfile: () => void;
  onLeave: () => void;
};
type Props = AccountActs & { label: string; onClose: () => void };

/** The entries of the account menu. */
export const AccountMenu = ({ label, isPhone, onShortcuts, onNotices, onProfile, onLeave, onClose }: Props) => {
  const { t } = useTexts();
  const { theme, words: themeWords, chooseNext } = useTheme();
  const install = installing();
  const dispatch = useDispatch();
  const me = useSelector(selectMe);
  const { t: words } = useTexts('ui');
  const hints = { available: undefined, busy: t('busyHint'), away: t('awayHint', { minutes: limits.idleMs / 60_000 }) };
  const userId = me?.id;
  const serves = useSelector(selectServes);
  const opensNext = useSelector(selectOpensNext(userId));
  const ofServing: MenuEntry[] = [
    {
      id: 'next',
      icon: ListEnd,
      label: t('openNext'),
      checked: opensNext,
      isSwitch: true,
      stays: true,
      run: () => userId && dispatch(nextOpeningChosen({ userId, opens: !opensNext })),
    },
    { id: 'notices', icon: Bell, label: t('notifications'), run: onNotices },
  ];
  const entries: MenuEntry[] = [
    ...(serves ? Availability.options : []).map((here) => ({
      id: here,
      mark: <HereDot here={here} />,
      label: words(`availability.${here}`),
      checked: here === me?.availability,
      ...(here !== me?.availability && hints[here] && { end: hints[here] }),
      run: () => void dispatch(chooseAvailability.start(here)),
    })),
    ...(serves ? (['separator'] as const) : []),
    { id: 'profile', icon: UserRound, label: t('profile'), run: onProfile },
    'separator',
    ...languages.map((language) => ({
      id: language,
      icon: Languages,
      label: <span lang={language}>{t(language)}</span>,
      checked: language === currentLanguage(),
      run: () => void chooseLanguage(language),
    })),
    'separator',
    { id: 'theme', icon: themeIcons[theme], label: t('theme', { theme: themeWords }), stays: true, run: chooseNext },
    ...(serves ? ofServing : []),
    ...(install ? [{ id: 'install', icon: Download, label: t('install'), run: install }] : []),
    ...(isPhone ? [] : [{ id: 'shortcuts', icon: Keyboard, label: t('shortcuts'), keys: '?', run: onShortcuts }]),
    'separator',
    { id: 'leave', icon: LogOut, label: t('signOut'), steady: 'sign out', run: onLeave },
  ];
  return <MenuList label={label} entries={entries} onClose={onClose} />;
};
