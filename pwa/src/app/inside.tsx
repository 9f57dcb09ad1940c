import type { ComponentType } from 'react';
import { useRoutes } from 'react-router-dom';
import type { Feature } from '../kernel/feature.ts';
import { FeaturesContext } from './features-context.ts';
import { NotFound } from './not-found.tsx';
import { Shell } from './shell.tsx';

/** All that is behind the sign-in: the shell, and in it the screens of the features. */
export const insideOf = (features: Feature[]): ComponentType => {
  const screens = [...features.flatMap(({ routes = [] }) => routes), { path: '*', element: <NotFound /> }];
  return () => <FeaturesContext value={features}>{useRoutes([{ element: <Shell />, children: screens }])}</FeaturesContext>;
};
