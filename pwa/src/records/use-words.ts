import i18next from 'i18next';
import { useTranslation } from 'react-i18next';

export type Words = (key: string, values?: Record<string, unknown>) => string;

/** The texts of a record's own folder, with those shared by all records as the fallback. */
export const useWords = (folder: string): Words => {
  useTranslation(); // re-renders when the language changes
  return (key, values = {}) =>
    i18next.t([`${folder}:${key}`, `records:${key}`] as never, { ...values, defaultValue: key } as never) as unknown as string;
};
