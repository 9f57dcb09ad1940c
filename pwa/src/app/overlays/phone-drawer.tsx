import { Overlay2 } from '@blueprintjs/core';
import LogOut from 'lucide-react/icons/log-out';
import X from 'lucide-react/icons/x';
import { type RefObject, useRef } from 'react';
import { useSelector } from 'react-redux';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { usePane } from '../../kernel/use-pane.ts';
import { selectMe } from '../../people/sessions/sessions.slice.ts';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { IconButton } from '../../ui/marks/button.tsx';
import { ProsaMark } from '../../ui/marks/prosa-mark.tsx';
import styles from './drawer.module.css';
import { Entries } from './drawer.tsx';
import { ThemeButton } from './theme-button.tsx';

/** The drawer over the screen, opened by the menu button; the account is at its foot. */
export const PhoneDrawer = ({ isOpen, onClose, onLeave }: { isOpen: boolean; onClose: () => void; onLeave: () => void }) => {
  const { t } = useTexts();
  const me = useSelector(selectMe);
  const ref = useRef<HTMLElement>(null);
  usePane(isOpen, onClose);
  return (
    <Overlay2 isOpen={isOpen} onClose={onClose} transitionDuration={140} childRef={ref as RefObject<HTMLElement>}>
      <nav className={`${styles.drawer} ${styles.phoneDrawer}`} ref={ref} aria-label={t('main')}>
        <div className={styles.brand}>
          <ProsaMark />
          <span className="grow">Prosa</span>
          <IconButton icon={X} label={t('closeMenu')} onClick={onClose} />
        </div>
        <Entries isRail={false} onChoose={onClose} />
        <div className={styles.foot}>
          <Avatar name={me?.name ?? null} picture={me?.profilePicUrl} size={36} />
          <span className="grow">
            <b className="truncate">{me?.name}</b>
            <small className="truncate">{me?.company.name}</small>
          </span>
          <ThemeButton />
          <IconButton icon={LogOut} label={t('signOut')} steady="sign out" onClick={onLeave} />
        </div>
      </nav>
    </Overlay2>
  );
};
