import { remember } from '../device/storage.ts';
import { addTexts, currentLanguage, givenTexts, setLanguage } from './dictionary.ts';
import { languageFiles } from './language-files.ts';
import { type Language, locales, preferredLanguage } from './languages.ts';
import pt from './texts.pt.ts';
import { type Bundle, byNamespace } from './texts.ts';

export { currentLanguage };

/** Folders whose screens were opened: a change of language must load their texts as well. */
const opened = new Set<string>();

const add = (language: Language, texts: Record<string, Bundle>): void => {
  for (const [namespace, bundle] of Object.entries(texts)) addTexts(language, namespace, bundle);
};

const loadScreen = async (folder: string, language: Language): Promise<void> => {
  const { screenTexts } = await import('./screen-texts.ts');
  const path = Object.keys(screenTexts).find((found) => found.endsWith(`/${folder}.screen.${language}.json`));
  if (path) add(language, byNamespace({ [path]: await screenTexts[path]!() }));
};

let laterTexts: Promise<void> | null = null;
/**
 * Loads the Portuguese texts that the first screen can do without, once: whatever is loaded on demand waits for them. Those of the other
 * languages are there from the start. Rejects if they cannot be loaded; the next call tries again.
 */
export const loadLaterTexts = (): Promise<void> => {
  laterTexts ??= import('./texts.later.pt.ts').then(
    ({ default: texts }) => add('pt', texts),
    (error: unknown) => {
      laterTexts = null;
      throw error;
    },
  );
  return laterTexts;
};

/** Loads the texts of a folder's screens, in the current language and in the fallback language. Rejects if they cannot be loaded. */
export const loadScreenTexts = async (folder: string): Promise<void> => {
  const languages = [...new Set([currentLanguage(), 'pt' as const])];
  await Promise.all([loadLaterTexts(), ...languages.map((language) => loadScreen(folder, language))]);
  opened.add(folder);
};

/** Changes the language, after loading its texts if they are not loaded yet. */
export const changeLanguage = async (language: Language): Promise<void> => {
  if (language !== 'pt' && !givenTexts(language, 'app')) {
    const { default: texts } = await languageFiles[language]();
    add(language, texts);
  }
  await Promise.all([...opened].map((folder) => loadScreen(folder, language)));
  setLanguage(language);
  document.documentElement.lang = locales[language];
};

/** Changes the language and stores the choice on this device. */
export const chooseLanguage = (language: Language): Promise<void> => {
  remember('language', language);
  return changeLanguage(language);
};

/** Starts with `language`; await it before the first render. Placeholders are written `{{name}}`. */
export const startI18n = async (language: Language = preferredLanguage()): Promise<void> => {
  if (!givenTexts('pt', 'app')) add('pt', pt);
  await changeLanguage(language);
};
