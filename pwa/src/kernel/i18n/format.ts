import { currentLanguage } from './i18n.ts';
import { type Language, locales } from './languages.ts';

/** Dates are dd/MM/yyyy and times HH:mm in every language, as specified; `zone` is the company's IANA zone. All take ISO times. */
const formatters = new Map<string, Intl.DateTimeFormat>();
const formatter = (locale: string, zone: string | undefined, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = `${locale} ${zone} ${JSON.stringify(options)}`;
  const known = formatters.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, ...(zone ? { timeZone: zone } : {}) });
  formatters.set(key, known);
  return known;
};

export const formatDate = (at: string, zone?: string): string =>
  formatter('pt-BR', zone, { day: '2-digit', month: '2-digit', year: 'numeric' }).format(new Date(at));

export const formatTime = (at: string, zone?: string): string =>
  formatter('pt-BR', zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(new Date(at));

/** Formats the time of a ticket's row: today's as HH:mm, others as dd/MM/yyyy. */
export const formatRowTime = (at: string, zone?: string, now: Date = new Date()): string =>
  formatDate(at, zone) === formatDate(now.toISOString(), zone) ? formatTime(at, zone) : formatDate(at, zone);

export const formatDateTime = (at: string, zone?: string): string => `${formatDate(at, zone)} ${formatTime(at, zone)}`;

/** A count in the language's number format; "1.000+" if there may be more. */
export const formatCount = (count: number, atLeast = false): string => `${grouped(count)}${atLeast ? '+' : ''}`;

/** Marks that the languages write between groups of three digits, and from which number on: as `Intl` does, by CLDR. */
const groups: Record<Language, { mark: string; from: number }> = {
  pt: { mark: '.', from: 1_000 },
  en: { mark: ',', from: 1_000 },
  es: { mark: '.', from: 10_000 },
};

/** Whole numbers are written by hand: the browser's first format of numbers is slow to be made, and the first screen has counts. */
const grouped = (count: number): string => {
  const language = currentLanguage();
  if (!Number.isSafeInteger(count)) return numbersOf(language).format(count);
  const { mark, from } = groups[language];
  return Math.abs(count) < from ? String(count) : String(count).replace(/\B(?=(\d{3})+$)/g, mark);
};

const numbers = new Map<Language, Intl.NumberFormat>();
const numbersOf = (language: Language): Intl.NumberFormat => {
  const known = numbers.get(language) ?? new Intl.NumberFormat(locales[language]);
  numbers.set(language, known);
  return known;
};

/** An amount in BRL, as the language writes it. */
export const formatMoney = (amount: number): string =>
  new Intl.NumberFormat(locales[currentLanguage()], { style: 'currency', currency: 'BRL' }).format(amount);
