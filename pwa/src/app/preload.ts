import { languageFiles } from '../kernel/i18n/language-files.ts';
import { preferredLanguage } from '../kernel/i18n/languages.ts';
import type { App } from './app.tsx';

const loadFeatures = async () => (await import('./features.ts')).features;
let app: Promise<App> | null = null;

/**
 * Starts the app once and preloads all files of its first screen: if there is a stored token, or while the user types their password.
 * Rejects if the app cannot be loaded, and the next call tries again; the other files are requested again when they are needed.
 */
export const loadApp = (): Promise<App> => {
  const language = preferredLanguage();
  for (const load of [
    loadFeatures,
    () => import('./inside.tsx'),
    () => import('../desk/tickets/tickets-screen.tsx'),
    ...(language === 'pt' ? [] : [languageFiles[language]]),
    ...(/^\/tickets\/./.test(location.pathname) ? [() => import('../desk/tickets/conversation/conversation-pane.tsx')] : []),
  ])
    load().catch(() => undefined);
  const begin = async () => (await import('./app.tsx')).beginApp(loadFeatures);
  app ??= begin().catch((error: unknown) => {
    app = null;
    throw error;
  });
  return app;
};
