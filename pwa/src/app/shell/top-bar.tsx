import ChevronDown from 'lucide-react/icons/chevron-down';
import Menu from 'lucide-react/icons/menu';
import Search from 'lucide-react/icons/search';
import { useMemo, useState } from 'react';
import { useSelector } from 'react-redux';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { later, useLater } from '../../kernel/loading/later.ts';
import { useEver } from '../../kernel/loading/use-ever.ts';
import { selectMe, selectServes } from '../../people/sessions/sessions.slice.ts';
import { useFeatures } from '../../shell/features-context.ts';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { Button, IconButton } from '../../ui/marks/button.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { HereDot } from '../../ui/marks/presence.tsx';
import { VisuallyHidden } from '../../ui/marks/visually-hidden.tsx';
import { Popover } from '../../ui/overlays/popover.tsx';
import { ThemeButton } from '../overlays/theme-button.tsx';
import type { AccountActs } from './account-menu.tsx';
import { Bell as NoticeBell } from './bell.tsx';
import { LATE_BAR_BUTTONS } from './later-features.ts';
import styles from './top-bar.module.css';
import { WaitingButton } from './waiting.tsx';

type Props = AccountActs & {
  /** The screen has its own header and needs the room. */
  isHidden: boolean;
  onMenu: () => void;
  onPalette: () => void;
};

/** The user's name, the palette, the bell, and the account menu. */
export const TopBar = ({ isPhone, isHidden, onMenu, onPalette, onShortcuts, onNotices, onProfile, onLeave }: Props) => {
  const { t } = useTexts();
  const me = useSelector(selectMe);
  const serves = useSelector(selectServes);
  const bar = useBar();
  const name = me?.name ?? '';
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
      {serves && <NoticeBell />}
      {bar.map(({ place, element: Element }) => (
        <Element key={place} />
      ))}
      {[...Array(Math.max(0, LATE_BAR_BUTTONS - bar.length)).keys()].map((place) => (
        <span key={place} className={`button icon-only ${styles.kept}`} />
      ))}
      {!isPhone && <ThemeButton />}
      <Account {...{ name, picture: me?.profilePicUrl, isPhone, onShortcuts, onNotices, onProfile, onLeave }} />
    </header>
  );
};

/** The features' buttons, in order. */
const useBar = () => {
  const features = useFeatures();
  return useMemo(() => features.flatMap(({ bar = [] }) => bar).toSorted((a, b) => a.place - b.place), [features]);
};

const isMac = /mac/i.test(globalThis.navigator?.platform ?? '');

type AccountProps = AccountActs & { name: string; picture: string | null | undefined };

const accountMenu = later(() => import('./account-menu.tsx'));

const Account = ({ name, picture, ...acts }: AccountProps) => {
  const { t } = useTexts();
  const { t: words } = useTexts('ui');
  const availability = useSelector(selectMe)?.availability ?? 'available';
  const serves = useSelector(selectServes);
  const label = t('account', { name });
  const [isOpen, setOpen] = useState(false);
  const part = useLater(accountMenu, useEver(isOpen));
  const close = () => setOpen(false);
  return (
    <Popover
      isOpen={isOpen && part !== null}
      onClose={close}
      content={part ? <part.AccountMenu {...acts} label={label} onClose={close} /> : <span />}
    >
      <Button
        kind="quiet"
        className={styles.account}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={styles.own}>
          <Avatar name={name} picture={picture} size={28} />
          {serves && <HereDot here={availability} />}
        </span>
        <VisuallyHidden>
          {serves ? t('accountOf', { name, availability: words(`availability.${availability}`).toLocaleLowerCase() }) : label}
        </VisuallyHidden>
        {!acts.isPhone && <Icon of={ChevronDown} />}
      </Button>
    </Popover>
  );
};
