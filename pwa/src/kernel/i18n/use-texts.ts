import { useSyncExternalStore } from 'react';
import { currentLanguage, onLanguage, type TextsOf, textsIn } from './dictionary.ts';
import type { Language } from './languages.ts';
import type { Texts } from './texts.ts';

/** The language of the texts. */
export const useLanguage = (): Language => useSyncExternalStore(onLanguage, currentLanguage);

/**
 * The texts of a namespace (the app's own if none is given), in the language of the screen: all places share one function for each language.
 * They must be loaded: it does not wait for them.
 */
export const useTexts = <Name extends keyof Texts = 'app'>(namespace: Name = 'app' as Name): { t: TextsOf<Name> } => ({
  t: textsIn(useLanguage(), namespace),
});
