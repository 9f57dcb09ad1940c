/** Fetches what comes after the sign-in while somebody still writes their password. What fails is asked for again when it is needed. */
export const preloadInside = (): void => {
  for (const load of [() => import('./inside.tsx'), () => import('./features.ts'), () => import('../tickets/tickets-screen.tsx')])
    load().catch(() => undefined);
};
