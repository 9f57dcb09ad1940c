/** From here on spreadsheets keep 15 of a number's digits: its last ones are lost. */
const ROUNDED_FROM = 1e15;
const DAY_MS = 86_400_000;
/** The day before day 1. Spreadsheets think that 1900 was a leap year, so before March 1900 it is one day later. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
const LEAP_DAY = 60;
/** 31 December 9999, the last day that spreadsheets know. */
const LAST_DAY = 2_958_465;

/** A number as a person writes it: a long whole number with all its digits, one that was rounded in scientific notation. */
export const numberText = (value: number): string =>
  Math.abs(value) < ROUNDED_FROM ? String(Math.abs(value) < 1e-6 ? 0 : value) : value.toExponential();

/** A day number as ISO date, with the time of day if it has one; a time alone has no date. A number that is no day stays one. */
export const dateText = (value: number, since1904: boolean): string => {
  if (!(value >= 0 && value < LAST_DAY + 1)) return numberText(value);
  const early = !since1904 && value < LEAP_DAY ? DAY_MS : 0;
  const at = new Date((since1904 ? EPOCH_1904 : EPOCH_1900) + early + Math.round(value * 86_400) * 1_000).toISOString();
  const [date, time] = [at.slice(0, 10), at.slice(11, 16)];
  if (value < 1) return time;
  return Number.isInteger(value) ? date : `${date} ${time}`;
};

/** Formats of dates and times that have a number only. */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Quoted words, single escaped characters, the width or filling by a character, and colours and conditions in brackets. */
const NO_FIELDS = /"[^"]*"|\\.|[_*].|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi;

/** Whether numbers of this format are shown as dates or times. `code` is the format's own text, if the file has one. */
export const isDateFormat = (id: number, code: string | undefined): boolean => {
  if (code === undefined) return isBuiltInDate(id);
  if (/^(general|standard|geral|estándar)$/i.test(code)) return false;
  // The first part is that of positive numbers.
  return /[dmyhs]/i.test(code.replaceAll(NO_FIELDS, '').split(';', 1)[0]!);
};
