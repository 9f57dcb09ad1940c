/** How a country's people write its numbers. */
type Plan = {
  /** The country's code. */
  code: string;
  /** A number within the country, without what is dialled before it. */
  national: RegExp;
  /** The prefix that is dialled before such a number and is no part of it. */
  trunk?: RegExp;
  /** Converts a number within the country to its form with the country's code, where that is not the number itself. */
  abroad?: (national: string) => string;
};

/** Area codes of Brazil. */
const AREAS = '(?:1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9])';
/** Two digits that choose a carrier. */
const CARRIERS = '(?:1[24578]|2[1-9]|3[1-7]|4[1-9]|5[3-8]|6[1-5]|7[1-7]|8[1-9]|9[1-9])';
const NANP = { code: '1', national: /^[2-9]\d{2}[2-9]\d{6}$/, trunk: /^1(?=\d{10}$)/ };
/** A mobile of Argentina is dialled within the country with 15 behind its area, and from abroad with 9 before it. */
const mobileOfArgentina = (national: string): string =>
  national.length === 12 ? national.replace(/^(11|2\d{2}|3\d{2}|[23]\d{3})15(?=\d{6,8}$)/, '9$1') : national;

/**
 * The countries that a company may be of. A zero before the number is dialled within most of them; in Brazil two more digits may choose the
 * carrier. None of it reaches anybody from abroad, nor on WhatsApp.
 */
export const countries = {
  BR: {
    code: '55',
    national: new RegExp(`^(?:${AREAS}(?:9\\d{8}|[2-9]\\d{7})|[358]00\\d{7})$`),
    trunk: new RegExp(`^0(?:${CARRIERS}(?=${AREAS}\\d{8,9}$))?`),
  },
  AR: { code: '54', national: /^(?:9?[1-9]\d{9}|[1-3]\d{1,3}15\d{6,8})$/, trunk: /^0/, abroad: mobileOfArgentina },
  BO: { code: '591', national: /^[2-8]\d{7}$/, trunk: /^0/ },
  CL: { code: '56', national: /^[2-9]\d{8}$/, trunk: /^0/ },
  CO: { code: '57', national: /^(?:3\d{9}|60\d{8})$/, trunk: /^0/ },
  CR: { code: '506', national: /^[2-8]\d{7}$/ },
  DO: NANP,
  EC: { code: '593', national: /^(?:9\d{8}|[2-7]\d{7})$/, trunk: /^0/ },
  SV: { code: '503', national: /^[267]\d{7}$/ },
  GT: { code: '502', national: /^[2-7]\d{7}$/ },
  HN: { code: '504', national: /^[2-9]\d{7}$/ },
  MX: { code: '52', national: /^1?[2-9]\d{9}$/, trunk: /^(?:01|044|045)/ },
  NI: { code: '505', national: /^[2578]\d{7}$/ },
  PA: { code: '507', national: /^(?:6\d{7}|[2-9]\d{6})$/ },
  PY: { code: '595', national: /^(?:9\d{8}|[2-8]\d{7,8})$/, trunk: /^0/ },
  PE: { code: '51', national: /^(?:9\d{8}|[1-8]\d{7})$/, trunk: /^0/ },
  PR: NANP,
  UY: { code: '598', national: /^[249]\d{7}$/, trunk: /^0/ },
  VE: { code: '58', national: /^[24]\d{9}$/, trunk: /^0/ },
  US: NANP,
  CA: NANP,
  PT: { code: '351', national: /^[2-9]\d{8}$/ },
  AO: { code: '244', national: /^[29]\d{8}$/ },
  MZ: { code: '258', national: /^(?:8\d{8}|2\d{7})$/ },
  CV: { code: '238', national: /^[2-9]\d{6}$/ },
  ES: { code: '34', national: /^[6-9]\d{8}$/ },
  FR: { code: '33', national: /^[1-9]\d{8}$/, trunk: /^0/ },
  DE: { code: '49', national: /^[1-9]\d{6,11}$/, trunk: /^0/ },
  GB: { code: '44', national: /^[1-9]\d{8,9}$/, trunk: /^0/ },
  IT: { code: '39', national: /^(?:3\d{8,9}|0\d{7,10})$/ },
} as const satisfies Record<string, Plan>;
export type Country = keyof typeof countries;
export const countryCodes = Object.keys(countries) as [Country, ...Country[]];

/** A company's country, by its setting. */
export const countryOf = (setting: string | undefined): Country => countryCodes.find((code) => code === setting) ?? 'BR';

export const planOf = (country: Country): Plan => countries[country];
/** The plan of a number that begins with its country's code; null if that country is not known here. No code begins with another. */
export const planIn = (digits: string): Plan | null =>
  (Object.values(countries) as Plan[]).find(({ code }) => digits.startsWith(code)) ?? null;
