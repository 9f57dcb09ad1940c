import { remembered } from '../device/storage.ts';

export type Language = 'pt' | 'en' | 'es';
export const languages: Language[] = ['pt', 'en', 'es'];

/** BCP 47 tags for Intl and the page. */
export const locales: Record<Language, string> = { pt: 'pt-BR', en: 'en', es: 'es' };

/** The chosen language, otherwise the browser's first supported one, otherwise Portuguese. */
export const preferredLanguage = (): Language => {
  const asked = [remembered('language'), ...(globalThis.navigator?.languages ?? [])];
  return (
    asked.map((tag) => tag?.slice(0, 2).toLowerCase()).find((tag): tag is Language => languages.includes(tag as Language)) ?? 'pt'
  );
};
