import { Overlay2 } from '@blueprintjs/core';
import LogOut from 'lucide-react/icons/log-out';
import PanelLeftClose from 'lucide-react/icons/panel-left-close';
import PanelLeftOpen from 'lucide-react/icons/panel-left-open';
import X from 'lucide-react/icons/x';
import { type RefObject, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { NavLink } from 'react-router-dom';
import { formatCount } from '../i18n/format.ts';
import { currentLanguage } from '../i18n/i18n.ts';
import { usePane } from '../kernel/use-pane.ts';
import { selectMe } from '../sessions/sessions.slice.ts';
import type { NavItem } from '../shell/feature.ts';
import { railChosen } from '../shell/preferences.slice.ts';
import { useIsRail } from '../shell/shell-hooks.ts';
import { Avatar } from '../ui/avatar.tsx';
import { IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { ProsaMark } from '../ui/prosa-mark.tsx';
import styles from './drawer.module.css';
import { useFeatures } from './features-context.ts';
import { ThemeButton } from './theme-button.tsx';

/** The drawer's entries that the signed-in user may see. */
export const useNav = (): NavItem[] => {
  const features = useFeatures();
  const profile = useSelector(selectMe)?.profile;
  return useMemo(
    () =>
      features
        .flatMap(({ nav = [] }) => nav)
        .filter(({ adminOnly }) => !adminOnly || profile === 'admin')
        .toSorted((a, b) => a.place - b.place),
    [features, profile],
  );
};

/** Beside the screen, 300 px or folded to its icons. */
export const Drawer = () => {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { isRail, isForced } = useIsRail();
  return (
    <nav className={`${styles.drawer} ${isRail ? styles.rail : ''}`} aria-label={t('main')}>
      <div className={styles.brand}>
        <ProsaMark />
        <span className={styles.word}>Prosa</span>
      </div>
      <Entries isRail={isRail} />
      {!isForced && (
        <button
          className={styles.fold}
          type="button"
          title={isRail ? t('unfold') : undefined}
          aria-label={isRail ? t('unfold') : undefined}
          onClick={() => dispatch(railChosen(!isRail))}
        >
          <Icon of={isRail ? PanelLeftOpen : PanelLeftClose} size="large" />
          <span className={styles.word}>{t('fold')}</span>
        </button>
      )}
    </nav>
  );
};

/** Over the screen, from the menu button; account at its foot. */
export const PhoneDrawer = ({ isOpen, onClose, onLeave }: { isOpen: boolean; onClose: () => void; onLeave: () => void }) => {
  const { t } = useTranslation();
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
          <Avatar name={me?.name ?? null} size={36} />
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

const Entries = ({ isRail, onChoose }: { isRail: boolean; onChoose?: () => void }) => (
  <div className={styles.items}>
    <ul>
      {useNav().map((item) => (
        <Entry key={item.to} item={item} isRail={isRail} onChoose={onChoose} />
      ))}
    </ul>
  </div>
);

type EntryProps = { item: NavItem; isRail: boolean; onChoose: (() => void) | undefined };

const Entry = ({ item: { to, label, icon, count }, isRail, onChoose }: EntryProps) => {
  useTranslation(); // the words change with the language
  const number = useSelector((state) => count?.(state as never) ?? null);
  const words = label[currentLanguage()];
  return (
    <li>
      <NavLink to={to} onClick={onChoose} title={isRail ? words : undefined} aria-label={isRail ? words : undefined}>
        <Icon of={icon} size="large" />
        <span className={styles.word}>{words}</span>
        {number !== null && number > 0 && <span className={styles.count}>{formatCount(number)}</span>}
      </NavLink>
    </li>
  );
};
