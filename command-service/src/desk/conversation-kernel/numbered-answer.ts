import { fold, plainDigits } from '@prosa/contracts';

/** A number that an answer may mean, with the words that were shown next to it, such as the title of an option. */
export type Numbered = { number: number; titles: readonly string[] };
type Reading = {
  choices: readonly Numbered[];
  /** Words before the number, between it and its title, and after it, that leave it what it is; each a regular expression. */
  leads?: string;
  units?: string;
  tails?: string;
  /** The number may be said out of this one: "3/3", "3 de 3"; and by as many stars. */
  outOf?: number;
};

const WORDS: readonly string[] = [
  'zero|cero',
  'uma?|uno|una|one',
  'dois|duas|dos|two',
  'tres|three',
  'quatro|cuatro|four',
  'cinco|five',
  'seis|six',
  'sete|siete|seven',
  'oito|ocho|eight',
  'nove|nueve|nine',
  'dez|diez|ten',
];
const STARS = /[\u2b50\u{1f31f}\u2605\u272d\u2b51\u269d]/u;
const EMPTY_STARS = /[\u2606\u2729]/gu;
/** Emoji by which people are kind, and never name a thing of which there could be so many. */
const KIND =
  /[\u{1f600}-\u{1f64f}\u{1f910}-\u{1f917}\u{1f920}-\u{1f930}\u{1f970}-\u{1f97a}\u{1f44c}-\u{1f44f}\u{1f91d}\u{1f389}\u{1f38a}\u2764\u2665\u263a\u{1f493}-\u{1f49f}\u{1f90d}\u{1f90e}\u{1f9e1}]|\p{Emoji_Modifier}/gu;
/** Marks around or after a number that say nothing: quotes, brackets, full stops, WhatsApp's bold, italic and code. */
const QUIET = /[.,;!"'()[\]{}*_`:\u2026\u00bf\u00a1\u3002\u3001\u2022\u00b7-]/;
const POLITE = [
  'oi|ola|oie|opa|hi|hello|hola|bom dia|boa tarde|boa noite|buen(?:os)? dias?|buenas(?: tardes| noches)?|good (?:morning|afternoon|evening)',
  'por favor|por gentileza|pfv|pf|pfvr|please|pls|plz',
  '(?:muito |muitissimo )?obrigad[oa]|obg|obgd|vlw|valeu|grat[oa]|(?:muchas )?gracias|thanks|thank you|thx|ty|ok|okay|abracos?',
  'pel[oa] (?:atendimento|ajuda|atencao|servico)|por (?:la|su) (?:ayuda|atencion)|for (?:your|the) (?:help|service)',
].join('|');

/**
 * Returns the number that a person reads in an answer to a question with numbered answers; null: it is none, or not clearly one. Read are the
 * number alone in any spelling (`2`, `02`, `2º`, `(2)`, `*2*`, `dois`, `2️⃣`), perhaps with words that leave it what it is, and the line that
 * was shown, whole (`2 - Segunda via`) or its title alone. Whatever else stands beside a number makes it another one: a thing counted, a
 * second number, a question.
 */
export const numberedIn = (text: string, reading: Reading): number | null => {
  const said = spoken(text);
  const known = (number: number): boolean => reading.choices.some((one) => one.number === number);
  if (/^\d{1,3}$/.test(said) && known(Number(said))) return Number(said);
  const shown = reading.choices.filter((choice) => isShown(choice, said, reading));
  if (shown.length > 0) return shown.length === 1 ? shown[0]!.number : null;
  const stars = reading.outOf === undefined ? undefined : starsIn(said, reading.outOf);
  if (stars === null) return null;
  const words = quietly(stars ? said.replace(new RegExp(STARS, 'gu'), ' ') : said);
  if (words === null) return null;
  const number = named(words, reading);
  if (stars === undefined) return number;
  // One star beside a number stands for the word.
  if (number !== null) return stars === 1 || stars === number ? number : null;
  return words === '' ? stars : (named(`${stars} ${words}`, reading) ?? named(`${words} ${stars}`, reading));
};

/** Folded, with plain digits and ordinals; struck words are taken back by whoever struck them. */
const spoken = (text: string): string =>
  plainDigits(fold(text.replace(/(?<!\p{L})n\.?[\u00ba\u00b0]|\u2116/giu, 'numero ')))
    .replace(/[\u2776-\u277e]/g, (digit) => String(digit.charCodeAt(0) - 0x2775))
    .replace(/(?<![\p{L}\d])(\d{1,3})(?:[\u00b0oa]|\u02da|st|nd|rd|th)(?![\p{L}\d])/gu, '$1')
    .replace(/^> (?=\S)/, '');

const wordsOf = (said: string): string => (said.match(/[\p{L}\d]+/gu) ?? []).join(' ');
/** Whether it is a title as it was shown, alone or behind its number. */
const isShown = ({ number, titles }: Numbered, said: string, reading: Reading): boolean =>
  titles.some((title) => {
    const whole = spoken(title);
    const words = wordsOf(whole);
    if (words === '') return whole === said && whole !== '';
    const line = new RegExp(`^(?:${leadOf(reading)}0{0,2}${number} )?${words}${tailOf(reading)}$`, 'u');
    return whole === said || line.test(wordsOf(said));
  });

const leadOf = ({ leads }: Reading): string => `(?:(?:${POLITE}) )*(?:(?:${leads ?? '(?!)'}) )?`;
const tailOf = ({ tails }: Reading): string => `(?: (?:${tails ? `${POLITE}|${tails}` : POLITE}))*`;

/** How many stars are given; undefined: there are none; null: no mark of this scale. Empty ones show the scale's length. */
const starsIn = (said: string, outOf: number): number | null | undefined => {
  const full = said.match(new RegExp(STARS, 'gu'))?.length ?? 0;
  const empty = said.match(EMPTY_STARS)?.length ?? 0;
  if (full === 0) return empty > 0 ? null : undefined;
  return full > outOf || (empty > 0 && full + empty !== outOf) ? null : full;
};

/** The words and numbers without the marks that say nothing; null: a mark is there that says something. */
const quietly = (said: string): string | null => {
  const kind = said.replace(KIND, ' ').replace(EMPTY_STARS, ' ');
  // As the first characters these are a face, a sign or a decimal part.
  if (/^\s*[.,:;-]\d/.test(kind)) return null;
  // Names of things: A2, X3.
  if (/(?<!\p{L})[^\P{L}n]\d/u.test(kind)) return null;
  const tokens = kind.match(/\d+(?:[.,]0{1,2}(?!\d))?|\p{L}+|#(?=\d)|\/|\S/gu) ?? [];
  const words: string[] = [];
  for (const token of tokens) {
    if (/^\d/.test(token)) words.push(token.replace(/[.,]0+$/, ''));
    else if (/^\p{L}|^[#/]$/u.test(token)) words.push(token);
    else if (!QUIET.test(token)) return null;
  }
  return words.join(' ');
};

/** The number that these words name, if they name one and say nothing besides. */
const named = (words: string, reading: Reading): number | null => {
  const { choices, units, outOf } = reading;
  const unit = units ? `(?: (?:${units}))?` : '';
  const scale = outOf === undefined ? '' : `(?: (?:/|de|out of) ${outOf})?`;
  const read = choices.filter(({ number }) => {
    const spelt = WORDS[number] ? `|${WORDS[number]}` : '';
    return new RegExp(`^${leadOf(reading)}(?:# )?(?:0{0,2}${number}${spelt})${scale}${unit}${tailOf(reading)}$`, 'u').test(words);
  });
  return read.length === 1 ? read[0]!.number : null;
};
