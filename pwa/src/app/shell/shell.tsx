import { OverlaysProvider } from '@blueprintjs/core';
import { Suspense, useEffect, useState } from 'react';
import { useSelector, useStore } from 'react-redux';
import { Outlet, useLocation } from 'react-router-dom';
import { useTexts } from '../../kernel/i18n/use-texts.ts';
import { useLater } from '../../kernel/loading/later.ts';
import { useEver } from '../../kernel/loading/use-ever.ts';
import { selectPreferences, type WithPreferences } from '../../shell/preferences.slice.ts';
import { listenToKeys, useShortcuts } from '../../shell/shortcuts.ts';
import { useUnreadTitle } from '../../shell/title.ts';
import { useIsPhone } from '../../ui/hooks/use-media.ts';
import { SkeletonRows } from '../../ui/marks/states.tsx';
import { useDeviceNotices } from '../notices/device-notices.ts';
import { useNoticeCount } from '../notices/notices.ts';
import { Drawer } from '../overlays/drawer.tsx';
import { overShell } from '../overlays/later-over-shell.ts';
import { useLeave } from '../overlays/leaving.ts';
import { Banners } from './banners.tsx';
import { useGuardedPresses } from './guarded-presses.ts';
import styles from './shell.module.css';
import { useToastKey } from './toast-key.ts';
import { TopBar } from './top-bar.tsx';

type Floating = 'menu' | 'palette' | 'shortcuts' | 'notices' | 'profile' | null;

/** The frame around every screen: drawer, top bar, banners, palette, shortcuts. */
export const Shell = () => {
  const { t } = useTexts();
  const isPhone = useIsPhone();
  const { topbarHidden } = useSelector(selectPreferences);
  const [floating, setFloating] = useState<Floating>(null);
  const [isLeaving, setLeaving] = useState(false); // shown over the menu, which stays open
  const leave = useLeave(() => setLeaving(true));
  const { pathname } = useLocation();
  const over = useLater(overShell, useEver(floating !== null || isLeaving));
  const close = () => setFloating(null);
  const opens = {
    onShortcuts: () => setFloating('shortcuts'),
    onNotices: () => setFloating('notices'),
    onProfile: () => setFloating('profile'),
    onLeave: leave,
  };

  const store = useStore<WithPreferences>();
  useEffect(() => listenToKeys(() => selectPreferences(store.getState()).letterKeys), [store]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes when another screen opens
  useEffect(() => setFloating((now) => (now === 'menu' ? null : now)), [pathname]);
  useGuardedPresses();
  useUnreadTitle(useNoticeCount());
  useDeviceNotices();
  useToastKey();
  useShortcuts([
    { keys: ['mod+k'], label: t('palette'), group: t('everywhere'), inText: true, run: () => setFloating('palette') },
    { keys: ['?'], label: t('shortcuts'), group: t('everywhere'), run: () => setFloating('shortcuts') },
  ]);

  return (
    <OverlaysProvider>
      <div className={styles.app}>
        <a className={styles.skip} href="#content">
          {t('skip')}
        </a>
        {isPhone ? over && <over.PhoneDrawer isOpen={floating === 'menu'} onClose={close} onLeave={leave} /> : <Drawer />}
        <TopBar
          isPhone={isPhone}
          isHidden={isPhone && topbarHidden > 0}
          onMenu={() => setFloating('menu')}
          onPalette={() => setFloating('palette')}
          {...opens}
        />
        <Banners />
        <main id="content" tabIndex={-1}>
          <Suspense fallback={<SkeletonRows />}>
            <Outlet />
          </Suspense>
        </main>
        {over && (
          <>
            <over.Palette isOpen={floating === 'palette'} onClose={close} {...opens} />
            <over.ShortcutsDialog isOpen={floating === 'shortcuts'} onClose={close} />
            {floating === 'notices' && <over.NoticesDialog onClose={close} />}
            {floating === 'profile' && <over.ProfileDialog onClose={close} />}
            {isLeaving && <over.LeaveDialog onClose={() => setLeaving(false)} />}
          </>
        )}
      </div>
    </OverlaysProvider>
  );
};
