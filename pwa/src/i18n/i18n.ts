import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { remember } from '../kernel/storage.ts';
import { languageFiles } from './language-files.ts';
import { type Language, locales, preferredLanguage } from './languages.ts';
import pt from './texts.pt.ts';
import { type Bundle, byNamespace, type Texts } from './texts.ts';

/** Folders whose screens were opened: a change of language must load their texts as well. */
const opened = new Set<string>();

const add = (language: Language, texts: Record<string, Bundle>): void => {
  for (const [namespace, bundle] of Object.entries(texts)) i18next.addResourceBundle(language, namespace, bundle, true, true);
};

const loadScreen = async (folder: string, language: Language): Promise<void> => {
  const path = `../${folder}/${folder}.screen.${language}.json`;
  const { screenTexts } = await import('./screen-texts.ts');
  const load = screenTexts[path];
  if (load) add(language, byNamespace({ [path]: await load() }));
};

/** Loads the texts of a folder's screens, in the current language and in the fallback language. Rejects if they cannot be loaded. */
export const loadScreenTexts = async (folder: string): Promise<void> => {
  await Promise.all([...new Set([currentLanguage(), 'pt' as const])].map((language) => loadScreen(folder, language)));
  opened.add(folder);
};

/** Changes the language, after loading its texts if they are not loaded yet. */
export const changeLanguage = async (language: Language): Promise<void> => {
  if (language !== 'pt' && !i18next.hasResourceBundle(language, 'app')) {
    const { default: texts } = await languageFiles[language]();
    add(language, texts);
  }
  await Promise.all([...opened].map((folder) => loadScreen(folder, language)));
  await i18next.changeLanguage(language);
  document.documentElement.lang = locales[language];
};

/** Changes the language and stores the choice on this device. */
export const chooseLanguage = (language: Language): Promise<void> => {
  remember('language', language);
  return changeLanguage(language);
};

/** Starts with `language`; await it before the first render. Placeholders are written `{{name}}`. */
export const startI18n = async (language: Language = preferredLanguage()): Promise<void> => {
  if (!i18next.isInitialized)
    await i18next.use(initReactI18next).init({
      lng: 'pt',
      fallbackLng: 'pt',
      ns: Object.keys(pt),
      defaultNS: 'app',
      resources: { pt },
      interpolation: { escapeValue: false }, // React escapes
      returnNull: false,
    });
  await changeLanguage(language);
};

export const currentLanguage = (): Language => (i18next.language as Language | undefined) ?? 'pt';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'app';
    resources: Texts;
  }
}
