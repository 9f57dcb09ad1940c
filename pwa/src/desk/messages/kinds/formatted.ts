import { linksIn } from './links.ts';

/** A piece of a formatted text. */
export type Piece =
  | string
  | { kind: 'bold' | 'italic' | 'struck'; pieces: Piece[] }
  | { kind: 'code'; text: string }
  | { kind: 'link'; text: string; href: string };
/** Lines of a text: plain ones, a quote, or an entry of a list with its marker. */
export type Block =
  | { kind: 'lines'; pieces: Piece[] }
  | { kind: 'quote'; pieces: Piece[] }
  | { kind: 'entry'; marker: string; pieces: Piece[] };

const KINDS = { '*': 'bold', _: 'italic', '~': 'struck' } as const;
type Mark = keyof typeof KINDS;
const isMark = (one: string | undefined): one is Mark => one !== undefined && Object.hasOwn(KINDS, one);

/** Whether the text of a channel is formatted by marks. */
export const isFormatted = (channel: string | undefined): boolean => channel === 'whatsapp' || channel === 'simulator';

/** A text as WhatsApp shows it, by its marks: `*bold*`, `_italic_`, `~struck~`, code, quotes and lists. */
export const formatted = (text: string): Block[] => {
  const atoms = atomsOf(text);
  const blocks: Block[] = [];
  let lines: Range | null = null;
  const end = () => {
    if (lines) blocks.push({ kind: 'lines', pieces: piecesOf(text, lines, atoms) });
    lines = null;
  };
  for (const { from, to } of linesOf(text, atoms)) {
    const [, quote, entry] = LINE.exec(text.slice(from, to)) ?? [];
    const begin = quote ?? entry;
    if (begin === undefined) lines = { from: (lines as Range | null)?.from ?? from, to };
    else {
      end();
      const pieces = piecesOf(text, { from: from + begin.length, to }, atoms);
      blocks.push(entry === undefined ? { kind: 'quote', pieces } : { kind: 'entry', marker: markerOf(entry), pieces });
    }
  }
  end();
  return blocks;
};

/** The words of a formatted text without its marks, for a line in a list. */
export const withoutMarks = (text: string): string =>
  formatted(text)
    .map((block) => (block.kind === 'entry' ? `${block.marker} ` : '') + wordsIn(block.pieces))
    .join('\n');

const wordsIn = (pieces: readonly Piece[]): string =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : 'pieces' in piece ? wordsIn(piece.pieces) : piece.text)).join('');

type Range = { from: number; to: number };
/** A part of a text that has no marks inside: code or an address. */
type Atom = Range & { piece: Piece };

const LINE = /^(?:(> )|([*-] |\d{1,3}\. ))(?=\S)/;
const markerOf = (entry: string): string => (/^\d/.test(entry) ? entry.trim() : '•');

/** The code in a text: between three backticks, or in one line between two. Found by looking ahead once, however many are open. */
const codeIn = (text: string): Atom[] => {
  const found: Atom[] = [];
  let [noBlock, noInline] = [false, -1];
  for (let at = text.indexOf('`'); at !== -1; at = text.indexOf('`', at)) {
    const isBlock = text.startsWith('```', at);
    const mark = isBlock ? '```' : '`';
    const from = at + mark.length;
    const to = (isBlock ? noBlock : noInline > at) ? -1 : text.indexOf(mark, from);
    const code = to === -1 ? '' : text.slice(from, to);
    if (code.trim() === '' || (!isBlock && code.includes('\n'))) {
      if (to === -1 && isBlock) noBlock = true;
      if (to === -1 && !isBlock) noInline = text.length;
      at = from;
      continue;
    }
    found.push({ from: at, to: to + mark.length, piece: { kind: 'code', text: code } });
    at = to + mark.length;
  }
  return found;
};

const atomsOf = (text: string): Atom[] => {
  const code = codeIn(text);
  let after = 0;
  const links = linksIn(text).flatMap(({ from, to, href }): Atom[] => {
    while (code[after] && code[after]!.to <= from) after += 1;
    const next = code[after];
    return next && next.from < to ? [] : [{ from, to, piece: { kind: 'link', text: text.slice(from, to), href } }];
  });
  return [...code, ...links].sort((a, b) => a.from - b.from);
};

/** The lines of a text; code may have several. */
const linesOf = (text: string, atoms: readonly Atom[]): Range[] => {
  const lines: Range[] = [];
  let from = 0;
  let next = 0;
  for (let at = 0; at <= text.length; at += 1) {
    while (atoms[next] && atoms[next]!.to <= at) next += 1;
    const isInside = atoms[next] !== undefined && atoms[next]!.from < at;
    if (at < text.length && (text[at] !== '\n' || isInside)) continue;
    lines.push({ from, to: at });
    from = at + 1;
  }
  return lines;
};

const piecesOf = (text: string, { from, to }: Range, atoms: readonly Atom[]): Piece[] => {
  const pieces: Piece[] = [];
  /** Up to where there is no closing mark of a kind. */
  const unclosed: Partial<Record<Mark, number>> = {};
  let next = atoms.findIndex((atom) => atom.from >= from);
  let plain = from;
  let at = from;
  const take = (piece: Piece, end: number) => {
    if (at > plain) pieces.push(text.slice(plain, at));
    pieces.push(piece);
    at = end;
    plain = end;
  };
  while (at < to) {
    while (next !== -1 && atoms[next] && atoms[next]!.from < at) next += 1;
    const atom = next === -1 ? undefined : atoms[next];
    const mark = text[at];
    if (atom?.from === at && atom.to <= to) take(atom.piece, atom.to);
    else if (isMark(mark) && opens(text, at, from) && (unclosed[mark] ?? 0) <= at) {
      const close = closeOf(text, mark, at, to, atoms, next);
      if (close.isFound) take({ kind: KINDS[mark], pieces: piecesOf(text, { from: at + 1, to: close.at }, atoms) }, close.at + 1);
      else {
        unclosed[mark] = close.at;
        at += 1;
      }
    } else at += 1;
  }
  if (to > plain) pieces.push(text.slice(plain, to));
  return pieces;
};

const isWord = (one: string | undefined): boolean => one !== undefined && /[\p{L}\p{N}]/u.test(one);
const isBlank = (one: string | undefined): boolean => one === undefined || /\s/.test(one);

const opens = (text: string, at: number, from: number): boolean =>
  (at === from || !isWord(text[at - 1])) && !isBlank(text[at + 1]) && text[at + 1] !== text[at];

/** Where a mark that opens at `at` closes in its line; else where that line, or the text, ends. */
const closeOf = (text: string, mark: Mark, at: number, to: number, atoms: readonly Atom[], first: number) => {
  let next = first;
  for (let end = at + 1; end < to; end += 1) {
    while (next !== -1 && atoms[next] && atoms[next]!.to <= end) next += 1;
    const atom = next === -1 ? undefined : atoms[next];
    if (atom && atom.from <= end) {
      end = atom.to - 1;
      continue;
    }
    if (text[end] === '\n') return { isFound: false, at: end };
    if (end > at + 1 && text[end] === mark && !isBlank(text[end - 1]) && !isWord(text[end + 1]))
      return { isFound: true, at: end };
  }
  return { isFound: false, at: to };
};
