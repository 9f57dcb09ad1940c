import { filled } from './filled.ts';
import type { Language } from './languages.ts';
import type { Bundle, Texts } from './texts.ts';

/** The values for `{{name}}` in a text; `count` also chooses among its forms. */
export type Values = Record<string, unknown> & { count?: number };

/** A text's key without the ending of its plural form. */
type Plain<Key extends string> = Key extends `${infer Begin}_${'zero' | 'one' | 'other'}` ? Begin : Key;
type KeysOf<Words> = {
  [Key in keyof Words & string]: Words[Key] extends string ? Plain<Key> : `${Key}.${KeysOf<Words[Key]>}`;
}[keyof Words & string];
/** The key of a text; of one in a group `group.key`. */
export type TextKey<Name extends keyof Texts> = KeysOf<Texts[Name]>;
/** Gives a text of a namespace, with its values filled in; without values its placeholders stay. */
export type TextsOf<Name extends keyof Texts> = (key: TextKey<Name>, values?: Values) => string;

/** Each missing text is shown in this language. */
const FALLBACK: Language = 'pt';

type Namespace = { given: Bundle; byKey: Map<string, string> };
const known = new Map<Language, Map<string, Namespace>>();
const listeners = new Set<() => void>();
const plurals = new Map<Language, Intl.PluralRules>();
let spoken: Language = FALLBACK;

/** The language of the screen. */
export const currentLanguage = (): Language => spoken;

/** Changes the language of the screen; its texts must be there. */
export const setLanguage = (language: Language): void => {
  if (language === spoken) return;
  spoken = language;
  for (const changed of [...listeners]) changed();
};

/** Calls `changed` after each change of the language. Returns a function that ends it. */
export const onLanguage = (changed: () => void): (() => void) => {
  listeners.add(changed);
  return () => void listeners.delete(changed);
};

/** Adds texts to a namespace of a language. */
export const addTexts = (language: Language, namespace: string, bundle: Bundle): void => {
  const all = known.get(language) ?? new Map<string, Namespace>();
  known.set(language, all);
  const { given, byKey } = all.get(namespace) ?? { given: {}, byKey: new Map<string, string>() };
  const add = (words: Record<string, unknown>, group: string): void => {
    for (const [key, text] of Object.entries(words))
      if (typeof text === 'string') byKey.set(group + key, text);
      else add(text as Record<string, unknown>, `${group}${key}.`);
  };
  add(bundle, '');
  all.set(namespace, { given: { ...given, ...bundle }, byKey });
};

/** The texts of a namespace as they were added, without those of the fallback; undefined if there are none. */
export const givenTexts = (language: Language, namespace: string): Bundle | undefined =>
  known.get(language)?.get(namespace)?.given;

const formOf = (language: Language, count: number): Intl.LDMLPluralRule => {
  const rules = plurals.get(language) ?? new Intl.PluralRules(language);
  plurals.set(language, rules);
  return rules.select(count);
};

const lookUp = (language: Language, namespace: string, key: string, count: number | undefined): string | undefined => {
  const texts = known.get(language)?.get(namespace)?.byKey;
  if (!texts) return undefined;
  if (count === undefined) return texts.get(key);
  const zero = count === 0 ? texts.get(`${key}_zero`) : undefined;
  return zero ?? texts.get(`${key}_${formOf(language, count)}`) ?? texts.get(`${key}_other`) ?? texts.get(key);
};

/** A text in a language, else in the fallback; undefined if neither has it. */
const find = (language: Language, namespace: string, key: string, values?: Values): string | undefined => {
  const own = lookUp(language, namespace, key, values?.count);
  const text = own ?? (language === FALLBACK ? undefined : lookUp(FALLBACK, namespace, key, values?.count));
  return text === undefined || !values ? text : filled(text, values);
};

/** A text of the screen's language whose key may be unknown; then undefined. */
export const findText = (namespace: string, key: string, values?: Values): string | undefined =>
  find(spoken, namespace, key, values);

/** A text of the screen's language. A missing one is its key. */
export const textOf = <Name extends keyof Texts>(namespace: Name, key: TextKey<Name>, values?: Values): string =>
  findText(namespace, key, values) ?? key;

const made = new Map<string, unknown>();
/** The texts of a namespace in a language: the same function each time. */
export const textsIn = <Name extends keyof Texts>(language: Language, namespace: Name): TextsOf<Name> => {
  const name = `${language} ${namespace}`;
  const before = made.get(name) as TextsOf<Name> | undefined;
  if (before) return before;
  const texts: TextsOf<Name> = (key, values) => find(language, namespace, key, values) ?? key;
  made.set(name, texts);
  return texts;
};
