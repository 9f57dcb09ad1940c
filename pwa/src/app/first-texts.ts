import type { Language } from '../kernel/i18n/languages.ts';
import sessions from '../people/sessions/sessions.pt.json' with { type: 'json' };
import app from './app.pt.json' with { type: 'json' };

/** The texts of the first screen: everything needed before a user begins to sign in (the dictionary loads later). */
export type FirstTexts = { app: typeof app; sessions: typeof sessions };

const loaders: Record<Exclude<Language, 'pt'>, () => Promise<{ default: FirstTexts }>> = {
  en: () => import('./first-texts.en.ts'),
  es: () => import('./first-texts.es.ts'),
};

/** Returns Portuguese if the other language cannot be loaded. */
export const firstTexts = async (language: Language): Promise<FirstTexts> => {
  const portuguese = { app, sessions };
  if (language === 'pt') return portuguese;
  return loaders[language]().then(
    (loaded) => loaded.default,
    () => portuguese,
  );
};
