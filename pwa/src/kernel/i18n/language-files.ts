import type { Language } from './languages.ts';
import type { Bundle } from './texts.ts';

/** The texts of the languages other than Portuguese, which is always there. */
export const languageFiles: Record<Exclude<Language, 'pt'>, () => Promise<{ default: Record<string, Bundle> }>> = {
  en: () => import('./texts.en.ts'),
  es: () => import('./texts.es.ts'),
};
