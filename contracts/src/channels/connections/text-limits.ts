import type { TextLimit } from './abilities.ts';

const utf8 = new TextEncoder();

/** How long a text is in the limit's unit. */
export const lengthIn = ({ unit }: Pick<TextLimit, 'unit'>, text: string): number =>
  unit === 'bytes' ? utf8.encode(text).length : text.length;

/** The beginning of a text that fits, without half a character at its end. */
export const beginningOf = (text: string, limit: TextLimit): string => {
  let length = 0;
  let end = 0;
  for (const character of text) {
    length += lengthIn(limit, character);
    if (length > limit.max) break;
    end += character.length;
  }
  return text.slice(0, end);
};

/** Cuts a text into parts that fit, at the end of a line or a word if there is one in the second half. */
export const splitText = (text: string, limit: TextLimit): string[] => {
  const parts: string[] = [];
  let rest = text;
  while (lengthIn(limit, rest) > limit.max) {
    const most = beginningOf(rest, limit);
    const cut = [most.lastIndexOf('\n'), most.lastIndexOf(' ')].find((at) => at > most.length / 2) ?? most.length;
    parts.push(most.slice(0, cut).trimEnd());
    rest = rest.slice(cut).trimStart();
  }
  return rest === '' ? parts : [...parts, rest];
};
