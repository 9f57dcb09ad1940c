import { lazy, Suspense } from 'react';
import { Navigate, type RouteObject, useRoutes } from 'react-router-dom';
import { Private, PublicOnly, TicketsFirst } from './guards.tsx';
import { Splash } from './splash.tsx';
import type { Store } from './state/store.ts';

/**
 * The routes outside the sign-in. Everything behind it lies below `*` and is loaded, including the features, when a user is signed in (or
 * begins to sign in: `preload.ts`), so that it does not delay the first screen.
 */
export const routesOf = ({ features: load, bring }: Pick<Store, 'features' | 'bring'>): RouteObject[] => {
  const Inside = lazy(async () => {
    const [{ insideOf }, features] = await Promise.all([import('./inside.tsx'), load()]);
    return { default: insideOf(features, bring) };
  });
  const SignIn = lazy(async () => ({ default: (await import('../people/sessions/sign-in.screen.tsx')).SignIn }));
  return [
    {
      element: <PublicOnly />,
      children: [
        {
          path: '/login',
          element: (
            <Suspense fallback={null}>
              <SignIn />
            </Suspense>
          ),
        },
        // The pages before the sign-in come before the router (`door.tsx`).
        ...['/signup', '/forgot'].map((path) => ({ path, element: <Navigate to="/login" replace /> })),
      ],
    },
    {
      element: <Private />,
      children: [
        {
          path: '*',
          element: (
            <TicketsFirst>
              <Suspense fallback={<Splash />}>
                <Inside />
              </Suspense>
            </TicketsFirst>
          ),
        },
      ],
    },
  ];
};

/** The screen of the current address. */
export const Routed = ({ routes }: { routes: RouteObject[] }) => useRoutes(routes);
