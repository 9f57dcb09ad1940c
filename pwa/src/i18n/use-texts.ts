import i18next, { type FlatNamespace, type TFunction } from 'i18next';
import { useSyncExternalStore } from 'react';
import { currentLanguage } from './i18n.ts';
import type { Language } from './languages.ts';

const subscribe = (changed: () => void): (() => void) => {
  i18next.on('languageChanged', changed);
  return () => i18next.off('languageChanged', changed);
};

/** The language of the texts. */
export const useLanguage = (): Language => useSyncExternalStore(subscribe, currentLanguage);

const made = new Map<string, TFunction>();

/**
 * The texts of a namespace, as `useTranslation` gives them. That hook makes a copy of i18next for each place that calls it, which is most
 * of what a row of a list costs; here all places share one function per language. The texts must be loaded: it does not wait for them.
 */
export const useTexts = <Name extends FlatNamespace>(namespace: Name): { t: TFunction<Name> } => {
  const language = useLanguage();
  const key = `${language} ${namespace}`;
  const t = made.get(key) ?? (i18next.getFixedT(language, namespace) as unknown as TFunction);
  made.set(key, t);
  return { t: t as unknown as TFunction<Name> };
};
