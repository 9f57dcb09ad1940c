import { currentLanguage } from './i18n.ts';
import { locales } from './languages.ts';

const UNITS = ['byte', 'kilobyte', 'megabyte'] as const;

/** A size as people read it: "1,2 MB". */
export const formatBytes = (bytes: number): string => {
  const power = bytes < 1_024 ? 0 : bytes < 1_024 ** 2 ? 1 : 2;
  const style = { style: 'unit', unit: UNITS[power]!, unitDisplay: 'short', maximumFractionDigits: power === 2 ? 1 : 0 } as const;
  return new Intl.NumberFormat(locales[currentLanguage()], style).format(bytes / 1_024 ** power);
};
