import { fold, menuKeys, menuWays } from '@prosa/contracts';
import { numberedIn } from './numbered-answer.ts';

const OPTION = 'opcao|op|opc|alternativa|item|numero|num|no|n|option|number|opcion|letra|digito';
const LEADS = [
  `(?:(?:a|o|la|el|the) )?(?:${OPTION})(?: (?:no|n|numero|number))?`,
  `(?:eu )?(?:quero|queria|escolho|prefiro|pode ser|seria|quiero|elijo|i want|i choose)(?: (?:a|o|la|el|the))? (?:${OPTION})(?: (?:no|n|numero|number))?`,
  '(?:eu )?(?:quero|queria|escolho|prefiro|pode ser|seria|quiero|elijo|i want|i choose) (?:a|la|option)',
  '(?:digito|escolho|elijo|i choose)',
  'a|o|la|el',
].join('|');

/** Reads a customer's words as the answer to a menu of these titles: the number of a choice, from 1; a key; or null. */
export const menuAnswerIn = (
  said: string,
  titles: readonly string[],
): number | (typeof menuKeys)[keyof typeof menuKeys] | null => {
  const choices = titles.map((title, at) => ({ number: at + 1, titles: title ? [title] : [] }));
  const number = numberedIn(said, { choices, leads: LEADS });
  if (number !== null) return number;
  if (START.test(fold(said))) return menuKeys.start;
  return numberedIn(said, { choices: [{ number: Number(menuKeys.up), titles: [menuWays.up] }], leads: LEADS }) === null
    ? null
    : menuKeys.up;
};

/** `#` alone, its line as it was shown, or that line's word. */
const MARKS = '[\\s.,;!"\'()\\[\\]*_`:-]*';
const START = new RegExp(
  `^${MARKS}(?:${menuKeys.start}${MARKS}(?:${fold(menuWays.start)})?|${fold(menuWays.start)})${MARKS}$`,
  'u',
);
