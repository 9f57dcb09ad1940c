import { grants } from '@prosa/contracts';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronUp from 'lucide-react/icons/chevron-up';
import PanelLeftClose from 'lucide-react/icons/panel-left-close';
import PanelLeftOpen from 'lucide-react/icons/panel-left-open';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { NavLink, useLocation } from 'react-router-dom';
import { formatCount } from '../../kernel/i18n/format.ts';
import { currentLanguage } from '../../kernel/i18n/i18n.ts';
import { useLanguage, useTexts } from '../../kernel/i18n/use-texts.ts';
import { selectMe } from '../../people/sessions/sessions.slice.ts';
import type { NavGroup, NavItem } from '../../shell/feature.ts';
import { useFeatures } from '../../shell/features-context.ts';
import { hasFlag } from '../../shell/flag.ts';
import { railChosen } from '../../shell/preferences.slice.ts';
import { useIsRail } from '../../shell/shell-hooks.ts';
import { Icon } from '../../ui/marks/icon.tsx';
import { ProsaMark } from '../../ui/marks/prosa-mark.tsx';
import styles from './drawer.module.css';

/** The drawer's entries that the signed-in user may see. */
export const useNav = (): NavItem[] => {
  const features = useFeatures();
  const me = useSelector(selectMe);
  const profile = me?.profile;
  const isSuper = me?.super === true;
  return useMemo(
    () =>
      features
        .flatMap(({ flag, nav = [] }) => (hasFlag(flag) ? nav : []))
        .filter(
          ({ adminOnly, isAdministration, may, auditors }) =>
            (auditors && profile === 'auditor') ||
            ((!(adminOnly || isAdministration) || profile === 'admin') && (may === undefined || (me && grants(may, me)))),
        )
        .filter(({ superOnly, isHere }) => (!superOnly || isSuper) && isHere?.() !== false)
        .toSorted((a, b) => Number(a.isAdministration ?? false) - Number(b.isAdministration ?? false) || a.place - b.place),
    [features, me, profile, isSuper],
  );
};

/** The drawer beside the screen: 300 px wide, or folded to its icons. */
export const Drawer = () => {
  const { t } = useTexts();
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

/** The links to the screens; those of the administration under their heading. */
export const Entries = ({ isRail, onChoose }: { isRail: boolean; onChoose?: () => void }) => {
  const { t } = useTexts();
  const id = useId();
  const nav = useNav();
  const entry = (item: NavItem) => <Entry key={item.to} item={item} isRail={isRail} onChoose={onChoose} />;
  const entries = (items: NavItem[]) =>
    items.map((item) => {
      const { within } = item;
      if (!within || isRail) return entry(item);
      const all = items.filter((one) => one.within?.id === within.id);
      return item === all[0] ? <Group key={within.id} group={within} items={all} entry={entry} /> : null;
    });
  const own = nav.filter(({ isAdministration }) => isAdministration);
  return (
    <div className={styles.items}>
      <ul>{entries(nav.filter(({ isAdministration }) => !isAdministration))}</ul>
      {own.length > 0 && (
        <>
          <p id={id} className={styles.group}>
            {t('administration')}
          </p>
          <ul aria-labelledby={id}>{entries(own)}</ul>
        </>
      )}
    </div>
  );
};

type GroupProps = { group: NavGroup; items: NavItem[]; entry: (item: NavItem) => ReactNode };

/** Entries below the name of their group: unfolded by choice, and while one of them is shown. */
const Group = ({ group: { label, icon, also = [] }, items, entry }: GroupProps) => {
  useLanguage(); // re-renders when the language changes
  const { pathname } = useLocation();
  const isWithin =
    items.some(({ to }) => pathname === to || pathname.startsWith(`${to}/`)) || also.some((begin) => pathname.startsWith(begin));
  const [isChosen, setChosen] = useState<boolean | null>(null);
  const isOpen = isChosen ?? isWithin;
  const id = useId();
  return (
    <li>
      <button type="button" className={styles.fold} aria-expanded={isOpen} aria-controls={id} onClick={() => setChosen(!isOpen)}>
        <Icon of={icon} size="large" />
        <span className={styles.word}>{label[currentLanguage()]}</span>
        <Icon of={isOpen ? ChevronUp : ChevronDown} />
      </button>
      <ul className={styles.within} id={id} hidden={!isOpen}>
        {items.map(entry)}
      </ul>
    </li>
  );
};

type EntryProps = { item: NavItem; isRail: boolean; onChoose: (() => void) | undefined };

const Entry = ({ item: { to, label, icon, count, alarm, dot }, isRail, onChoose }: EntryProps) => {
  useLanguage(); // re-renders when the language changes
  const number = useSelector((state) => count?.(state as never) ?? null);
  const isAlarmed = useSelector((state) => alarm?.shows(state as never) ?? false);
  const isNew = useSelector((state) => dot?.shows(state as never) ?? false);
  const language = currentLanguage();
  const words = label[language];
  const why = isAlarmed ? alarm?.label[language] : undefined;
  const fresh = isNew ? dot?.label[language] : undefined;
  return (
    <li>
      <NavLink
        to={to}
        onClick={onChoose}
        title={isRail ? words : undefined}
        aria-label={isRail ? [words, why, fresh].filter(Boolean).join(', ') : undefined}
      >
        <Icon of={icon} size="large" />
        <span className={styles.word}>{words}</span>
        {number !== null && number > 0 && <span className={styles.count}>{formatCount(number)}</span>}
        {fresh && <span className={styles.dot} role="img" aria-label={fresh} />}
        {why && (
          <span className={`badge alert ${styles.alarm}`} role="img" aria-label={why}>
            !
          </span>
        )}
      </NavLink>
    </li>
  );
};
