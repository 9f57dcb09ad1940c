import { expect, test } from '@jest/globals';
import { type Block, formatted, type Piece, withoutMarks } from './formatted.ts';

/** The blocks in a short notation: B bold, I italic, S struck, C code, L link; a quote with a bar, an entry with its marker. */
const shown = (text: string): string => formatted(text).map(blockOf).join('\n');
const blockOf = (block: Block): string =>
  (block.kind === 'quote' ? '| ' : block.kind === 'entry' ? `${block.marker} ` : '') + piecesOf(block.pieces);
const piecesOf = (pieces: readonly Piece[]): string =>
  pieces
    .map((piece) => {
      if (typeof piece === 'string') return piece;
      const letter = piece.kind[0]!.toUpperCase();
      return `${letter}(${'pieces' in piece ? piecesOf(piece.pieces) : piece.text})`;
    })
    .join('');

test.each([
  ['*negrito*', 'B(negrito)'],
  ['um *negrito* e _itálico_ e ~riscado~.', 'um B(negrito) e I(itálico) e S(riscado).'],
  ['*_ambos_*', 'B(I(ambos))'],
  ['*a _b_ c*', 'B(a I(b) c)'],
  ['(*a*), "_b_"!', '(B(a)), "I(b)"!'],
  ['*duas palavras*', 'B(duas palavras)'],
  ['*é*', 'B(é)'],
  ['`código *sem* marcas`', 'C(código *sem* marcas)'],
  ['```um\ndois *x*```', 'C(um\ndois *x*)'],
  ['veja ```x``` aqui', 'veja C(x) aqui'],
  ['*https://a.test/b_c_d*', 'B(L(https://a.test/b_c_d))'],
  ['_https://a.test/b_', 'I(L(https://a.test/b))'],
  ['https://a.test/*x*', 'L(https://a.test/*x*)'],
  ['> citado\nresposta', '| citado\nresposta'],
  ['- um\n- *dois*\n* três', '• um\n• B(dois)\n• três'],
  ['1. um\n2. dois', '1. um\n2. dois'],
  ['*a*\n\n*b*', 'B(a)\n\nB(b)'],
  ['*a* *b*', 'B(a) B(b)'],
])('%j is formatted', (text, as) => expect(shown(text)).toBe(as));

test.each([
  ...[
    'a*b*c',
    '2*3*4',
    'snake_case_name',
    '*a *',
    '**',
    '****',
    '*',
    '__',
    '*a\nb*',
    '_a',
    'a_',
    '5 * 3 * 2',
    '~ ~',
    '``',
    '``````',
    '` `',
  ],
  ...['>citado', '-um', '1.um', '-', '> ', '*Nota:', 'R$ 5*', '*a*b', 'ã*b*'],
])('%j stays as it is', (text) => expect(shown(text)).toBe(text));

test.each([
  ['*Olá*, _veja_ `isto`', 'Olá, veja isto'],
  ['> a\n- b\n1. c', 'a\n• b\n1. c'],
  ['a*b*c https://a.test/_x_', 'a*b*c https://a.test/_x_'],
  ['', ''],
])('%j without its marks is %j', (text, words) => expect(withoutMarks(text)).toBe(words));

test.each([
  ...[
    '*a ',
    '_a*b~',
    '*a*',
    '*a',
    '~a_',
    '`a',
    '` ',
    '`\n',
    '```a',
    '``` ',
    '> *a\n',
    '- _a_\n',
    '1. ',
    'https://a.test/_ ',
    'www.',
    '(*_~',
  ],
])('a text of %j a hundred thousand times is read: squared time would not end', (piece) => {
  for (const text of [piece.repeat(100_000), `\`\`\`${piece.repeat(100_000)}`]) expect(formatted(text).length).toBeGreaterThan(0);
});
