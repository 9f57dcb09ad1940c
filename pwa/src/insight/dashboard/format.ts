import { currentLanguage } from '../../kernel/i18n/i18n.ts';
import { locales } from '../../kernel/i18n/languages.ts';

/** Minutes as the specification writes them: '01h 15m'. */
export const clock = (minutes: number): string => {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}h ${two(minutes % 60)}m`;
};

/** A number with at most two decimals, in the language's format. */
export const decimal = (value: number): string =>
  new Intl.NumberFormat(locales[currentLanguage()], { maximumFractionDigits: 2 }).format(value);
