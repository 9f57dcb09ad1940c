import type { App } from './app.tsx';

const loadFeatures = async () => (await import('./features.ts')).features;
let app: Promise<App> | null = null;

/**
 * The app, begun once, and with it on their way all files of its first screen: by a kept token, or while somebody still writes their
 * password. Rejects where it cannot be loaded, and the next call tries again; the rest is asked for again when it is needed.
 */
export const loadApp = (): Promise<App> => {
  for (const load of [loadFeatures, () => import('./inside.tsx'), () => import('../tickets/tickets-screen.tsx')])
    load().catch(() => undefined);
  const begin = async () => (await import('./app.tsx')).beginApp(loadFeatures);
  app ??= begin().catch((error: unknown) => {
    app = null;
    throw error;
  });
  return app;
};
