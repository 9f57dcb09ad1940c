import i18next from 'i18next';
import { useTranslation } from 'react-i18next';

export type Words = (key: string, values?: Record<string, unknown>) => string;

/** The words of a record's own folder, else those that all records share. */
export const useWords = (folder: string): Words => {
  useTranslation(); // others with the language
  return (key, values = {}) =>
    i18next.t([`${folder}:${key}`, `records:${key}`] as never, { ...values, defaultValue: key } as never) as unknown as string;
};
