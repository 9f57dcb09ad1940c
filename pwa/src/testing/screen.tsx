import { OverlaysProvider } from '@blueprintjs/core';
import { lazy, Suspense, useEffect } from 'react';
import { Outlet, type RouteObject, useRoutes } from 'react-router-dom';
import { Private } from '../app/guards.tsx';
import { screensOf } from '../app/inside.tsx';
import { useGuardedPresses } from '../app/shell/guarded-presses.ts';
import { useToastKey } from '../app/shell/toast-key.ts';
import type { Store } from '../app/state/store.ts';
import type { Feature } from '../shell/feature.ts';
import { BringContext, FeaturesContext } from '../shell/features-context.ts';
import { listenToKeys } from '../shell/shortcuts.ts';
import { SkeletonRows } from '../ui/marks/states.tsx';

import { startWith } from './app.tsx';

/**
 * The screens of a few features, of which the address opens one, as `startApp` shows them, with what they need of the app (session, router,
 * toasts, shortcuts, guarded presses) but without the shell's drawer, bar, banners and dialogs, and without the other features.
 */
export const renderScreen = (address: string, features: Feature[]) => startWith(address, features, routesOf);

const routesOf = ({ features: load, bring }: Store): RouteObject[] => {
  const Screens = lazy(async () => {
    const features = await load();
    const routes = [{ element: <Frame />, children: screensOf(features, bring) }];
    return {
      default: () => (
        <FeaturesContext value={features}>
          <BringContext value={bring}>{useRoutes(routes)}</BringContext>
        </FeaturesContext>
      ),
    };
  });
  return [{ element: <Private />, children: [{ path: '*', element: <Screens /> }] }];
};

/** The invisible surroundings of a screen. */
const Frame = () => {
  useEffect(() => listenToKeys(() => true), []);
  useGuardedPresses();
  useToastKey();
  return (
    <OverlaysProvider>
      <main id="content" tabIndex={-1}>
        <Suspense fallback={<SkeletonRows />}>
          <Outlet />
        </Suspense>
      </main>
    </OverlaysProvider>
  );
};
