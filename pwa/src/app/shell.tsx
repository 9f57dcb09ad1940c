import { OverlaysProvider } from '@blueprintjs/core';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector, useStore } from 'react-redux';
import { Outlet, useLocation } from 'react-router-dom';
import { selectPreferences, type WithPreferences } from '../shell/preferences.slice.ts';
import { listenToKeys, useShortcuts } from '../shell/shortcuts.ts';
import { useUnreadTitle } from '../shell/title.ts';
import { SkeletonRows } from '../ui/states.tsx';
import { guardPresses } from '../ui/steady.ts';
import { useIsPhone } from '../ui/use-media.ts';
import { Banners } from './banners.tsx';
import { Drawer, PhoneDrawer } from './drawer.tsx';
import { LeaveDialog, useLeave } from './leaving.tsx';
import { useNoticeCount } from './notices.ts';
import { Palette } from './palette.tsx';
import styles from './shell.module.css';
import { ShortcutsDialog } from './shortcuts-dialog.tsx';
import { useToastKey } from './toast-key.ts';
import { TopBar } from './top-bar.tsx';

type Floating = 'menu' | 'palette' | 'shortcuts' | null;

/** What stands around every screen: drawer, top bar, banners, palette, shortcuts. */
export const Shell = () => {
  const { t } = useTranslation();
  const isPhone = useIsPhone();
  const { topbarHidden } = useSelector(selectPreferences);
  const [floating, setFloating] = useState<Floating>(null);
  const [isLeaving, setLeaving] = useState(false); // over the menu, which stays
  const leave = useLeave(() => setLeaving(true));
  const { pathname } = useLocation();
  const close = () => setFloating(null);

  const store = useStore<WithPreferences>();
  useEffect(() => listenToKeys(() => selectPreferences(store.getState()).letterKeys), [store]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen was opened, so the menu has done its work
  useEffect(() => setFloating((now) => (now === 'menu' ? null : now)), [pathname]);
  useEffect(guardPresses, []);
  useUnreadTitle(useNoticeCount());
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
        {isPhone ? <PhoneDrawer isOpen={floating === 'menu'} onClose={close} onLeave={leave} /> : <Drawer />}
        <TopBar
          isPhone={isPhone}
          isHidden={isPhone && topbarHidden > 0}
          onMenu={() => setFloating('menu')}
          onPalette={() => setFloating('palette')}
          onShortcuts={() => setFloating('shortcuts')}
          onLeave={leave}
        />
        <Banners />
        <main id="content" tabIndex={-1}>
          <Suspense fallback={<SkeletonRows />}>
            <Outlet />
          </Suspense>
        </main>
        <Palette isOpen={floating === 'palette'} onClose={close} />
        <ShortcutsDialog isOpen={floating === 'shortcuts'} onClose={close} />
        {isLeaving && <LeaveDialog onClose={() => setLeaving(false)} />}
      </div>
    </OverlaysProvider>
  );
};
