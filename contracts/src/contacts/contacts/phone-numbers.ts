import { plainDigits } from '../../kernel/texts/digits.ts';
import { withoutUnseen } from '../../kernel/texts/visible.ts';
import { type Country, countryCodes, planIn, planOf } from './countries.ts';

/** Digits of a number with its country, the longest by E.164. */
const DIGITS = { min: 8, max: 15 } as const;
/** A number as people write it. A plus stands before it. */
const WRITTEN = /^[(\s]*\+?[\d\s().\-\u2010-\u2015\u2212/]+$/;
/** A spreadsheet's way to write a long number: its last digits are lost. */
const ROUNDED = /^[+-]?\d+(?:[.,]\d+)?e\+?\d+$/i;
/** A whole number as some spreadsheets write it. */
const WHOLE = /^(\+?\d{10,})[.,]0+$|^(\+?\d+)[.,]0{1,2}$/;
const LINK = /^(?:tel:|sms:|whatsapp:|(?:https?:\/\/)?(?:wa\.me|api\.whatsapp\.com\/send\?phone=)\/?)/i;

/** Why a text is no phone number. */
export const NumberFault = ['number-invalid', 'number-rounded', 'Too Short!', 'Too Long!'] as const;
export type NumberFault = (typeof NumberFault)[number];
export type ReadNumber = { number: string; fault?: never } | { fault: NumberFault; number?: never };

/** A cell of a spreadsheet without the marks that say that it is a text: `'0011`, `="0011"`. */
export const withoutTextMarks = (cell: string): string =>
  /^\s*="(.*)"\s*$/s.exec(cell)?.[1]?.replaceAll('""', '"') ?? cell.replace(/^\s*['\u2019](?!(?:s|t|n)\b)(?=\S)/, '');

/** The typed text without invisible characters, and without what spreadsheets and links put around a number. */
const bareOf = (typed: string): string =>
  plainDigits(withoutTextMarks(withoutUnseen(typed)).normalize('NFKC'))
    .trim()
    .replace(LINK, '')
    .replace(WHOLE, '$1$2')
    // As Brazil writes that a carrier comes between.
    .replace(/^([(\s]*0)(?:xx|\*\*)/i, '$1');

/**
 * Reads a phone number that a person or a table wrote, in a company of a country: the digits with the country's code, without what is dialled
 * before them. The one rule for forms, calls, imports and searches; only a channel can tell whether somebody is there.
 */
export const readNumber = (typed: string, country: Country): ReadNumber => {
  const bare = bareOf(typed);
  if (ROUNDED.test(bare)) return { fault: 'number-rounded' };
  const { digits, isWhole } = digitsOf(bare);
  if (!WRITTEN.test(bare) || digits === '') return { fault: 'number-invalid' };
  const number = isWhole ? withoutTrunk(digits) : (nationalIn(digits, country) ?? withoutTrunk(digits));
  if (number.length < DIGITS.min) return { fault: 'Too Short!' };
  if (number.length > DIGITS.max || isTooLong(number)) return { fault: 'Too Long!' };
  return number.startsWith('0') ? { fault: 'number-invalid' } : { number };
};

/** The digits, and whether they begin with a country's code: behind a plus, or behind 00. A zero in brackets is for callers within. */
const digitsOf = (bare: string): { digits: string; isWhole: boolean } => {
  const isPlus = /^[(\s]*\+/.test(bare);
  const digits = bare.replace(/(\d[\s)]*)\(0\)/, '$1').replace(/\D/g, '');
  return { digits: digits.replace(/^00+/, ''), isWhole: isPlus || /^00/.test(digits) };
};

/** The number of one within the country, with its code; null if it is none. */
const nationalIn = (digits: string, country: Country): string | null => {
  const plan = planOf(country);
  const within = plan.trunk && !plan.national.test(digits) ? digits.replace(plan.trunk, '') : digits;
  return plan.national.test(within) ? plan.code + (plan.abroad?.(within) ?? within) : null;
};

/** A number with its country's code, without the zero that some leave behind it. */
const withoutTrunk = (digits: string): string => {
  const whole = digits.replace(/^0+(?=[1-9])/, '');
  const plan = planIn(whole);
  if (!plan) return whole;
  const rest = whole.slice(plan.code.length);
  if (plan.national.test(rest)) return plan.code + (plan.abroad?.(rest) ?? rest);
  const within = plan.trunk ? rest.replace(plan.trunk, '') : rest;
  return plan.national.test(within) ? plan.code + (plan.abroad?.(within) ?? within) : whole;
};

/** Whether a written number tells its country: behind a plus or 00, or by the code of a country whose numbers are known here. */
export const tellsCountry = (typed: string): boolean => {
  const { digits, isWhole } = digitsOf(bareOf(typed));
  const plan = planIn(digits);
  return isWhole || (plan?.national.test(digits.slice(plan.code.length)) ?? false);
};

/** Whether it has more digits than any number of its country: an extension, or two numbers. */
const isTooLong = (number: string): boolean => {
  const plan = planIn(number);
  if (!plan) return false;
  const rest = number.slice(plan.code.length);
  return !plan.national.test(rest) && Array.from(rest, (_, at) => rest.slice(0, at)).some((part) => plan.national.test(part));
};

/** Two spellings of the same mobile. `named`: the one by which its person is known here; Mexico's and Argentina's is the one of WhatsApp. */
const ALIASES: readonly { short: RegExp; long: RegExp; toLong: string; toShort: string; named: 'short' | 'long' }[] = [
  // Brazil's ninth digit.
  { short: /^(55\d\d)([6-9]\d{7})$/, long: /^(55\d\d)9([6-9]\d{7})$/, toLong: '$19$2', toShort: '$1$2', named: 'short' },
  // Mexico's 1 and Argentina's 9 between the country and the area.
  { short: /^(52)([2-9]\d{9})$/, long: /^(52)1([2-9]\d{9})$/, toLong: '$11$2', toShort: '$1$2', named: 'long' },
  { short: /^(54)([1-8]\d{9})$/, long: /^(54)9([1-8]\d{9})$/, toLong: '$19$2', toShort: '$1$2', named: 'long' },
];

/** A number in the shorter and in the longer of its two spellings; the same twice for one that has a single one. */
export const spellingsOf = (number: string): { short: string; long: string } => {
  const alias = aliasOf(number);
  if (!alias) return { short: number, long: number };
  return { short: number.replace(alias.long, alias.toShort), long: number.replace(alias.short, alias.toLong) };
};

/** The digits by which the person of a number is known, whichever of its spellings it is (decision 2). */
export const canonicalNumber = (number: string): string => {
  const named = aliasOf(number)?.named;
  return named ? spellingsOf(number)[named] : number;
};

const aliasOf = (number: string) => ALIASES.find(({ short, long }) => short.test(number) || long.test(number));

/** The digits of a number that is being typed, as it may be part of one that is kept; null if it is no number. */
const partOf = (bare: string): string | null => (WRITTEN.test(bare) ? withoutTrunk(digitsOf(bare).digits) : null);

/** Fewer digits would match nearly every number. */
const SOUGHT = 3;

/**
 * The search terms for a typed number, or a part of one: its digits, and the whole number where a country's way of writing it has
 * other digits in between. Empty if it is no number.
 */
export const soughtNumbers = (typed: string): string[] => {
  const part = partOf(bareOf(typed))?.replace(/^0+/, '') ?? '';
  if (part.length < SOUGHT) return [];
  const whole = countryCodes.flatMap((country) => readNumber(typed, country).number ?? []);
  return [part, ...new Set(whole.filter((number) => !number.includes(part)))];
};
