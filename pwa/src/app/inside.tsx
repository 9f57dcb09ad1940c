import { type ComponentType, lazy } from 'react';
import { type RouteObject, useRoutes } from 'react-router-dom';
import { loadScreenTexts } from '../i18n/i18n.ts';
import type { Feature, Screen } from '../shell/feature.ts';
import { FeaturesContext } from './features-context.ts';
import { NotFound } from './not-found.tsx';
import { Shell } from './shell.tsx';

/** All that is behind the sign-in: the shell, and in it the screens of the features. `bring` puts what one needs into the store. */
export const insideOf = (features: Feature[], bring: (name: string, screen: Screen) => void): ComponentType => {
  const screens: RouteObject[] = [
    ...features.flatMap(({ name: feature, screens = [], routes = [] }) => [
      ...routes,
      ...screens.map(({ path, load }) => ({
        path,
        Component: lazy(async () => {
          const [{ screen }] = await Promise.all([load(), loadScreenTexts(feature)]);
          await Promise.all((screen.speaks ?? []).map(loadScreenTexts));
          bring(`${feature} ${path}`, screen);
          return { default: () => screen.element };
        }),
      })),
    ]),
    { path: '*', element: <NotFound /> },
  ];
  return () => <FeaturesContext value={features}>{useRoutes([{ element: <Shell />, children: screens }])}</FeaturesContext>;
};
