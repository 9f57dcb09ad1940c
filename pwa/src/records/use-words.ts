import { findText } from '../kernel/i18n/dictionary.ts';
import { useLanguage } from '../kernel/i18n/use-texts.ts';

export type Words = (key: string, values?: Record<string, unknown>) => string;

/** The texts of a record's own folder, with those shared by all records as the fallback. */
export const useWords = (folder: string): Words => {
  useLanguage(); // re-renders when the language changes
  return (key, values = {}) => findText(folder, key, values) ?? findText('records', key, values) ?? key;
};

/** A text, if there is one under this key; otherwise null. */
export const textIn = (words: Words, key: string, values?: Record<string, unknown>): string | null => {
  const text = words(key, values);
  return text === key ? null : text;
};
