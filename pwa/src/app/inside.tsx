import { type ComponentType, lazy, type ReactElement, useEffect, useSyncExternalStore } from 'react';
import { useSelector } from 'react-redux';
import { type RouteObject, useRoutes } from 'react-router-dom';
import { loadScreenTexts } from '../kernel/i18n/i18n.ts';
import { firstScreenShown } from '../kernel/loading/first-screen.ts';
import { useLater } from '../kernel/loading/later.ts';
import { selectMe } from '../people/sessions/sessions.slice.ts';
import type { Feature, Screen, ScreenAt } from '../shell/feature.ts';
import { BringContext, FeaturesContext } from '../shell/features-context.ts';
import { hasFlag } from '../shell/flag.ts';
import { useToastTime } from '../shell/toast-time.ts';
import { SkeletonRows } from '../ui/marks/states.tsx';
import { AdminOnly, Permitted } from './guards.tsx';
import { laterFeatures } from './shell/later-features.ts';
import { NotFound } from './shell/not-found.tsx';
import { Shell } from './shell/shell.tsx';

type Bring = (name: string, screen: Partial<Screen>) => void;

/** The routes of the features' screens; `bring` adds a screen's slices and saga to the store. */
export const screensOf = (features: Feature[], bring: Bring): RouteObject[] =>
  features.flatMap(({ name: feature, flag, screens = [], routes = [] }) => [
    ...routes,
    ...screens.map(({ path, load, adminOnly = false, may, auditors = false, hasTexts = true, toastMs }) => {
      const Loaded = lazy(async () => {
        const [{ screen }] = await Promise.all([load(), hasTexts && loadScreenTexts(feature)]);
        await Promise.all((screen.speaks ?? []).map(loadScreenTexts));
        bring(`${feature} ${path}`, screen);
        return { default: () => <Shown {...screen} {...(toastMs === undefined ? {} : { toastMs })} /> };
      });
      return {
        path,
        element: <Guarded flag={flag} may={may} isAdminOnly={adminOnly} isForAuditors={auditors} element={<Loaded />} />,
      };
    }),
  ]);

type GuardedProps = {
  flag: Feature['flag'];
  may: ScreenAt['may'];
  isAdminOnly: boolean;
  isForAuditors: boolean;
  element: ReactElement;
};

/** A screen for whom it is meant. Where its feature's flag is missing, its address is unknown. */
const Guarded = ({ flag, may, isAdminOnly, isForAuditors, element }: GuardedProps) => {
  const isAuditor = useSelector(selectMe)?.profile === 'auditor';
  if (!hasFlag(flag)) return <NotFound />;
  if (isForAuditors && isAuditor) return element;
  if (may) return <Permitted may={may}>{element}</Permitted>;
  return isAdminOnly ? <AdminOnly>{element}</AdminOnly> : element;
};

const Shown = ({ element, saysShown, toastMs }: Screen & Pick<ScreenAt, 'toastMs'>) => {
  useToastTime(toastMs);
  useEffect(() => {
    if (!saysShown) firstScreenShown();
  }, [saysShown]);
  return element;
};

/** An address that no screen has so far. */
const Unknown = () => (useLater(laterFeatures) ? <NotFound /> : <SkeletonRows />);

/**
 * Everything behind the sign-in: the shell, and in it the screens of the features; those of the later features once these are loaded.
 * `bring` adds the slices and the saga of a screen or a later feature to the store.
 */
export const insideOf = (features: Feature[], bring: Bring): ComponentType => {
  const first = screensOf(features, bring);
  const shown = (more: Feature[]) => ({
    features: [...features, ...more],
    routes: [{ element: <Shell />, children: [...first, ...screensOf(more, bring), { path: '*', element: <Unknown /> }] }],
  });
  // Their state is there before the first of their screens is rendered: this listener comes before the component's.
  const take = () => {
    for (const feature of laterFeatures.now()?.features ?? []) bring(feature.name, feature);
  };
  laterFeatures.subscribe(take);
  take();
  let now = shown([]);
  let after: typeof now | undefined;
  return () => {
    const more = useSyncExternalStore(laterFeatures.subscribe, laterFeatures.now);
    if (more) now = after ??= shown(more.features);
    return (
      <FeaturesContext value={now.features}>
        <BringContext value={bring}>{useRoutes(now.routes)}</BringContext>
      </FeaturesContext>
    );
  };
};
