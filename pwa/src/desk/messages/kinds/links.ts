/** An address in a text: its range, and where it leads. */
export type Link = { from: number; to: number; href: string };

/** An address contains no white space, quotation marks, invisible characters, or punctuation of scripts that have their own. */
const ADDRESS =
  /(https?:\/\/|www\.)[^\s<>"`\u00ab\u00bb\u2018-\u201f\u2026\u2039\u203a\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\u3001\u3002\u3008-\u3011\uff01\uff08\uff09\uff0c\uff1a\uff1b\uff1f]+/gi;
const SCHEME = /^(?:https?:\/\/|www\.)/i;
const PAIRS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
/** WhatsApp's marks, which may stand around an address as well as in it. */
const MARKS = '*_~';

/** The addresses in a text. */
export const linksIn = (text: string): Link[] =>
  Array.from(text.matchAll(ADDRESS)).flatMap(({ 0: found, 1: scheme, index }) => {
    if (/^www/i.test(scheme!) && /[\p{L}\p{N}.]$/u.test(text.slice(Math.max(0, index - 2), index))) return [];
    const address = found.slice(0, endOf(found, marksBefore(text, index)));
    if (!SCHEME.test(address) || address.replace(SCHEME, '') === '') return [];
    return [{ from: index, to: index + address.length, href: /^http/i.test(address) ? address : `https://${address}` }];
  });

const marksBefore = (text: string, index: number): string => {
  let from = index;
  while (from > 0 && MARKS.includes(text[from - 1]!)) from -= 1;
  return text.slice(from, index);
};

/**
 * The end of an address without the punctuation behind it. A closing bracket belongs to it if it was opened inside, and so does a mark, unless
 * the same one stands before the address.
 */
const endOf = (found: string, before: string): number => {
  const times = new Map<string, number>();
  for (const one of found) if (MARKS.includes(one) || '()[]{}'.includes(one)) times.set(one, (times.get(one) ?? 0) + 1);
  const count = (one: string) => times.get(one) ?? 0;
  for (let end = found.length; end > 0; end -= 1) {
    const last = found[end - 1]!;
    const opener = PAIRS[last];
    const isInside = opener !== undefined ? count(last) <= count(opener) : count(last) % 2 === 0 && !before.includes(last);
    if (opener === undefined && !MARKS.includes(last) ? !/[.,;:!?']/.test(last) : isInside) return end;
    times.set(last, count(last) - 1);
  }
  return 0;
};

/** Splits a text into words and addresses; addresses become links. */
export const linked = (text: string): { text: string; href: string | null }[] => {
  const parts: { text: string; href: string | null }[] = [];
  let from = 0;
  for (const link of linksIn(text)) {
    if (link.from > from) parts.push({ text: text.slice(from, link.from), href: null });
    parts.push({ text: text.slice(link.from, link.to), href: link.href });
    from = link.to;
  }
  if (from < text.length) parts.push({ text: text.slice(from), href: null });
  return parts;
};
