import { Navigate, type RouteObject } from 'react-router-dom';
import type { Feature } from '../kernel/feature.ts';
import { Crashed } from './crashed.tsx';
import { FeaturesContext } from './features-context.ts';
import { Private, PublicOnly } from './guards.tsx';
import { NotFound } from './not-found.tsx';

/** Every address. Screens are loaded when they are first opened; `/` goes on to the tickets until the dashboard is there. */
export const routesOf = (features: Feature[]): RouteObject[] => [
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
        element: (
          <FeaturesContext value={features}>
            <Private />
          </FeaturesContext>
        ),
        children: [
          {
            path: '/',
            lazy: async () => ({ Component: (await import('./shell.tsx')).Shell }),
            children: [
              { index: true, element: <Navigate to="/tickets" replace /> },
              ...features.flatMap(({ routes = [] }) => routes),
              { path: '*', element: <NotFound /> },
            ],
          },
        ],
      },
    ],
  },
];
