import Bell from 'lucide-react/icons/bell';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Keyboard from 'lucide-react/icons/keyboard';
import Languages from 'lucide-react/icons/languages';
import LogOut from 'lucide-react/icons/log-out';
import Menu from 'lucide-react/icons/menu';
import Search from 'lucide-react/icons/search';
import UserRound from 'lucide-react/icons/user-round';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { chooseLanguage, currentLanguage } from '../i18n/i18n.ts';
import { languages } from '../i18n/languages.ts';
import { selectMe } from '../sessions/sessions.slice.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { MenuButton, type MenuEntry } from '../ui/menu.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { Bell as NoticeBell } from './bell.tsx';
import { ThemeButton, themeIcons, useTheme } from './theme-button.tsx';
import styles from './top-bar.module.css';
import { WaitingButton } from './waiting.tsx';

type Props = {
  isPhone: boolean;
  /** The screen has its own header and needs the room. */
  isHidden: boolean;
  onMenu: () => void;
  onPalette: () => void;
  onShortcuts: () => void;
  onNotices: () => void;
  onProfile: () => void;
  onLeave: () => void;
};

/** The user's name, the palette, the bell, and the account menu. */
export const TopBar = ({ isPhone, isHidden, onMenu, onPalette, onShortcuts, onNotices, onProfile, onLeave }: Props) => {
  const { t } = useTranslation();
  const name = useSelector(selectMe)?.name ?? '';
  const [before, , after] = t('hello', { name: '' }).split(/<\/?strong>/);
  return (
    <header className={`${styles.topBar} ${isHidden ? styles.hidden : ''}`}>
      {isPhone && <IconButton icon={Menu} label={t('openMenu')} aria-haspopup="dialog" onClick={onMenu} />}
      <p className={styles.greeting}>
        {isPhone ? (
          <strong>{name}</strong>
        ) : (
          <>
            {before}
            <strong>{name}</strong>
            {after}
          </>
        )}
      </p>
      {!isPhone && (
        <Button kind="quiet" className={styles.jump} icon={Search} keys={isMac ? '⌘ K' : 'Ctrl K'} onClick={onPalette}>
          <span className="grow">{t('jump')}</span>
        </Button>
      )}
      <WaitingButton />
      <NoticeBell />
      {!isPhone && <ThemeButton />}
      <AccountMenu {...{ name, isPhone, onShortcuts, onNotices, onProfile, onLeave }} />
    </header>
  );
};

const isMac = /mac/i.test(globalThis.navigator?.platform ?? '');

type AccountProps = Pick<Props, 'isPhone' | 'onShortcuts' | 'onNotices' | 'onProfile' | 'onLeave'> & { name: string };

const AccountMenu = ({ name, isPhone, onShortcuts, onNotices, onProfile, onLeave }: AccountProps) => {
  const { t } = useTranslation();
  const { theme, words, chooseNext } = useTheme();
  const entries: MenuEntry[] = [
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
    { id: 'theme', icon: themeIcons[theme], label: t('theme', { theme: words }), stays: true, run: chooseNext },
    { id: 'notices', icon: Bell, label: t('notifications'), run: onNotices },
    ...(isPhone ? [] : [{ id: 'shortcuts', icon: Keyboard, label: t('shortcuts'), keys: '?', run: onShortcuts }]),
    'separator',
    { id: 'leave', icon: LogOut, label: t('signOut'), steady: 'sign out', run: onLeave },
  ];
  return (
    <MenuButton label={t('account', { name })} entries={entries}>
      {(trigger) => (
        <Button kind="quiet" className={styles.account} {...trigger}>
          <Avatar name={name} size={28} />
          <VisuallyHidden>{t('account', { name })}</VisuallyHidden>
          {!isPhone && <Icon of={ChevronDown} />}
        </Button>
      )}
    </MenuButton>
  );
};
