import { lazy, Suspense } from 'react';
import { Navigate, type RouteObject } from 'react-router-dom';
import { Crashed } from './crashed.tsx';
import { Private, PublicOnly } from './guards.tsx';
import { Splash } from './splash.tsx';
import type { Store } from './store.ts';

/**
 * The addresses outside of the sign-in. What is behind it stands below `*` and is loaded, features and all, when somebody is in (or
 * begins to sign in: `preload.ts`), so that the first screen is not kept waiting for it.
 */
export const routesOf = ({ features: load, bring }: Pick<Store, 'features' | 'bring'>): RouteObject[] => {
  const Inside = lazy(async () => {
    const [{ insideOf }, features] = await Promise.all([import('./inside.tsx'), load()]);
    return { default: insideOf(features, bring) };
  });
  return [
    {
      errorElement: <Crashed />,
      hydrateFallbackElement: <></>,
      children: [
        {
          element: <PublicOnly />,
          children: [
            { path: '/login', lazy: async () => ({ Component: (await import('../sessions/sign-in.screen.tsx')).SignIn }) },
          ],
        },
        {
          element: <Private />,
          children: [
            { index: true, element: <Navigate to="/tickets" replace /> },
            {
              path: '*',
              element: (
                <Suspense fallback={<Splash />}>
                  <Inside />
                </Suspense>
              ),
            },
          ],
        },
      ],
    },
  ];
};
