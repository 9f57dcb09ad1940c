import { expect, test } from '@jest/globals';
import { excerpt, marked } from './marked.ts';

/** Writes the parts as a string with the matches in brackets. */
const written = (text: string, words: string) =>
  marked(text, words)
    .map((part) => (part.isSought ? `[${part.text}]` : part.text))
    .join('');

test('matches are marked, ignoring case and accents', () => {
  expect(written('O elevador e o Elevador', 'elevador')).toBe('O [elevador] e o [Elevador]');
  expect(written('Orçamento, ORCAMENTO', 'orçam')).toBe('[Orçam]ento, [ORCAM]ENTO');
  expect(written('Geladeira', ' géla ')).toBe('[Gela]deira');
  expect(written('nada disso', 'geladeira')).toBe('nada disso');
  expect(written('100% (a+b)', '(a+b')).toBe('100% [(a+b])');
});

test('letters that consist of several code points stay whole', () => {
  const apart = 'Orc\u0327amento';
  expect(written(apart, 'orçam')).toBe('[Orc\u0327am]ento');
  expect(written('👩‍🔧 café', 'caf')).toBe('👩‍🔧 [caf]é');
  expect(written('cafe\u0301!', 'cafe')).toBe('[cafe\u0301]!');
  expect(marked('', 'abc')).toEqual([]);
  expect(written('abc', '')).toBe('abc');
});

test('a long text starts shortly before the first match, with a whole word', () => {
  const text = `${'muito antes disso tudo '.repeat(10)}o elevador parou`;
  const [before, mark, after] = excerpt(text, 'elevador');
  expect(before!.text).toMatch(/^…\S/);
  expect(before!.text.length).toBeLessThan(50);
  expect([mark, after!.text]).toEqual([{ text: 'elevador', isSought: true }, ' parou']);
  expect(excerpt('o elevador parou', 'elevador')[0]!.text).toBe('o ');
});
